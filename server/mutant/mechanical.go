package mutant

import (
	"maps"
	"slices"
	"strings"

	"understudy/spec/contract"
)

// Mechanical is a success answer with one place of it spoilt.
type Mechanical struct {
	// ID names operation, place and what was done to it.
	ID     string
	Breaks string
	Answer contract.Answer
}

// Mechanicals spoils a recorded success answer at every place that the
// contract knows: each member dropped, dropped in the last item only, null and
// of a wrong type, save what the exceptions allow.
func Mechanicals(operation string, a contract.Answer) (all []Mechanical) {
	for _, m := range contract.Members(operation) {
		path := strings.Split(strings.TrimPrefix(m.Pattern, "/"), "/")
		if m.Pattern == "" || slices.Contains(path[len(path)-1:], "*") {
			continue
		}
		for what, spoil := range spoilers(m) {
			for _, lastOnly := range []bool{false, true} {
				if lastOnly && (what != "dropped" || !slices.Contains(path, "*")) {
					continue
				}
				body := decode(a.Body)
				if !visit(body, path, lastOnly, spoil) {
					continue
				}
				id := operation + " " + m.Pattern + " " + what
				if lastOnly {
					id += " in the last item only"
				}
				all = append(all, Mechanical{ID: id, Breaks: m.Promise, Answer: contract.Answer{Status: a.Status, Body: encode(body)}})
			}
		}
	}
	slices.SortFunc(all, func(a, b Mechanical) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// spoilers are what may be done to a member so that it is no longer lawful.
func spoilers(m contract.Member) map[string]func(holder object, name string) {
	all := map[string]func(object, string){"of a wrong type": func(o object, name string) {
		o[name] = wrongFor(m.Type)
	}}
	if m.Required {
		all["dropped"] = func(o object, name string) { delete(o, name) }
	}
	if !m.Nullable {
		all["null"] = func(o object, name string) { o[name] = nil }
	}
	if len(m.Type) == 0 {
		delete(all, "of a wrong type")
	}
	return maps.Clone(all)
}

// wrongFor is a value of none of the types.
func wrongFor(types []string) any {
	for kind, value := range map[string]any{"object": object{"unexpected": true}, "array": []any{"unexpected"}} {
		if !slices.Contains(types, kind) {
			return value
		}
	}
	return 0.5
}

// visit spoils the member at a path, in every item or in the last only. It
// tells whether there was such a member.
func visit(v any, path []string, lastOnly bool, spoil func(object, string)) bool {
	switch v := v.(type) {
	case object:
		if len(path) == 1 {
			if _, ok := v[path[0]]; !ok {
				return false
			}
			spoil(v, path[0])
			return true
		}
		return visit(v[path[0]], path[1:], lastOnly, spoil)
	case []any:
		hit := false
		for i := range v {
			if at := v[len(v)-1-i]; visit(at, path[1:], lastOnly, spoil) {
				if hit = true; lastOnly {
					return true
				}
			}
		}
		return hit
	}
	return false
}
