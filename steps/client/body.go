package client

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/tidwall/gjson"
)

// The bounds of a response. A body that exceeds one is dropped before anything
// reads it, because readers of JSON recurse and need many times the size of the
// text. The document sets no limits, so this is not a failure of the
// deployment.
const (
	maxBody   = 8 << 20 // bytes, also before decompression
	maxDepth  = 1000
	maxValues = 250_000
	maxHeader = 256 << 10 // bytes
)

// maxHeld limits the total size of the bodies that the exchanges of a run keep
// at one time. Bodies up to smallBody are always accepted.
const (
	maxHeld   = 96 << 20
	smallBody = 64 << 10
)

// read reads the body of a response. Where it exceeds a bound, the exchange says
// so in Unread, and has no body.
func (e *Exchange) read(resp *http.Response, held *atomic.Int64) error {
	body, err := readAll(resp)
	switch {
	case errors.Is(err, errTooLong):
		e.Unread = fmt.Sprintf("longer than %d MiB", maxBody>>20)
		return nil
	case err != nil:
		return err
	}
	if e.Unread = unreadable(body); e.Unread != "" {
		return nil
	}
	if size := int64(len(body)); size > smallBody {
		if held.Add(size) > maxHeld {
			held.Add(-size)
			e.Unread = fmt.Sprintf("%d KiB long, while the run holds %d MiB of others", size>>10, maxHeld>>20)
			return nil
		}
		e.held = size
	}
	e.Body = body
	return nil
}

var errTooLong = errors.New("too long")

// trusted is the size that is allocated at once for a body that announces its length.
const trusted = 1 << 20

// readAll reads the whole body, decompressed. The transport would decompress
// without a limit, so its decompression is disabled.
func readAll(resp *http.Response) ([]byte, error) {
	body, err := readUpTo(maxBody, resp.Body, resp.ContentLength)
	encoding := strings.ToLower(resp.Header.Get("Content-Encoding"))
	if err != nil || len(body) == 0 || encoding != "gzip" && encoding != "x-gzip" { // the same: RFC 9110, section 8.4.1.3
		return body, err
	}
	resp.Header.Del("Content-Encoding")
	resp.Header.Del("Content-Length")
	unzipped, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		body, err = readUpTo(maxBody, unzipped, 0)
	}
	if err != nil && !errors.Is(err, errTooLong) {
		// It arrived as it was sent: no client can read it.
		return fmt.Appendf(nil, "(Content-Encoding is %s, and the body cannot be decompressed: %v)", encoding, err), nil
	}
	return body, err
}

// readUpTo reads at most most bytes of a body, whose length is announced, or not if it is 0 or less.
func readUpTo(most int64, in io.Reader, length int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(max(length, 0), trusted)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(in, most+1))
	if int64(b.Len()) > most {
		return nil, errTooLong
	}
	if spare := b.Available(); spare > smallBody && spare > b.Len()/2 {
		return bytes.Clone(b.Bytes()), err
	}
	return b.Bytes(), err
}

// unreadable returns why a body must not be given to a reader; "" means that it
// may. Its brackets and commas limit depth and values, and are fast to count;
// few bodies need a closer look.
func unreadable(body []byte) string {
	opened := bytes.Count(body, []byte("[")) + bytes.Count(body, []byte("{"))
	if opened <= maxDepth && opened+bytes.Count(body, []byte(",")) < maxValues {
		return ""
	}
	depth, values, inString := 0, 1, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString:
			if c == '\\' {
				i++
			}
			inString = c != '"'
		case c == '"':
			inString = true
		case c == '[', c == '{':
			depth, values = depth+1, values+1
		case c == ']', c == '}':
			depth--
		case c == ',':
			values++
		}
		if depth > maxDepth {
			return "nested deeper than 1,000 levels"
		}
	}
	if values > maxValues {
		return "of more than 250,000 values"
	}
	return ""
}

// IsJSON reports whether the body is one JSON value, whatever else may be wrong
// with it. Every reader of bodies uses this result.
func (e *Exchange) IsJSON() bool {
	e.check.Do(func() {
		if e.isJSON = e.Unread == "" && gjson.ValidBytes(e.Body); e.isJSON {
			e.text = string(e.Body)
			e.members = membersOf(e.text)
			if data := e.members["data"]; data.IsArray() {
				e.records = data.Array()
			}
		}
	})
	return e.isJSON
}

// JSON returns the body, the zero value where it is not JSON.
func (e *Exchange) JSON() gjson.Result {
	if !e.IsJSON() {
		return gjson.Result{}
	}
	return gjson.Parse(e.text)
}

// Get returns the value at a gjson path of the body, the zero value where there is
// none.
func (e *Exchange) Get(path string) gjson.Result {
	if !e.IsJSON() {
		return gjson.Result{}
	}
	name, rest, deeper := strings.Cut(path, ".")
	value, known := e.members[name]
	switch {
	case !known:
		return gjson.Get(e.text, path)
	case deeper:
		return value.Get(rest)
	}
	return value
}

// Records returns the elements of data, where it is an array. They must not be changed.
func (e *Exchange) Records() []gjson.Result {
	if !e.IsJSON() {
		return nil
	}
	return e.records
}

// membersOf returns the values of a JSON object by their names: most queries of
// a long body concern members beside its data, which are then found without
// reading the data.
func membersOf(body string) map[string]gjson.Result {
	members := map[string]gjson.Result{}
	if object := gjson.Parse(body); object.IsObject() {
		object.ForEach(func(name, value gjson.Result) bool {
			if _, twice := members[name.Str]; !twice {
				members[name.Str] = value
			}
			return true
		})
	}
	return members
}

// Trim drops from a response what no report shows, after everything needed was
// read. Call it in the goroutine that sent the request, before others see the
// exchange.
func (c *Client) Trim(e *Exchange) {
	if e == nil || len(e.Body) <= smallBody {
		return
	}
	e.wasJSON = e.IsJSON()
	e.isJSON, e.text, e.members, e.records, e.Unread = false, "", nil, nil, "dropped, as the run holds many others"
	e.Body = bytes.Clone(e.Body[:smallBody])
	c.Release(e)
}

// IsLarge reports whether the body counts towards those that the run keeps.
func (e *Exchange) IsLarge() bool { return e.held > 0 }

// Release says that an exchange is no longer needed, or only within its owner's
// own budget: its body no longer counts towards those that the run keeps.
func (c *Client) Release(e *Exchange) {
	if e.held == 0 {
		return // others may read it by now
	}
	c.held.Add(-e.held)
	e.held = 0
}
