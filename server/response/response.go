// Package response turns the result of a handler into the bytes that the client gets.
//
// A body is an Object (object.go) of plain values and of open ones, whose form
// the document leaves to the gaps (open.go). Encode writes it according to the
// Variants of the request (encode.go, form.go); rows of a list are encoded once
// and kept by the sandbox (rows.go). Send is the one place that writes to the
// client, in the Formatting of the server (formatting.go).
//
// Package api makes its responses with it, and the server sets the formatting.
package response

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Response is a response in bytes.
type Response struct {
	Status      int
	ContentType string // empty where there is no body
	Allow       string // the allowed methods, if another was sent
	Hint        string // what to do instead, in words and ids of the fake alone
	Body        []byte
	// Now is the instant of the transaction, which Date shows; zero if there is
	// no world.
	Now time.Time

	operation string
	// buffer contains the body, nil if it is elsewhere.
	buffer *[]byte
}

// hintHeader is the header with a Hint. The bodies of failures follow the gaps, and most
// have no room for it.
const hintHeader = "Understudy-Hint"

// buffers are reused for encoding bodies. Copy a body to keep it.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// largestBuffer is the size from which on a buffer is not reused.
const largestBuffer = 1 << 20

// Encode writes a body according to the variants.
//
// Promise bodies-are-json.
func Encode(v Variants, status int, body Object) Response {
	f := newForm(v)
	buffer := buffers.Get().(*[]byte)
	b := f.object((*buffer)[:0], body)
	if *buffer = nil; cap(b) <= largestBuffer {
		*buffer = b
	}
	return Response{Status: status, ContentType: f.contentType, Body: b, operation: v.operation, buffer: buffer}
}

// Date sets the header Date to the time of the world: a client that compares an
// expiration with Date needs that.
func Date(w http.ResponseWriter, now time.Time) {
	w.Header()["Date"] = []string{now.UTC().Format(http.TimeFormat)}
}

// Send is the one place that writes to the client: header, status, body. It
// returns the status.
func (res Response) Send(w http.ResponseWriter, r *http.Request, m Formatting) int {
	if res.buffer != nil {
		defer buffers.Put(res.buffer)
	}
	header := w.Header()
	if !res.Now.IsZero() {
		Date(w, res.Now)
	}
	m.header(header)
	body := m.zip(m.format(res), r, header)
	if res.ContentType != "" {
		header["Content-Type"] = []string{res.ContentType}
	}
	if res.Status == http.StatusMethodNotAllowed {
		header.Set("Allow", res.Allow) // empty where no method is allowed
	}
	if res.Hint != "" {
		header.Set(hintHeader, res.Hint)
	}
	if res.Status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", "Bearer")
	}
	if !m.chunked {
		header["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	if r.Method == http.MethodHead {
		w.WriteHeader(res.Status)
		return res.Status
	}
	if !m.chunked {
		expectWhole(r.Context(), len(body))
	}
	m.write(w, res.Status, body)
	return res.Status
}
