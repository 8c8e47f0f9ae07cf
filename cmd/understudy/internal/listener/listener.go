// Package listener opens the address that --addr gives.
package listener

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
)

// Open listens on HOST:PORT of this machine. The error says what to do, and gives an
// example of an address.
func Open(addr, example string) (net.Listener, error) {
	var plain net.ListenConfig // multipath TCP is of no use to clients, and asking the system for it takes time
	plain.SetMultipathTCP(false)
	l, err := plain.Listen(context.Background(), "tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("--addr: %s is in use: stop what listens there, or choose another port (0 takes any free one)", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("--addr: you may not listen on %s: choose a port above 1023", addr)
	}
	return nil, fmt.Errorf("--addr: cannot listen on %q: give HOST:PORT of this machine, such as %s: %w", addr, example, err)
}
