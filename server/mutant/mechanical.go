package mutant

import (
	"slices"
	"strings"

	"understudy/server/mutant/edit"
	"understudy/spec/contract"
)

// Mechanical is a success response that is broken at one place.
type Mechanical struct {
	// ID names operation, place and what was done to it.
	ID       string
	Breaks   string
	Response contract.Response
}

// Mechanicals breaks a recorded success response at every place that the
// contract knows: each member dropped, dropped in the last item only, null and
// of a wrong type, except what the exceptions allow; each item of an array and
// each value of a map null and of a wrong type.
func Mechanicals(operation string, a contract.Response) (all []Mechanical) {
	for _, m := range contract.Members(operation) {
		for what, spoil := range spoilers(m) {
			all = append(all, mechanical(m, a, what, false, spoil)...)
			if what == "dropped" && strings.Contains(m.Pattern, "*") {
				all = append(all, mechanical(m, a, "dropped in the last item only", true, spoil)...)
			}
		}
	}
	slices.SortFunc(all, func(a, b Mechanical) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// mechanical breaks the response at one place, if it has that place.
func mechanical(m contract.Member, a contract.Response, what string, lastOnly bool, spoil spoiler) []Mechanical {
	body := edit.Decode(a.Body)
	if !visit(body, strings.Split(strings.TrimPrefix(m.Pattern, "/"), "/"), lastOnly, whereThere(spoil)) {
		return nil
	}
	return []Mechanical{{ID: m.Operation + " " + m.Pattern + " " + what, Breaks: m.Promise,
		Response: contract.Response{Status: a.Status, Body: edit.Encode(body)}}}
}

// spoilers returns the changes of a place after which it is no longer allowed.
func spoilers(m contract.Member) map[string]spoiler {
	all := map[string]spoiler{}
	if len(m.Type) > 0 {
		all["of a wrong type"] = func(any) any { return wrongFor(m.Type) }
	}
	if m.Required {
		all["dropped"] = func(any) any { return gone }
	}
	if !m.Nullable {
		all["null"] = func(any) any { return nil }
	}
	return all
}

// wrongFor returns a value of another type than the given ones.
func wrongFor(types []string) any {
	switch {
	case !slices.Contains(types, "object"):
		return object{"unexpected": true}
	case !slices.Contains(types, "array"):
		return []any{"unexpected"}
	}
	return 0.5
}
