package destinations

import (
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
)

// objectPlaces are the places of a listed destination object that the document names.
var objectPlaces = sync.OnceValue(func() map[string]bool {
	places := map[string]bool{}
	for _, m := range contract.Members(spec.ListDestinationObjects) {
		places[m.Pattern] = true
	}
	return places
})

// objectPlace is the place of an object within a list of them.
const objectPlace = "/data/*"

// difference returns the first place at which two views of an object contradict each
// other; empty without a contradiction. It ignores members that only one of them shows or
// that are null, those that the document does not name, and the order of lists. Notes, which
// the document calls a text or null, and the keys of maps are compared all the same.
func difference(place string, a, b gjson.Result) string {
	switch {
	case strings.HasSuffix(place, "/notes") && a.Exists() && b.Exists() && a.String() != b.String():
		return place // null is as good as an empty text
	case a.Type == gjson.Null || b.Type == gjson.Null: // or absent
		return ""
	case a.IsObject() && b.IsObject():
		return differentMember(place, a, b)
	case a.IsArray() && b.IsArray():
		return differentItem(place, a.Array(), b.Array())
	case client.Canonical(a) != client.Canonical(b):
		return place
	}
	return ""
}

func differentMember(place string, a, b gjson.Result) (different string) {
	other := b.Map()
	isMap := objectPlaces()[place+"/*"]
	if isMap && len(a.Map()) != len(other) {
		return place
	}
	a.ForEach(func(name, v gjson.Result) bool {
		at := place + "/" + name.String()
		if !objectPlaces()[at] {
			at = place + "/*" // the value of a map
		}
		switch {
		case isMap && !other[name.String()].Exists():
			different = place
		case objectPlaces()[at]:
			different = difference(at, v, other[name.String()])
		}
		return different == ""
	})
	return different
}

// differentItem compares lists item by item: by the name of an item, where all names
// differ, else by their contents.
func differentItem(place string, a, b []gjson.Result) string {
	if len(a) != len(b) {
		return place
	}
	for _, name := range []string{"full_name", "name", "id"} {
		own, other := byName(a, name), byName(b, name)
		if own == nil || other == nil {
			continue
		}
		for _, item := range a {
			key := client.Key(item.Get(name))
			if !other[key].Exists() {
				return place
			}
			if at := difference(place+"/*", own[key], other[key]); at != "" {
				return at
			}
		}
		return ""
	}
	if len(a) > 0 && a[0].IsObject() {
		return differentByPlace(place, a, b)
	}
	if !slices.Equal(sortedTexts(a), sortedTexts(b)) {
		return place
	}
	return ""
}

// differentByPlace compares items without a name, sorted by their contents.
func differentByPlace(place string, a, b []gjson.Result) string {
	order := func(x, y gjson.Result) int {
		return slices.Compare([]string{client.Canonical(x)}, []string{client.Canonical(y)})
	}
	a, b = slices.SortedFunc(slices.Values(a), order), slices.SortedFunc(slices.Values(b), order)
	for i := range a {
		if at := difference(place+"/*", a[i], b[i]); at != "" {
			return at
		}
	}
	return ""
}

// byName returns the items by a member that names them; nil where one has no name, or
// two have the same.
func byName(items []gjson.Result, name string) map[string]gjson.Result {
	named := map[string]gjson.Result{}
	for _, item := range items {
		v := item.Get(name)
		if v.Type != gjson.String && v.Type != gjson.Number {
			return nil
		}
		named[client.Key(v)] = item
	}
	if len(named) < len(items) || len(items) == 0 {
		return nil
	}
	return named
}

func sortedTexts(items []gjson.Result) []string {
	var texts []string
	for _, item := range items {
		texts = append(texts, client.Canonical(item))
	}
	slices.Sort(texts)
	return texts
}
