package segments

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/builtin/world"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
)

// propertiesAgree checks that the complete source URL of a segment returns what its retrieval
// shows and what does not change: in the place that shows most of the properties, as one of
// another thing, say a source, may have the same name. The source and the dataset are for a
// promise of their own.
//
// Promise segment-source-properties
func propertiesAgree(w *world.World, s world.Segment, wanted map[string]gjson.Result, shown []map[string]gjson.Result) error {
	shown = fullest(wanted, shown)
	sent := moleculeMembers(w)
	for _, name := range []string{"id", "name", "molecules", "created_at"} {
		want := wanted[name]
		isSame := func(in map[string]gjson.Result) bool { return sameProperty(name, in[name], want, sent) }
		if !want.Exists() || slices.ContainsFunc(shown, isSame) {
			continue
		}
		have := shown[len(shown)-1][name]
		if !have.Exists() {
			have = shown[0][name]
		}
		return outcome.Found(s.Complete, "the segment's "+name+", "+want.Raw, "%s", have.Raw)
	}
	if name := emptied(wanted, shown); name != "" {
		return staysEmptied(w, s, wanted, name)
	}
	if name := otherKind(wanted, shown); name != "" {
		return outcome.Found(s.Complete, "the segment's "+name+" to be a JSON "+kindOf(wanted[name])+", as in its retrieval", "%s",
			shown[0][name].Raw)
	}
	return nil
}

// emptied names a property that the retrieval shows and all of some objects have as null.
func emptied(wanted map[string]gjson.Result, shown []map[string]gjson.Result) string {
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		isShown := func(in map[string]gjson.Result) bool { return !in[name].Exists() || in[name].Type != gjson.Null }
		if wanted[name].Type != gjson.Null && !slices.ContainsFunc(shown, isShown) {
			return name
		}
	}
	return ""
}

// staysEmptied reads the source URL again when limits.settle has passed: a property may
// have been set in the meantime.
func staysEmptied(w *world.World, s world.Segment, wanted map[string]gjson.Result, name string) error {
	if err := w.Pass(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
		return err
	}
	e := w.ProbeAside(SourceRequest(w, s))
	if err := w.Usable(e); err != nil {
		return err
	}
	again := fullest(wanted, []map[string]gjson.Result{e.JSON().Map(), mostOf(w, wanted, e.JSON())})
	if emptied(map[string]gjson.Result{name: wanted[name]}, again) == "" {
		return nil
	}
	return outcome.Found(e, "the segment's "+name+", "+wanted[name].Raw+" in its retrieval", "null")
}

// otherKind names a property that has another JSON type in all of some objects than in the
// retrieval, of those that can mean only one thing.
func otherKind(wanted map[string]gjson.Result, shown []map[string]gjson.Result) string {
	for _, name := range []string{"id", "name", "source_id", "dataset_id"} {
		want := wanted[name]
		isLike := func(in map[string]gjson.Result) bool {
			return kindOf(in[name]) == kindOf(want) || in[name].Type == gjson.Null
		}
		if want.Type != gjson.Null && !slices.ContainsFunc(shown, isLike) {
			return name
		}
	}
	return ""
}

// kindOf returns the JSON type of a value.
func kindOf(v gjson.Result) string {
	switch {
	case v.IsObject():
		return "object"
	case v.IsArray():
		return "array"
	case v.IsBool():
		return "boolean"
	}
	return strings.ToLower(v.Type.String())
}

// fullest returns those of several objects that show the most of some properties.
func fullest(wanted map[string]gjson.Result, shown []map[string]gjson.Result) (most []map[string]gjson.Result) {
	best := -1
	for _, in := range shown {
		n := 0
		for name := range wanted {
			if in[name].Exists() {
				n++
			}
		}
		if n > best {
			best, most = n, nil
		}
		if n == best {
			most = append(most, in)
		}
	}
	return most
}

// sameProperty reports whether two operations show the same value of a property: of molecules,
// in the members that were sent. Others, which the deployment adds, may differ.
func sameProperty(name string, a, b gjson.Result, sent []string) bool {
	switch name {
	case "molecules":
		places := map[string]bool{}
		if a.IsObject() || a.IsArray() {
			addPlaces(places, "/molecules", a, sent)
		}
		return jsonvalue.Rules{IgnoreMissing: true, Documented: places}.Difference("/molecules", a, b) == ""
	case "created_at":
		return contract.SameInstant(a.String(), b.String())
	}
	return a.String() == b.String()
}

// moleculeMembers are the names of the members of the molecules that a run sends.
func moleculeMembers(w *world.World) (names []string) {
	body, _ := json.Marshal([]any{atomicMolecule(w), w.Run.Target.Samples.OperationMolecule}) // both are read from YAML
	var add func(v gjson.Result)
	add = func(v gjson.Result) {
		v.ForEach(func(name, inner gjson.Result) bool {
			if v.IsObject() {
				names = append(names, name.Str)
			}
			if inner.IsObject() || inner.IsArray() {
				add(inner)
			}
			return true
		})
	}
	add(gjson.ParseBytes(body))
	return names
}

// addPlaces adds the places of the members of a value that have one of some names.
func addPlaces(places map[string]bool, place string, v gjson.Result, names []string) {
	v.ForEach(func(name, inner gjson.Result) bool {
		at := place + "/*"
		if v.IsObject() {
			at = place + "/" + name.Str
			places[at] = places[at] || slices.Contains(names, name.Str)
		}
		if inner.IsObject() || inner.IsArray() {
			addPlaces(places, at, inner, names)
		}
		return true
	})
}

// contradict reports whether two values differ in what both show: members that only one of
// two objects has do not count.
func contradict(a, b gjson.Result) bool { return !jsonvalue.Rules{IgnoreMissing: true}.Equal(a, b) }
