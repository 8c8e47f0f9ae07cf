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
// reads it, as readers of JSON recurse and hold many times the text: the
// document bounds nothing, so that this is no failure of the deployment.
const (
	maxBody   = 8 << 20 // bytes, also before decompression
	maxDepth  = 1000
	maxValues = 250_000
	maxHeader = 256 << 10 // bytes
)

// maxHeld bounds the bodies that the exchanges of a run hold at one time. What
// is as small as smallBody always has room.
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

// trusted is how much room is made at once for a body that announces its length.
const trusted = 1 << 20

// readAll reads the whole body, decompressed. The transport would decompress
// without a bound, and so is not asked to.
func readAll(resp *http.Response) ([]byte, error) {
	wire := &io.LimitedReader{R: resp.Body, N: maxBody + 1}
	var in io.Reader = wire
	length := resp.ContentLength
	if strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		unzipped, err := gzip.NewReader(wire)
		if err == io.EOF {
			return nil, nil // nothing was sent, which is no gzip either
		}
		if err != nil {
			return nil, err
		}
		resp.Header.Del("Content-Encoding")
		resp.Header.Del("Content-Length")
		in, length = unzipped, 0
	}
	var b bytes.Buffer
	b.Grow(int(min(max(length, 0), trusted)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(in, maxBody+1))
	if wire.N == 0 || b.Len() > maxBody {
		return nil, errTooLong
	}
	if spare := b.Available(); spare > smallBody && spare > b.Len()/2 {
		return bytes.Clone(b.Bytes()), err
	}
	return b.Bytes(), err
}

// unreadable says why no reader may be given a body; the empty text is that one
// may. Its brackets and commas bound depth and values, and are counted fast;
// few bodies have to be looked at more closely.
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
// with it. Every reader of bodies goes by this one verdict.
func (e *Exchange) IsJSON() bool {
	e.check.Do(func() {
		if e.isJSON = e.Unread == "" && gjson.ValidBytes(e.Body); e.isJSON {
			e.members = membersOf(e.Body)
		}
	})
	return e.isJSON
}

// JSON is the body, the zero value where it is not JSON.
func (e *Exchange) JSON() gjson.Result {
	if !e.IsJSON() {
		return gjson.Result{}
	}
	return gjson.ParseBytes(e.Body)
}

// Get is the value at a gjson path of the body, the zero value where there is
// none.
func (e *Exchange) Get(path string) gjson.Result {
	if !e.IsJSON() {
		return gjson.Result{}
	}
	name, rest, deeper := strings.Cut(path, ".")
	value, known := e.members[name]
	switch {
	case !known:
		return gjson.GetBytes(e.Body, path)
	case deeper:
		return gjson.GetBytes(value, rest)
	}
	return gjson.ParseBytes(value)
}

// membersOf are the values of a JSON object by their names: what is asked of a long
// body stands mostly beside its data, and is then found without reading all of these.
func membersOf(body []byte) map[string][]byte {
	members := map[string][]byte{}
	if object := gjson.ParseBytes(body); object.IsObject() {
		object.ForEach(func(name, value gjson.Result) bool {
			if _, twice := members[name.Str]; !twice {
				members[name.Str] = body[value.Index:][:len(value.Raw)]
			}
			return true
		})
	}
	return members
}

// Trim drops from a response what no report shows, once all that is needed of it
// was read. It is for the goroutine that sent the request, before others see
// the exchange.
func (c *Client) Trim(e *Exchange) {
	if e == nil || len(e.Body) <= smallBody {
		return
	}
	e.wasJSON = e.IsJSON()
	e.isJSON, e.members, e.Unread = false, nil, "dropped, as the run holds many others"
	e.Body = bytes.Clone(e.Body[:smallBody])
	c.Release(e)
}

// IsLarge reports whether the body counts among those that the run holds.
func (e *Exchange) IsLarge() bool { return e.held > 0 }

// Release says that an exchange is no longer needed, or only by its owner's own
// budget: its body does not count any more among those that the run holds.
func (c *Client) Release(e *Exchange) {
	c.held.Add(-e.held)
	e.held = 0
}
