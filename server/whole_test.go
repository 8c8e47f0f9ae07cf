package server_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
)

// TestAListArrivesInOnePiece makes one read per response of a real connection. What
// is sent in one piece over the loopback arrives in one piece.
func TestAListArrivesInOnePiece(t *testing.T) {
	f := testkit.Open(t, server.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- f.Serve(ctx, l) }()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 64<<10)
	for range 50 {
		_, _ = fmt.Fprintf(client, "GET %s HTTP/1.1\r\nHost: fake\r\nAuthorization: Bearer %s\r\n\r\n", testkit.InvitationsPath, f.TestData().PersonalToken)
		n, err := client.Read(buffer)
		head, body, _ := strings.Cut(string(buffer[:n]), "\r\n\r\n")
		if err != nil || len(body) < 4<<10 || !strings.Contains(head, fmt.Sprintf("Content-Length: %d\r\n", len(body))) {
			t.Fatalf("%d bytes of a body come first, after %q: %v", len(body), head, err)
		}
	}
	_, _ = fmt.Fprintf(client, "HEAD %s HTTP/1.1\r\nHost: fake\r\nConnection: close\r\nAuthorization: Bearer %s\r\n\r\n", testkit.InvitationsPath, f.TestData().PersonalToken)
	if rest, err := io.ReadAll(client); err != nil || !strings.HasPrefix(string(rest), "HTTP/1.1 200 OK") || !strings.HasSuffix(string(rest), "\r\n\r\n") {
		t.Errorf("HEAD gets %q: %v", rest, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
