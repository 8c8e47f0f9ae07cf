package mutant

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"understudy/server/mutant/edit"
)

// gone replaces the value of a place without one.
var gone any = &struct{ none bool }{}

// spoiler makes a new value from the one at a place; gone means no value,
// before and after.
type spoiler func(old any) any

// slot is a place in an object or an array that can be written.
type slot struct {
	value any
	set   func(any)
}

// visit changes the place at a path of member names, with * for the items of an
// array and the values of a map: everywhere, or only in the last item that has
// it. It reports whether there was such a place.
func visit(v any, path []string, lastOnly bool, spoil spoiler) (hit bool) {
	for _, at := range slots(v, path[0]) {
		if len(path) == 1 {
			hit = at.spoil(spoil) || hit
		} else {
			hit = visit(at.value, path[1:], lastOnly, spoil) || hit
		}
		if hit && lastOnly {
			return true
		}
	}
	return hit
}

// slots returns the places that one step of a path leads to, the last first.
func slots(v any, step string) (all []slot) {
	switch v := v.(type) {
	case object:
		if step != "*" {
			return []slot{member(v, step)}
		}
		for _, name := range slices.Backward(slices.Sorted(maps.Keys(v))) {
			all = append(all, member(v, name))
		}
	case []any:
		if step != "*" {
			return nil
		}
		for i, item := range slices.Backward(v) {
			all = append(all, slot{item, func(now any) { v[i] = now }})
		}
	}
	return all
}

func member(o object, name string) slot {
	value, ok := o[name]
	if !ok {
		value = gone
	}
	return slot{value, func(now any) {
		if now == gone {
			delete(o, name)
			return
		}
		o[name] = now
	}}
}

func (s slot) spoil(spoil spoiler) bool {
	now := spoil(s.value)
	if s.value == gone && now == gone {
		return false
	}
	s.set(now)
	return true
}

// whereThere skips the places without a value.
func whereThere(spoil spoiler) spoiler {
	return func(old any) any {
		if old == gone {
			return gone
		}
		return spoil(old)
	}
}

// what is done to a place, and how a row describes it.
type what struct {
	says  string
	spoil spoiler
}

var (
	missing  = what{"is missing", func(any) any { return gone }}
	fraction = what{"has a fraction", func(any) any { return json.Number("12.5") }}
	inWords  = what{"is a string", func(old any) any { return "no. " + string(edit.Encode(old)) }}
	relative = what{"is a path", func(old any) any {
		u, _ := url.Parse(old.(string))
		return u.RequestURI()
	}}
	nextOne = what{"is one more", func(old any) any { return edit.Number(old) + 1 }}
)

// becomes writes a value, whether there was one or not.
func becomes(value any) what {
	return what{"is " + string(edit.Encode(value)), func(any) any { return value }}
}

// spoilt returns a mutant that breaks one place of an operation's success
// responses, in the last item that has it if the place is within items.
func spoilt(operation, id, breaks, path string, w what) Mutant {
	says := path + " " + w.says
	if strings.Contains(path, "*") {
		says += " in the last item"
	}
	steps := strings.Split(strings.TrimPrefix(path, "/"), "/")
	return Mutant{ID: id, Breaks: breaks, Says: says, Change: func(next http.Handler, lab *Lab) http.Handler {
		return edit.OnBytes(operation, onceEach(func(response []byte) []byte {
			body := edit.Decode(response)
			visit(body, steps, true, w.spoil)
			return edit.Encode(body)
		}))(next, lab)
	}}
}

// mostKept is how many bodies onceEach keeps.
const mostKept = 256

// onceEach caches the changed form of each body, because most come again and
// again. The change depends on the body only.
func onceEach(change func([]byte) []byte) func([]byte) []byte {
	var mu sync.Mutex
	kept := map[string][]byte{}
	return func(body []byte) []byte {
		mu.Lock()
		defer mu.Unlock()
		changed, ok := kept[string(body)]
		if !ok {
			if len(kept) == mostKept {
				clear(kept)
			}
			changed = change(body)
			kept[string(body)] = changed
		}
		return changed
	}
}
