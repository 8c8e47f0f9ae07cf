package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"
)

// exchange is one request, ready to be written, and the response it must get: a
// status, and exactly the body, or, where that differs from request to request,
// one of at least so many bytes.
type exchange struct {
	request []byte
	status  int
	body    []byte
	atLeast int
}

// request makes the bytes of a request.
func request(method, host, path, token, body string) []byte {
	head := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n", method, path, host, token)
	if body != "" {
		head += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	return []byte(head + "\r\n" + body)
}

// connection sends its exchanges one after the other, repeatedly.
type connection struct {
	conn      net.Conn
	responses *bufio.Reader
	exchanges []exchange
	took      []time.Duration
}

func dial(address string, exchanges []exchange) (*connection, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &connection{conn: conn, responses: bufio.NewReaderSize(conn, 64<<10), exchanges: exchanges, took: make([]time.Duration, 0, 1<<14)}, nil
}

// work sends until the end, at least once, and records how long each response took.
func (c *connection) work(end time.Time) error {
	began := time.Now()
	for i := 0; i == 0 || began.Before(end); i++ {
		e := c.exchanges[i%len(c.exchanges)]
		if err := c.send(e); err != nil {
			return fmt.Errorf("response %d: %w", i+1, err)
		}
		now := time.Now()
		c.took = append(c.took, now.Sub(began))
		began = now
	}
	return nil
}

// send sends one request and reads its response.
func (c *connection) send(e exchange) error {
	if _, err := c.conn.Write(e.request); err != nil {
		return err
	}
	return c.read(e)
}

// read reads one response and compares it with what is expected. The body is
// looked at where it lies in the buffer.
func (c *connection) read(want exchange) error {
	status, length, err := c.readHead()
	if err != nil {
		return err
	}
	body, err := c.responses.Peek(length)
	if err != nil {
		return fmt.Errorf("a body of %d bytes: %w", length, err)
	}
	if err := want.check(status, body); err != nil {
		return err
	}
	_, err = c.responses.Discard(length)
	return err
}

var contentLength = []byte("Content-Length:")

// readHead reads a status line and headers.
func (c *connection) readHead() (status, length int, err error) {
	length = -1
	for first := true; ; first = false {
		line, err := c.responses.ReadSlice('\n')
		if err != nil {
			return 0, 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case first && len(line) >= len("HTTP/1.1 200"):
			status, err = strconv.Atoi(string(line[9:12]))
		case len(line) == 0 && length < 0:
			return 0, 0, fmt.Errorf("HTTP %d without a Content-Length: this driver reads no chunks", status)
		case len(line) == 0:
			return status, length, nil
		case len(line) > len(contentLength) && bytes.EqualFold(line[:len(contentLength)], contentLength):
			length, err = strconv.Atoi(string(bytes.TrimSpace(line[len(contentLength):])))
		}
		if err != nil {
			return 0, 0, err
		}
	}
}

// check rejects every response except the expected one: a server that fails quickly
// must not look fast.
func (e exchange) check(status int, body []byte) error {
	switch {
	case status != e.status:
		return fmt.Errorf("HTTP %d, want %d: %.200s", status, e.status, body)
	case e.body != nil && !bytes.Equal(body, e.body):
		return fmt.Errorf("a body of %d bytes that differs from the first one of %d: %.200s", len(body), len(e.body), body)
	case len(body) < e.atLeast:
		return fmt.Errorf("a body of %d bytes, want at least %d: %.200s", len(body), e.atLeast, body)
	}
	return nil
}

// load is the result of running the scripts for some time.
type load struct {
	took     []time.Duration // of each request, sorted
	lasted   time.Duration
	ownCPU   time.Duration // of this program
	cpu      time.Duration // of the server
	resident int           // of the server, afterwards, in kB
}

// hangs is how long a server may take for its last responses.
const hangs = 10 * time.Second

// drive opens a connection per script, and has all of them send for some time.
func drive(p *process, scripts [][]exchange, d time.Duration) (load, error) {
	var all []*connection
	for _, s := range scripts {
		c, err := dial(p.address, s)
		if err != nil {
			return load{}, err
		}
		defer c.conn.Close()
		all = append(all, c)
	}
	own, cpu, began := ownCPU(), p.cpu(), time.Now()
	for _, c := range all {
		if err := c.conn.SetDeadline(began.Add(d + hangs)); err != nil {
			return load{}, err
		}
	}
	failed := make(chan error)
	for _, c := range all {
		go func() { failed <- c.work(began.Add(d)) }()
	}
	var err error
	for range all {
		if e := <-failed; e != nil {
			err = e
		}
	}
	l := load{lasted: time.Since(began), ownCPU: ownCPU() - own, cpu: p.cpu() - cpu, resident: p.resident()}
	for _, c := range all {
		l.took = append(l.took, c.took...)
	}
	slices.Sort(l.took)
	return l, err
}
