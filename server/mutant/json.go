package mutant

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// decode reads an answer of the fake: objects, lists, strings, truth values, null,
// and numbers as they are written. A list of a hundred records is read some
// hundred times for each mutant, so it is done without reflection.
func decode(b []byte) object {
	return reader{jsontext.NewDecoder(bytes.NewReader(b))}.value().(object)
}

type reader struct{ *jsontext.Decoder }

func (r reader) value() any {
	switch t := r.token(); t.Kind() {
	case jsontext.KindBeginObject:
		o := object{}
		for r.PeekKind() != jsontext.KindEndObject {
			name := r.token().String()
			o[name] = r.value()
		}
		r.token()
		return o
	case jsontext.KindBeginArray:
		list := []any{}
		for r.PeekKind() != jsontext.KindEndArray {
			list = append(list, r.value())
		}
		r.token()
		return list
	case jsontext.KindString:
		return t.String()
	case jsontext.KindNumber:
		return json.Number(t.String())
	case jsontext.KindNull:
		return nil
	default:
		return t.Bool()
	}
}

func (r reader) token() jsontext.Token {
	t, err := r.ReadToken()
	if err != nil {
		panic(err)
	}
	return t
}

// encode writes what encoding/json would.
func encode(v any) []byte { return write(nil, v) }

func write(b []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		return writeObject(b, v)
	case []any:
		if v == nil {
			return append(b, "null"...)
		}
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = write(b, item)
		}
		return append(b, ']')
	case json.Number:
		return append(b, v...)
	case string:
		if isPlain(v) {
			return append(append(append(b, '"'), v...), '"')
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return append(b, text...)
}

func writeObject(b []byte, o object) []byte {
	if o == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(o)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = write(append(write(b, name), ':'), o[name])
	}
	return append(b, '}')
}

// isPlain tells that nothing in a string is written by an escape.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}
