package edit

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/tidwall/gjson"
)

// Decode reads a response of the fake: objects, lists, strings, booleans, null,
// and numbers as they are written. A list of a hundred records is read some
// hundred times for each mutant, so it is done without reflection. The body of a request may be
// anything: one that is not an object is read as an empty one.
func Decode(b []byte) Object {
	if o, ok := value(gjson.ParseBytes(b)).(Object); ok {
		return o
	}
	return Object{}
}

func value(r gjson.Result) any {
	switch {
	case r.IsObject():
		o := Object{}
		r.ForEach(func(name, v gjson.Result) bool {
			o[name.String()] = value(v)
			return true
		})
		return o
	case r.IsArray():
		list := []any{}
		r.ForEach(func(_, v gjson.Result) bool {
			list = append(list, value(v))
			return true
		})
		return list
	case r.Type == gjson.Number:
		return json.Number(r.Raw)
	default:
		return r.Value() // a string, a boolean or null
	}
}

// Encode writes the same as encoding/json.
func Encode(v any) []byte { return write(make([]byte, 0, 1<<12), v) }

func write(b []byte, v any) []byte {
	switch v := v.(type) {
	case Object:
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

func writeObject(b []byte, o Object) []byte {
	if o == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	names := slices.AppendSeq(make([]string, 0, len(o)), maps.Keys(o))
	slices.Sort(names)
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = write(append(write(b, name), ':'), o[name])
	}
	return append(b, '}')
}

// isPlain reports whether a string needs no escapes.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}
