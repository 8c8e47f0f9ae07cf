package independent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// object is a JSON object whose members keep their order. A map would sort
// them, and could not hold a member twice as one of the violations does.
type object []member

type member struct {
	name  string
	value any
}

// raw is written as it stands, valid or not.
type raw string

const null raw = "null"

func (o object) get(name string) any {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// with changes a member in its place, or appends it.
func (o object) with(name string, value any) object {
	o = slices.Clone(o)
	for i := range o {
		if o[i].name == name {
			o[i].value = value
			return o
		}
	}
	return append(o, member{name, value})
}

func (o object) without(name string) object {
	return slices.DeleteFunc(slices.Clone(o), func(m member) bool { return m.name == name })
}

// script is how JSON is written; its zero value is the usual way.
type script struct {
	floats  bool // integers as 7.0
	escaped bool // strings all in \u escapes
	ascii   bool // what is beyond ASCII in \u escapes
	slashes bool // / as \/
}

func (f script) append(b []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		return f.appendObject(b, v)
	case []object:
		return appendEach(b, v, func(b []byte, o object) []byte { return f.appendObject(b, o) })
	case []any:
		return appendEach(b, v, f.append)
	case int64:
		b = strconv.AppendInt(b, v, 10)
		if f.floats {
			b = append(b, ".0"...)
		}
		return b
	case string:
		return f.appendString(b, v)
	case raw:
		return append(b, v...)
	default:
		text, err := json.Marshal(v)
		if err != nil { // only decoded JSON, booleans and fractions come here
			panic(err)
		}
		return append(b, text...)
	}
}

func (f script) appendObject(b []byte, o object) []byte {
	b = append(b, '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = f.appendString(b, m.name)
		b = append(b, ':')
		b = f.append(b, m.value)
	}
	return append(b, '}')
}

func appendEach[T any](b []byte, list []T, one func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, v)
	}
	return append(b, ']')
}

func (f script) appendString(b []byte, s string) []byte {
	if f.escaped {
		b = append(b, '"')
		for _, unit := range utf16.Encode([]rune(s)) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
		return append(b, '"')
	}
	if !f.slashes && !strings.ContainsFunc(s, needsEscape) {
		b = append(append(b, '"'), s...)
		return append(b, '"')
	}
	text, err := json.Marshal(s)
	if err != nil { // a string always marshals
		panic(err)
	}
	if !f.ascii && !f.slashes {
		return append(b, text...)
	}
	for _, unit := range utf16.Encode([]rune(string(text))) {
		switch {
		case f.slashes && unit == '/':
			b = append(b, `\/`...)
		case unit > '~':
			b = fmt.Appendf(b, `\u%04x`, unit)
		default:
			b = append(b, byte(unit))
		}
	}
	return b
}

func needsEscape(r rune) bool {
	return r < ' ' || r > '~' || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&'
}
