package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Reply is what a handler answers: an HTTP status and a body of values that
// the one encoder writes.
type Reply struct {
	Status int
	Body   object
}

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// array is a JSON array.
type array []any

// each makes an array of the bodies of some resources.
func each[T any](rows []T, body func(T) object) array {
	bodies := make(array, len(rows))
	for i, row := range rows {
		bodies[i] = body(row)
	}
	return bodies
}

// response is an answer in bytes.
type response struct {
	operation   string
	status      int
	contentType string
	allow       string
	body        []byte
	// buffer is where the body stands, nil where it stands elsewhere.
	buffer *[]byte
	// now is the instant of the transaction, zero where there was none.
	now time.Time
}

// buffers are those that bodies are encoded into. Whoever keeps a body copies it.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// largestBuffer is the size from which on a buffer is not used again.
const largestBuffer = 1 << 20

// encode writes a reply as the chosen variants would have it.
func encode(chosen variants, operation string, reply Reply) response {
	form := newForm(chosen, operation)
	buffer := buffers.Get().(*[]byte)
	body := form.object((*buffer)[:0], reply.Body)
	if *buffer = nil; cap(body) <= largestBuffer {
		*buffer = body
	}
	return response{operation: operation, status: reply.Status, contentType: form.contentType, body: body, buffer: buffer}
}

func (f form) object(b []byte, o object) []byte {
	b, empty := append(b, '{'), true
	var room [1]member // most members are shown as one
	for _, m := range o {
		for _, shown := range f.member(room[:0], m.name, m.value) {
			if !empty {
				b = append(b, ',')
			}
			b, empty = quote(b, shown.name), false
			b = f.value(append(b, ':'), shown.value)
		}
	}
	return append(b, '}')
}

func (f form) array(b []byte, a array) []byte {
	b = append(b, '[')
	for i, v := range a {
		if i > 0 {
			b = append(b, ',')
		}
		b = f.value(b, v)
	}
	return append(b, ']')
}

func (f form) value(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case string:
		return quote(b, v)
	case time.Time:
		return f.timestamp(b, v)
	case json.RawMessage:
		return append(b, v...)
	case map[string]string:
		return f.object(b, sortedObject(v))
	case []string:
		return texts(b, v)
	case object:
		return f.object(b, v)
	case array:
		return f.array(b, v)
	case pagination:
		return f.pagination(b, v)
	case rows:
		return v.encode(b, f)
	}
	panic("api: a reply holds a value that cannot be encoded")
}

// sortedObject is a map as an object whose members stand in the order of their
// names.
func sortedObject(m map[string]string) object {
	o := make(object, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		o = append(o, member{name, m[name]})
	}
	return o
}

func texts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = quote(b, s)
	}
	return append(b, ']')
}

// quote writes a JSON string. Invalid UTF-8, which only a Host could bring in,
// is replaced.
func quote(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}

// send is the one place that writes to the client: header, status, body.
func (res response) send(w http.ResponseWriter, r *http.Request, m Formatting) int {
	if res.buffer != nil {
		defer buffers.Put(res.buffer)
	}
	header := w.Header()
	m.header(header)
	body := m.zip(m.format(res), r, header)
	if res.contentType != "" {
		header["Content-Type"] = []string{res.contentType}
	}
	if res.status == http.StatusMethodNotAllowed {
		header.Set("Allow", res.allow) // empty where no method is allowed
	}
	if res.status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", "Bearer")
	}
	if !m.chunked {
		header["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	if r.Method == http.MethodHead {
		w.WriteHeader(res.status)
		return res.status
	}
	if !m.chunked {
		tellWhole(r.Context(), len(body))
	}
	m.write(w, res.status, body)
	return res.status
}
