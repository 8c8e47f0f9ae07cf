package serving

import (
	"net"
	"testing"
)

func TestURLOf(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80", "0.0.0.0:81": "http://localhost:81", "[::]:82": "http://localhost:82", "[::1]:83": "http://[::1]:83",
	} {
		a, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := urlOf(a); got != want {
			t.Errorf("%s is reached at %s", addr, got)
		}
	}
}
