package jsonvalue

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Rules say which differences between two values count. The zero value counts all that
// change the Canonical notation.
type Rules struct {
	// IgnoreMissing ignores a member that only one of two objects has.
	IgnoreMissing bool
	// IgnoreNull ignores a value that is null in one of the two.
	IgnoreNull bool
	// NullIsText reports whether null is the same as an empty text at a place, whatever
	// IgnoreNull says; nil for nowhere.
	NullIsText func(place string) bool
	// IgnoreOrder compares the items of arrays in any order: those of one name, where a member
	// of NamedBy names all of them differently, else sorted by their Canonical notation.
	IgnoreOrder bool
	NamedBy     []string
	// Documented, unless nil, are the only places whose members count, such as /data/*/name.
	// With /data/*/keys/*, the value at /data/*/keys is a map: all its keys count.
	Documented map[string]bool
}

// Equal reports whether no difference between two values counts.
func (r Rules) Equal(a, b gjson.Result) bool { return r.Difference("/", a, b) == "" }

// Difference returns the first place below that of two values where they differ, as a JSON
// pointer with * for the items of an array and for the values of a map; "" for none. Where
// arrays, or the keys of objects, do not match, it is their own. The place must not be empty.
func (r Rules) Difference(place string, a, b gjson.Result) string {
	switch {
	case r.NullIsText != nil && r.NullIsText(place):
		a, b = textOf(a), textOf(b)
	case r.IgnoreNull && (a.Type == gjson.Null || b.Type == gjson.Null):
		return ""
	case a.IsObject() && b.IsObject():
		return r.members(place, a, b)
	case a.IsArray() && b.IsArray():
		return r.items(place, a.Array(), b.Array())
	}
	if Canonical(a) != Canonical(b) {
		return place
	}
	return ""
}

// textOf returns an empty text for null.
func textOf(v gjson.Result) gjson.Result {
	if v.Type == gjson.Null {
		return gjson.Result{Type: gjson.String}
	}
	return v
}

// members compares objects. Where a has a member twice, both count.
func (r Rules) members(place string, a, b gjson.Result) (different string) {
	own, other := a.Map(), b.Map()
	isMap := r.Documented[place+"/*"]
	if (isMap || !r.IgnoreMissing) && (r.lacks(place, own, other) || r.lacks(place, other, own)) {
		return place
	}
	a.ForEach(func(name, v gjson.Result) bool {
		at, counts := r.member(place, name.Str)
		if theirs := other[name.Str]; counts && theirs.Exists() {
			different = r.Difference(at, v, theirs)
		}
		return different == ""
	})
	return different
}

// lacks reports whether an object has a member that counts and that another one lacks.
func (r Rules) lacks(place string, members, other map[string]gjson.Result) bool {
	for name := range members {
		if _, counts := r.member(place, name); counts && !other[name].Exists() {
			return true
		}
	}
	return false
}

// member returns the place of a member, and whether it counts.
func (r Rules) member(place, name string) (at string, counts bool) {
	at = place + "/" + name
	if r.Documented == nil || r.Documented[at] {
		return at, true
	}
	at = place + "/*"
	return at, r.Documented[at]
}

func (r Rules) items(place string, a, b []gjson.Result) string {
	if len(a) != len(b) {
		return place
	}
	if r.IgnoreOrder && len(a) > 0 {
		var match bool
		if a, b, match = r.paired(a, b); !match {
			return place
		}
	}
	for i := range a {
		if at := r.Difference(place+"/*", a[i], b[i]); at != "" {
			return at
		}
	}
	return ""
}

// paired returns the items of two arrays that are to be compared, with the same index. It
// reports false where they do not match: a name is in one array alone, or items that are no
// objects, which it compares itself, differ.
func (r Rules) paired(a, b []gjson.Result) (x, y []gjson.Result, match bool) {
	for _, name := range r.NamedBy {
		own, other := ByName(a, name), ByName(b, name)
		if own == nil || other == nil {
			continue
		}
		for _, item := range a {
			theirs := other[Key(item.Get(name))]
			if !theirs.Exists() {
				return nil, nil, false
			}
			y = append(y, theirs)
		}
		return a, y, true
	}
	if !a[0].IsObject() {
		return nil, nil, slices.EqualFunc(sorted(a), sorted(b), Rules{}.Equal)
	}
	return sorted(a), sorted(b), true
}

// ByName returns items by a member that names them; nil where there are none, one has no name, or
// two have the same.
func ByName(items []gjson.Result, name string) map[string]gjson.Result {
	named := map[string]gjson.Result{}
	for _, item := range items {
		v := item.Get(name)
		if v.Type != gjson.String && v.Type != gjson.Number {
			return nil
		}
		named[Key(v)] = item
	}
	if len(named) < len(items) || len(items) == 0 {
		return nil
	}
	return named
}

func sorted(items []gjson.Result) []gjson.Result {
	return slices.SortedFunc(slices.Values(items), func(a, b gjson.Result) int {
		return strings.Compare(Canonical(a), Canonical(b))
	})
}
