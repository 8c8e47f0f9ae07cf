package server

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// connected is a connection and its other end.
func connected(t *testing.T) (*connection, net.Conn) {
	t.Helper()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := listener{tcp}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = client.Close(), c.Close() })
	return c.(*connection), client
}

func head(length int) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\nDate: today\r\n\r\n", length)
}

func TestAnExpectedResponseIsSentInOnePiece(t *testing.T) {
	body := strings.Repeat("x", 5000)
	for rule, test := range map[string]struct {
		expect int
		parts  []string
		held   []bool // after each part
	}{
		"the parts of an expected response are buffered":   {5000, []string{head(5000) + body[:100], body[100:4000], body[4000:]}, []bool{true, true, false}},
		"one that is complete is sent":                     {5000, []string{head(5000) + body}, []bool{false}},
		"one that was not expected is sent in parts":       {0, []string{head(5000), body}, []bool{false, false}},
		"one of another length is sent in parts":           {4999, []string{head(5000), body}, []bool{false, false}},
		"one without a length is sent in parts":            {5000, []string{"HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "2\r\nxx\r\n"}, []bool{false, false}},
		"one with a part of a header is sent":              {5000, []string{"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n", "\r\n" + body}, []bool{false, false}},
		"a length in the body is ignored":                  {4, []string{"HTTP/1.1 200 OK\r\n\r\n\r\nContent-Length: 4\r\n\r\n", "last"}, []bool{false, false}},
		"one that is too large to buffer is sent in parts": {largestWhole + 1, []string{head(largestWhole + 1), body}, []bool{false, false}},
	} {
		c, client := connected(t)
		for range 2 { // a connection serves many requests
			if test.expect > 0 {
				c.expect(test.expect)
			}
			for i, part := range test.parts {
				if n, err := io.WriteString(c, part); n != len(part) || err != nil {
					t.Errorf("%s: part %d: %d bytes of %d are written: %v", rule, i, n, len(part), err)
				}
				if held := c.expected > 0; held != test.held[i] {
					t.Errorf("%s: part %d is buffered: %t", rule, i, held)
				}
			}
			want := strings.Join(test.parts, "")
			got := make([]byte, len(want))
			if _, err := io.ReadFull(client, got); err != nil || string(got) != want {
				t.Errorf("%s: %v: %.80q", rule, err, got)
			}
		}
	}
}
