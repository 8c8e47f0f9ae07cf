package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
)

// maxDepth is how deep a body may nest. The document sets no limit.
const maxDepth = 100

// members are those of a body, read by name. A member that is null is there,
// one that was left out is not.
type members struct {
	given map[string]jsontext.Value
	known map[string]bool
}

// bind reads the call's body, which must be a JSON object.
func (c *Call) bind() (*members, error) {
	if c.bodyErr != nil {
		return nil, c.bodyErr
	}
	if err := c.checkContentType(); err != nil {
		return nil, err
	}
	if err := scan(c.body); err != nil {
		return nil, err
	}
	m := &members{known: map[string]bool{}}
	if json.Unmarshal(c.body, &m.given) != nil || m.given == nil {
		return nil, refuse(badBody, "the body must be a JSON object")
	}
	return m, nil
}

// Gap request-content-type: a body that does not say that it is JSON.
func (c *Call) checkContentType() error {
	if len(c.body) == 0 || c.chose("request-content-type", "accept") {
		return nil
	}
	t, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if (err == nil || errors.Is(err, mime.ErrInvalidMediaParameter)) && (t == "application/json" || strings.HasSuffix(t, "+json")) {
		return nil
	}
	return refuse(contentType, "the body does not say that it is JSON: send Content-Type: application/json")
}

// scan sees to it that the body is one JSON value in UTF-8, with no member
// named twice, and not nested too deep.
func scan(body []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		_, err := d.ReadToken()
		switch {
		case errors.Is(err, io.EOF) && d.InputOffset() > 0:
			return nil
		case errors.Is(err, io.EOF):
			return refuse(malformedBody, "the body is empty: send a JSON object")
		case err != nil:
			return refuse(malformedBody, "the body is not JSON: see the byte at offset %d", d.InputOffset())
		case d.StackDepth() > maxDepth:
			return refuse(malformedBody, "the body must not nest deeper than %d levels", maxDepth)
		case d.StackDepth() == 0:
			return end(d)
		}
	}
}

// end sees to it that nothing but white space follows the value.
func end(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return refuse(malformedBody, "the body goes on after its JSON value: see the byte at offset %d", d.InputOffset())
	}
	return nil
}

// required reads a member that must be there.
func (m *members) required(name, kind string) (jsontext.Value, error) {
	m.known[name] = true
	v := m.given[name]
	if v == nil || v.Kind() == 'n' {
		return nil, refuse(badBody, "%s: is required: give %s", name, kind)
	}
	return v, nil
}

func (m *members) text(name string) (string, error) {
	v, err := m.required(name, "a string")
	if err != nil {
		return "", err
	}
	if v.Kind() != '"' {
		return "", refuse(badBody, "%s: must be a string", name)
	}
	s, err := jsontext.AppendUnquote(nil, v)
	return string(s), err
}

func (m *members) integer(name string) (int64, error) {
	v, err := m.required(name, "an integer")
	if err != nil {
		return 0, err
	}
	i, ok := resource.ParseInteger(string(v))
	if !ok {
		return 0, refuse(badBody, "%s: must be an integer", name)
	}
	return i, nil
}

// unknown names the members that nobody read, in alphabetical order.
func (m *members) unknown() []string {
	var names []string
	for name := range m.given {
		if !m.known[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
