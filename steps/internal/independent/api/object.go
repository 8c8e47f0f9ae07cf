package api

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Object is a JSON object whose members keep their order. A map would sort
// them, and could not hold a duplicate member as one of the violations does.
type Object []Member

// Member is a member of an Object.
type Member struct {
	Name  string
	Value any
}

// Raw is written as it is, valid or not.
type Raw string

// Null is the JSON value null.
const Null Raw = "null"

// Get returns the value of a member, or nil.
func (o Object) Get(name string) any {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// With replaces a member, or appends it.
func (o Object) With(name string, value any) Object {
	o = slices.Clone(o)
	for i := range o {
		if o[i].Name == name {
			o[i].Value = value
			return o
		}
	}
	return append(o, Member{name, value})
}

// Without removes a member.
func (o Object) Without(name string) Object {
	return slices.DeleteFunc(slices.Clone(o), func(m Member) bool { return m.Name == name })
}

// Script is how JSON is written; its zero value is the usual way.
type Script struct {
	floats  bool // integers as 7.0
	escaped bool // strings all in \u escapes
	ascii   bool // characters beyond ASCII in \u escapes
	slashes bool // / as \/
}

// Append appends a value as JSON.
func (f Script) Append(b []byte, v any) []byte {
	switch v := v.(type) {
	case Object:
		return f.appendObject(b, v)
	case []Object:
		return appendEach(b, v, func(b []byte, o Object) []byte { return f.appendObject(b, o) })
	case []any:
		return appendEach(b, v, f.Append)
	case int64:
		b = strconv.AppendInt(b, v, 10)
		if f.floats {
			b = append(b, ".0"...)
		}
		return b
	case string:
		return f.appendString(b, v)
	case Raw:
		return append(b, v...)
	default:
		text, err := json.Marshal(v)
		if err != nil { // only decoded JSON, booleans and fractions reach this
			panic(err)
		}
		return append(b, text...)
	}
}

func (f Script) appendObject(b []byte, o Object) []byte {
	b = append(b, '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = f.appendString(b, m.Name)
		b = append(b, ':')
		b = f.Append(b, m.Value)
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

func (f Script) appendString(b []byte, s string) []byte {
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
