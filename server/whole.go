package server

import (
	"bytes"
	"context"
	"net"
	"strconv"

	"understudy/server/response"
)

// largestWhole is the size from which on a body is not sent in one piece.
const largestWhole = 64 << 10

// keptWhole is how large a buffer a connection keeps for the next response.
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

// withWhole lets the API announce to a connection a response to send in one piece.
func withWhole(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*connection); ok {
		return response.WithWhole(ctx, c.expect)
	}
	return ctx
}

// connection buffers the parts of an expected response until it has all of them.
// It sends anything else at once. Only one goroutine at a time, that of the
// request, writes to it.
type connection struct {
	*net.TCPConn
	expected int // the size of the body; 0 for none
	whole    int // the size of the response, once its header is buffered
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

// Write sends bytes, or buffers them and reports them as sent.
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
