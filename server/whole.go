package server

import (
	"bytes"
	"context"
	"net"
	"strconv"

	"understudy/server/response"
)

// largestWhole is the size of a body from which on it does not go in one piece.
const largestWhole = 64 << 10

// keptWhole is how much room a connection keeps for the next answer.
const keptWhole = 16 << 10

// listener makes connections that send a response in one piece. net/http sends the
// header with the start of a body of more than some 4 kB, and then the rest.
// Without this a list of 25 has 0.7 of the throughput of bare net/http; the aim is
// 0.8.
type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &connection{TCPConn: tcp}, err
	}
	return c, err
}

// withWhole lets the API tell a connection of an answer that may go in one piece.
func withWhole(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*connection); ok {
		return response.WithWhole(ctx, c.expect)
	}
	return ctx
}

// connection holds the parts of an expected answer back until it has them all.
// Whatever else is sent goes at once. One goroutine at a time uses it for writing:
// that of the request.
type connection struct {
	*net.TCPConn
	expected int // the size of the body; 0 for none
	whole    int // the size of the answer, once its header is held
	held     []byte
}

func (c *connection) expect(body int) {
	if body <= largestWhole {
		c.expected, c.held = body, c.held[:0]
	}
}

// wholeSize is the size of the response that begins with some bytes: header and a
// body of the size that is expected. It is 0 where another response has begun.
func wholeSize(b []byte, body int) int {
	end := bytes.Index(b, []byte("\r\n\r\n"))
	if end < 0 || !bytes.Contains(b[:end+2], []byte("\r\nContent-Length: "+strconv.Itoa(body)+"\r\n")) {
		return 0
	}
	return end + 4 + body
}

// Write sends bytes, or says that they are sent while it holds them back.
func (c *connection) Write(b []byte) (int, error) {
	if c.expected == 0 {
		return c.TCPConn.Write(b)
	}
	if len(c.held) == 0 {
		c.whole = wholeSize(b, c.expected)
	}
	c.held = append(c.held, b...)
	if len(c.held) < c.whole {
		return len(b), nil
	}
	c.expected = 0
	if _, err := c.TCPConn.Write(c.held); err != nil {
		return 0, err
	}
	if cap(c.held) > keptWhole {
		c.held = nil
	}
	return len(b), nil
}
