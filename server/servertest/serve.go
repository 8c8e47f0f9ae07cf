package servertest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"

	"understudy/server"
)

// serve serves a handler until t ends, at a free port of this machine or over
// pipes, and returns its base URL and a client that reaches it.
func serve(t testing.TB, h http.Handler, inProcess bool) (url string, client *http.Client, err error) {
	transport := &http.Transport{}
	var l net.Listener
	if inProcess {
		p := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		l, transport.DialContext = p, p.dial
	} else if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return "", nil, fmt.Errorf("cannot listen on a port of this machine (the option InProcess needs none): %w", err)
	}
	s := server.NewHTTPServer(h)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	t.Cleanup(func() {
		_ = s.Close() // requests under way are no longer of interest
		transport.CloseIdleConnections()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("servertest: the fake stopped: %v", err)
		}
	})
	return "http://" + l.Addr().String(), &http.Client{Transport: transport}, nil
}

// pipes is a listener without a port. Its connections are pipes in memory.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

// pipeHost is the host of a fake without a port.
const pipeHost = "understudy.localhost"

// dial rejects every host but the fake's: nothing leaves the process.
func (p *pipes) dial(ctx context.Context, _, address string) (net.Conn, error) {
	if address != pipeHost+":80" {
		return nil, fmt.Errorf("%s is not the fake: the client of a fake in process reaches nothing else", address)
	}
	near, far := net.Pipe()
	select {
	case p.conns <- loopback{far}:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close is called once, by the server.
func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return pipeHost }

// loopback is a connection from this machine: the control API serves no other.
type loopback struct{ net.Conn }

func (loopback) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }
