package response

import (
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func (f *form) object(b []byte, o Object) []byte {
	b, empty := append(b, '{'), true
	var room [1]Member // most members are shown as one
	for _, m := range o {
		for _, shown := range f.member(room[:0], m.Name, m.Value) {
			if !empty {
				b = append(b, ',')
			}
			b, empty = quote(b, shown.Name), false
			b = f.value(append(b, ':'), shown.Value)
		}
	}
	return append(b, '}')
}

func (f *form) array(b []byte, a Array) []byte {
	b = append(b, '[')
	for i, v := range a {
		if i > 0 {
			b = append(b, ',')
		}
		b = f.value(b, v)
	}
	return append(b, ']')
}

func (f *form) value(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case string:
		return quote(b, v)
	case time.Time:
		return f.timestamp(b, v)
	case jsontext.Value:
		return append(b, v...)
	case map[string]string:
		return f.object(b, SortedObject(v))
	case []string:
		return texts(b, v)
	case Object:
		return f.object(b, v)
	case Array:
		return f.array(b, v)
	case Pagination:
		return f.pagination(b, v)
	case rows:
		return v.encode(b, f)
	}
	panic("response: a body holds a value that cannot be encoded")
}

func texts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = quote(b, s)
	}
	return append(b, ']')
}

// quote writes a JSON string. Invalid UTF-8, which can only come from a Host,
// is replaced.
func quote(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}
