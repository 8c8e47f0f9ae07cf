package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
)

// maxDepth is how deep a body may be nested. The document sets no limit.
const maxDepth = 100

// members are those of a body or of an object in it, read by name. A member
// that is null is present, one that was left out is not.
type members struct {
	// path is the prefix of the members' names in a message.
	path  string
	given []entry
}

// entry is a member of an object in a body.
type entry struct {
	name  string
	value jsontext.Value
	known bool // some rule has read it
}

// readBody reads the call's body and parses it. A parse error matters only in bind.
func (c *Call) readBody(w http.ResponseWriter) {
	if c.request.Body == nil {
		c.given, c.malformed = parse(nil)
		return
	}
	var err error
	var tooLarge *http.MaxBytesError
	c.body, err = readAll(http.MaxBytesReader(w, c.request.Body, MaxBody), c.request.ContentLength)
	switch {
	case errors.As(err, &tooLarge):
		c.unread = reject(bodyTooLarge, "the body is larger than %d bytes: send less", MaxBody)
	case err != nil:
		c.unread = reject(malformedBody, "the body broke off: send all of it")
	default:
		c.given, c.malformed = parse(c.body)
	}
}

// parse reads the members of a body, which must be a JSON object.
func parse(body []byte) ([]entry, error) {
	if err := Scan(body); err != nil {
		return nil, err
	}
	if jsontext.Value(body).Kind() != '{' {
		return nil, reject(badBody, "the body must be a JSON object")
	}
	return entriesOf(body), nil
}

// readAll reads a body into a buffer of the size that it announces.
func readAll(r io.Reader, size int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, min(max(size, 0), MaxBody)+bytes.MinRead))
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// bind returns the members of the call's body, or why there are none.
func (c *Call) bind() (*members, error) {
	if c.unread != nil {
		return nil, c.unread
	}
	if err := c.checkContentType(); err != nil {
		return nil, err
	}
	if c.malformed != nil {
		return nil, c.malformed
	}
	return &members{given: c.given}, nil
}

// Gap request-content-type: a body without the Content-Type of JSON.
func (c *Call) checkContentType() error {
	given := c.request.Header.Get("Content-Type")
	if len(c.body) == 0 || given == "application/json" {
		return nil
	}
	t, _, err := mime.ParseMediaType(given)
	if (err == nil || errors.Is(err, mime.ErrInvalidMediaParameter)) && (t == "application/json" || strings.HasSuffix(t, "+json")) {
		return nil
	}
	c.dependsOn("request-content-type")
	if c.variant("request-content-type") == "accept" {
		return nil
	}
	return reject(contentType, "the body does not say that it is JSON: send Content-Type: application/json")
}

// Scan checks that a body is one JSON value in UTF-8, without duplicate
// members, and not nested too deep.
func Scan(body []byte) error {
	if bytes.Count(body, []byte{'['})+bytes.Count(body, []byte{'{'}) <= maxDepth && jsontext.Value(body).IsValid() {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		_, err := d.ReadToken()
		switch {
		case errors.Is(err, io.EOF) && d.InputOffset() > 0:
			return nil
		case errors.Is(err, io.EOF):
			return reject(malformedBody, "the body is empty: send a JSON object")
		case err != nil:
			return reject(malformedBody, "the body is not JSON: see the byte at offset %d", d.InputOffset())
		case d.StackDepth() > maxDepth:
			return reject(malformedBody, "the body must not nest deeper than %d levels", maxDepth)
		case d.StackDepth() == 0:
			return end(d)
		}
	}
}

// end checks that only white space follows the value.
func end(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return reject(malformedBody, "the body goes on after its JSON value: see the byte at offset %d", d.InputOffset())
	}
	return nil
}

// required reads a member that must be present.
func (m *members) required(name, kind string) (jsontext.Value, error) {
	v, given := m.member(name)
	switch {
	case !given:
		return nil, reject(badBody, "%s: is required: give %s", m.at(name), kind)
	case v.Kind() == 'n':
		return nil, reject(badBody, "%s: must be %s, not null", m.at(name), kind)
	}
	return v, nil
}

// member reads a member, which may be null, and reports whether it is present.
func (m *members) member(name string) (jsontext.Value, bool) {
	for i := range m.given {
		if e := &m.given[i]; e.name == name {
			e.known = true
			return e.value, true
		}
	}
	return nil, false
}

// null reports whether a member is present and null.
func (m *members) null(name string) bool {
	v, given := m.member(name)
	return given && v.Kind() == 'n'
}

// notNull rejects members of an update that are null.
func (m *members) notNull(names ...string) error {
	for _, name := range names {
		if m.null(name) {
			return reject(badBody, "%s: must not be null: leave it out to keep it as it is", m.at(name))
		}
	}
	return nil
}

// has reports whether a member is present and not null.
func (m *members) has(name string) bool {
	v, given := m.member(name)
	return given && v.Kind() != 'n'
}

// at returns the path of a member in a message; the client may have made up its name.
func (m *members) at(name string) string { return fmt.Sprintf("%s%.60s", m.path, name) }

func (m *members) text(name string) (string, error) {
	v, err := m.required(name, "a string")
	if err != nil {
		return "", err
	}
	if v.Kind() != '"' {
		return "", reject(badBody, "%s: must be a string", m.at(name))
	}
	return unquote(v), nil
}

// unquote reads a string that Scan has checked.
func unquote(v jsontext.Value) string {
	if bytes.IndexByte(v, '\\') < 0 {
		return string(v[1 : len(v)-1])
	}
	return string(must(jsontext.AppendUnquote(nil, v)))
}

func (m *members) integer(name string) (int64, error) {
	v, err := m.required(name, "an integer")
	if err != nil {
		return 0, err
	}
	i, ok := resource.ParseInteger(string(v))
	if !ok {
		return 0, reject(badBody, "%s: must be an integer", m.at(name))
	}
	return i, nil
}

// flag reads a boolean; a member that is left out or null has the value otherwise.
func (m *members) flag(name string, otherwise bool) (bool, error) {
	if !m.has(name) {
		return otherwise, nil
	}
	switch v, _ := m.member(name); v.Kind() {
	case 't':
		return true, nil
	case 'f':
		return false, nil
	}
	return false, reject(badBody, "%s: must be a boolean", m.at(name))
}

// optionalText reads a string; one that is left out or null is empty.
func (m *members) optionalText(name string) (string, error) {
	if !m.has(name) {
		return "", nil
	}
	return m.text(name)
}

// object reads a member that must be an object, and returns its members.
func (m *members) object(name string) (*members, error) {
	entries, err := m.entries(name)
	if err != nil {
		return nil, err
	}
	return &members{path: m.at(name) + ".", given: entries}, nil
}

// entries reads a member that must be an object, in the order of the body.
func (m *members) entries(name string) ([]entry, error) {
	v, err := m.required(name, "an object")
	if err != nil {
		return nil, err
	}
	if v.Kind() != '{' {
		return nil, reject(badBody, "%s: must be an object", m.at(name))
	}
	return entriesOf(v), nil
}

// entriesOf reads an object that Scan has checked.
func entriesOf(v jsontext.Value) []entry {
	entries := make([]entry, 0, 4) // most have no more
	d := jsontext.NewDecoder(bytes.NewReader(v))
	must(d.ReadToken())
	for d.PeekKind() != '}' {
		name := must(d.ReadToken()).String()
		size := int64(len(must(d.ReadValue())))
		end := d.InputOffset()
		entries = append(entries, entry{name: name, value: v[end-size : end]})
	}
	return entries
}

// must returns a value that can be read because Scan has checked it.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// unknown names the members that no rule has read, in alphabetical order.
func (m *members) unknown() []string {
	var names []string
	for _, e := range m.given {
		if !e.known {
			names = append(names, e.name)
		}
	}
	slices.Sort(names)
	return names
}
