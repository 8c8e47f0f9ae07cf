package secret

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON removes secrets from a body and keeps its layout. If the body is no JSON, or
// goes on after the part that was kept, the rest is shown only if it is whole and
// cannot have a secret in it.
func (h *Hider) JSON(body []byte, cut bool) string {
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var shown []byte
	var at walk
	done := 0
	for {
		value, err := next(d)
		if err != nil {
			cut = cut || errors.Is(err, io.ErrUnexpectedEOF) // the client may have cut a secret in two
			break
		}
		end := int(d.InputOffset())
		start := end - len(value)
		shown = append(shown, body[done:start]...)
		shown = append(shown, h.value(value, at.past(d, value))...)
		done = end
	}
	rest := body[done:]
	switch {
	case len(bytes.TrimSpace(rest)) == 0:
		return string(append(shown, rest...))
	case cut:
		return string(shown) + "…"
	case at.last.secret || at.here.secret || grave(string(rest)):
		return string(shown) + "… " + Hidden
	}
	return string(shown) + h.Text(string(rest))
}

// grave reports whether a text that is not read as JSON may have a secret in it.
func grave(text string) bool {
	lower := strings.ToLower(text)
	return Mentioned(text) || slices.ContainsFunc([]string{"header", "default", "form-data", `\u`}, func(word string) bool { return strings.Contains(lower, word) })
}

// next reads a delimiter, a name or a scalar, as it stands.
func next(d *jsontext.Decoder) (jsontext.Value, error) {
	switch d.PeekKind() {
	case '{', '}', '[', ']':
		t, err := d.ReadToken()
		return jsontext.Value(t.String()), err
	}
	return d.ReadValue()
}

// value shows what next has read, hidden if it is a secret.
func (h *Hider) value(v jsontext.Value, isSecret bool) jsontext.Value {
	switch kind := v.Kind(); {
	case isSecret && (kind == '"' || kind == '0'):
		return jsontext.Value(`"` + Hidden + `"`)
	case kind != '"':
		return v
	}
	text, err := jsontext.AppendUnquote(nil, v)
	if shown := h.Text(string(text)); err != nil || shown != string(text) {
		v, _ = jsontext.AppendQuote(nil, shown) // invalid UTF-8 is replaced
	}
	return v
}

// walk is where a decoder is in a JSON text.
type walk struct {
	// open are the objects and arrays that have begun and not ended, the innermost
	// last; here is the place of the next value, and last that of the last one.
	open       []place
	here, last place
}

// past moves past what next has read, and reports whether it is a value in a
// secret place.
func (w *walk) past(d *jsontext.Decoder, v jsontext.Value) bool {
	kind, length := d.StackIndex(d.StackDepth())
	switch v.Kind() {
	case '{', '[':
		w.open = append(w.open, w.here)
		return false // the values in it are decided one by one
	case '}', ']':
		w.here, w.open = w.open[len(w.open)-1], w.open[:len(w.open)-1]
	case '"':
		if kind == '{' && length%2 == 1 {
			name, _ := jsontext.AppendUnquote(nil, v)
			w.here = w.open[len(w.open)-1].member(string(name))
			return false
		}
	}
	w.last, w.here = w.here, place{}
	if len(w.open) > 0 {
		w.here = w.open[len(w.open)-1]
	}
	return w.last.secret
}

// place is the place of a value in JSON.
type place struct {
	// secret means that the value and everything in it is secret: credentials, headers
	// that are sent elsewhere, members with the name of a secret.
	secret bool
	// defining is the depth from the name configuration_definition, which has depth 1:
	// fields are at 2, and their descriptions at 3.
	defining int
}

// described are the members that describe a field of a connector and are no secret,
// whatever the field's name. Its default may be one.
var described = []string{"label", "type", "user_editable", "id", "secret", "required", "placeholder"}

func (p place) member(name string) place {
	name = strings.ToLower(name)
	switch {
	case p.defining == 2 && slices.Contains(described, name):
		return place{defining: 3}
	case p.secret:
		return place{secret: true}
	}
	in := place{secret: Named(name) || name == "headers" || name == "default" && p.defining > 0}
	if p.defining > 0 || name == "configuration_definition" {
		in.defining = p.defining + 1
	}
	return in
}
