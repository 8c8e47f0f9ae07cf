package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"understudy/spec/pattern"
	"understudy/steps/report"
)

// Body redacts a body, and shows its start. JSON is redacted value by value, so
// that no notation hides a secret, and keeps its layout; any other body is
// redacted as text.
func (r *Redactor) Body(b []byte) string { return r.body(b, json.Valid(b)) }

func (r *Redactor) body(b []byte, isJSON bool) string {
	// Read no more than may be needed for the part that is shown.
	begin := b[:min(len(b), maxRead)]
	var text string
	switch {
	case isJSON:
		root, end := parse(begin)
		w := rewriter{redactor: r, text: string(begin[:end])}
		w.value(root, asIs)
		text = r.text(w.String())
	case secretMember().MatchString(unescape(string(begin))):
		return fmt.Sprintf("[%d bytes that are no JSON and name a secret member]", len(b))
	default:
		text = r.text(start(string(b), maxRead))
	}
	if len(begin) < len(b) {
		return strings.ToValidUTF8(text[:min(len(text), maxShown)], "") + report.Cut
	}
	return cut(text, maxShown)
}

// secretMember finds names of secret members in a body that is not JSON.
var secretMember = pattern.Lazy(`"(credentials|headers|connection_details|default|auth|is_password_type_field)"`)

// Found redacts values found at places of a body, by their JSON pointers: of a
// secret or personal value it shows the kind only. The body is read once for
// all of them, if one of the places may hide something.
func (r *Redactor) Found(body []byte) func(pointer, found string) string {
	root := sync.OnceValues(func() (n node, ok bool) {
		if json.Valid(body) {
			n, _ = parse(body)
			return n, true
		}
		return n, false
	})
	return func(pointer, found string) string {
		if !slices.ContainsFunc(strings.Split(pointer, "/"), mayHide) {
			return found
		}
		n, ok := root()
		if !ok {
			return found
		}
		return r.found(n, pointer, found)
	}
}

// mayHide reports whether a member's name may make below hide its value.
func mayHide(name string) bool {
	return slices.Contains(secretNames, name) || slices.Contains(valueNames, name) || slices.Contains(personalNames, name)
}

func (r *Redactor) found(n node, pointer, found string) string {
	how := asIs
	for _, step := range strings.Split(pointer, "/")[1:] {
		i := n.find(pointerEscapes.Replace(step))
		if i < 0 {
			return found
		}
		n, how = n.values[i], r.below(n, i, how)
	}
	if what := n.what(); how != asIs && what != "" {
		return what + " (not shown)"
	}
	return found
}

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

// hiding says how much of a value may be shown.
type hiding int

const (
	asIs hiding = iota
	// shapeOnly keeps the length and punctuation of personal data.
	shapeOnly
	// nothing is shown of a secret.
	nothing
)

// Members that contain secrets: always, or where a member beside them says so.
var (
	secretNames = []string{"credentials", "headers", "auth"}
	valueNames  = []string{"default", "value", "possible_values"}
	secretFlags = []string{"secret", "is_password_type_field"}
	// personalNames are names of members with personal data.
	personalNames = []string{"connection_details", "email"}
)

// below returns how much may be shown of the i-th value in n, given how much
// may be shown of n.
func (r *Redactor) below(n node, i int, how hiding) hiding {
	if n.kind != '{' {
		return how
	}
	name := n.name(i)
	switch {
	case slices.Contains(secretNames, name), slices.Contains(valueNames, name) && (n.cut || n.isSecret()):
		return nothing
	case r.keepPersonal:
		return how
	// A field that a user configures may be called email too: then it is an object.
	case slices.Contains(personalNames, name) && (name != "email" || n.values[i].kind == 0):
		return max(how, shapeOnly)
	}
	return how
}

// scalar returns how a string, number or boolean is shown.
func (r *Redactor) scalar(v any, how hiding) any {
	switch v := v.(type) {
	case string:
		switch how {
		case nothing:
			return redacted
		case shapeOnly:
			return shape(v)
		}
		return r.Text(v)
	case json.Number:
		switch how {
		case nothing:
			return redacted
		case shapeOnly:
			return ones(v)
		}
		if clean := r.Text(v.String()); clean != v.String() {
			return clean
		}
	case bool:
		return v && how != shapeOnly
	}
	return v
}

// ones returns the shape of a number, with ones: a number must not start with zeros.
func ones(n json.Number) json.Number {
	return json.Number(strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return '1'
		}
		return c
	}, n.String()))
}

// rewriter writes a JSON text with some of its scalars replaced. The rest stays
// byte for byte, so that a report shows a wrong layout.
type rewriter struct {
	strings.Builder
	redactor *Redactor
	text     string
	// done is how much of the text was written.
	done int
}

// value writes the text up to the end of a scalar, or the scalars of a
// container.
func (w *rewriter) value(n node, how hiding) {
	for i, v := range n.values {
		if n.kind == '{' {
			w.value(n.names[i], asIs)
		}
		w.value(v, w.redactor.below(n, i, how))
	}
	if n.kind == 0 {
		if shown := w.redactor.scalar(n.scalar, how); shown != n.scalar {
			w.WriteString(w.text[w.done:n.from] + encode(shown))
			w.done = n.to
		}
	}
}

// String returns the whole text, with the rest unchanged.
func (w *rewriter) String() string { return w.Builder.String() + w.text[w.done:] }

// encode writes a value as JSON without unnecessary escapes.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n")
}
