package mutant

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

const source = spec.ReadSegmentSource

func sources() []Mutant {
	return []Mutant{
		{ID: "never-complete", Breaks: "segment-source-completes", Says: "the source URL's status stays false",
			Change: edit.OnBody(source, func(body object, _ url.Values) {
				for k := range body {
					delete(body, k)
				}
				body["status"] = false
			})},
		{ID: "source-not-found", Breaks: "segment-source-completes", Says: "the source URL returns HTTP 404", Change: edit.Always(source, http.StatusNotFound)},
		{ID: "source-goes-back", Breaks: "segment-source-stays-complete", With: []string{"segment-source-properties"}, Says: "a status that was true is false again",
			Change: goesBack},
		{ID: "source-forgets", Breaks: "segment-source-stays-complete", With: []string{"segment-source-properties"}, Says: "the second look at a complete segment lacks its molecules",
			Change: onSecondLook(func(body object) { delete(properties(body), "molecules") })},
		{ID: "source-and-retrieval-forget", Breaks: "segment-source-stays-complete", With: []string{"segment-source-properties"},
			Says: "the second look at a complete segment and its retrieval lack its molecules", Change: func(next http.Handler, lab *Lab) http.Handler {
				forgotten := edit.OnBody(spec.GetSegment, func(body object, _ url.Values) { delete(properties(body), "molecules") })
				return onSecondLook(func(body object) { delete(properties(body), "molecules") })(forgotten(next, lab), lab)
			}},
		{ID: "source-renames-later", Breaks: "segment-name-kept", With: []string{"segment-source-properties"}, Says: "from the fourth look at a complete segment on, its name is made of its id",
			Change: onLook(4, func(body object) {
				if shown := properties(body); shown["name"] != nil {
					shown["name"] = fmt.Sprint("Segment ", shown["id"])
				}
			})},
		{ID: "source-status-done", Breaks: "segment-source-status", With: []string{"segment-source-completes"}, Says: "the status of a complete segment is done",
			Change: edit.OnBody(source, func(body object, _ url.Values) {
				if isComplete(body) {
					withStatus(body)["status"] = "done"
				}
			})},
		{ID: "source-status-done-beside-data", Breaks: "segment-source-status", With: []string{"segment-source-completes"}, Says: "the status of a complete segment is done, but that in data is true",
			Change: edit.OnBody(source, func(body object, _ url.Values) {
				if isComplete(body) {
					data := maps.Clone(properties(body))
					data["status"] = true
					clear(body)
					body["status"], body["data"] = "done", data
				}
			})},
		{ID: "source-status-missing", Breaks: "segment-source-status", With: []string{"segment-source-completes"}, Says: "the source URL shows no status",
			Change: edit.OnBody(source, func(body object, _ url.Values) { delete(withStatus(body), "status") })},
		{ID: "source-without-properties", Breaks: "segment-source-properties", Says: "a complete source URL shows its status only",
			Change: edit.OnBody(source, func(body object, _ url.Values) {
				status := withStatus(body)["status"]
				clear(body)
				body["status"] = status
			})},
		{ID: "source-lacks-a-property", Breaks: "segment-source-properties", Says: "a complete source URL lacks the segment's name",
			Change: edit.OnBody(source, func(body object, _ url.Values) { delete(properties(body), "name") })},
		{ID: "segment-on-another-source", Breaks: "segment-on-its-source", Says: "the segment is created on another source",
			Change: edit.OnBody(source, otherBy1("source_id"))},
		{ID: "segment-of-an-unknown-source-on-ours", Breaks: "segment-on-its-source", Says: "a segment on an unknown source is created on the one that there is",
			Change: edit.On(creation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
				r = edit.Reread(r)
				again := r.Clone(r.Context())
				again.Body, _ = r.GetBody()
				rec := edit.Record(next, r)
				if rec.Code == http.StatusNotFound {
					again.URL.Path = "/api/v1/sources/" + strconv.FormatInt(lab.TestData.SourceID, 10) + "/filter_segments"
					rec = edit.Record(next, again)
				}
				edit.Reply(w, rec, rec.Body.Bytes())
			})},
		{ID: "segment-on-another-dataset", Breaks: "segment-on-its-source", Says: "the segment is based on another dataset",
			Change: edit.OnBody(source, otherBy1("dataset_id"))},
		{ID: "source-running-no-content", Breaks: "segment-source-status", Says: "the source URL of a segment that is not complete gets HTTP 204",
			Change: edit.On(source, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
				rec := edit.Record(next, r)
				body := rec.Body.Bytes()
				if rec.Code == http.StatusOK && !isComplete(edit.Decode(body)) {
					rec.Code, body = http.StatusNoContent, nil
				}
				edit.Reply(w, rec, body)
			})},
		{ID: "source-trailing-bytes", Breaks: "bodies-are-json", Says: "the source URL's response is followed by bytes",
			Change: edit.OnBytes(source, func(b []byte) []byte { return append(b, "ok"...) })},
	}
}

// properties returns a segment's properties in the response to the source URL,
// for each variant of gap source-properties-place.
func properties(body object) object {
	if data, ok := body["data"].(object); ok {
		return data
	}
	return body
}

// otherBy1 changes an id of a body, if it is shown.
func otherBy1(member string) func(object, url.Values) {
	return func(body object, _ url.Values) {
		shown := properties(body)
		if id, ok := shown[member].(json.Number); ok {
			n, _ := id.Int64()
			shown[member] = n + 1
		}
	}
}

// onSecondLook changes every response of a complete segment but the first.
func onSecondLook(change func(body object)) wrapper { return onLook(2, change) }

// onLook changes the responses of a complete segment from the nth look on.
func onLook(n int, change func(body object)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		looks := map[string]int{} // at the complete segment, by path
		return edit.On(source, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			rec := edit.Record(next, r)
			body := rec.Body.Bytes()
			if rec.Code == http.StatusOK {
				v := edit.Decode(body)
				mu.Lock()
				if isComplete(v) {
					looks[r.URL.Path]++
				} else {
					delete(looks, r.URL.Path)
				}
				if looks[r.URL.Path] >= n {
					change(v)
				}
				mu.Unlock()
				body = edit.Encode(v)
			}
			edit.Reply(w, rec, body)
		})(next, lab)
	}
}

// isComplete reports whether a source URL's response has the status true, in both forms (gap
// source-status-type) and in each place (gap source-properties-place).
func isComplete(body object) bool {
	status := withStatus(body)["status"]
	return status == true || status == "true"
}

// withStatus returns the object of a source URL's response that has the status.
func withStatus(body object) object {
	if _, ok := body["status"]; ok {
		return body
	}
	return properties(body)
}

// goesBack shows a complete segment as running again from the second look on.
var goesBack = onSecondLook(func(body object) {
	for k := range body {
		delete(body, k)
	}
	body["status"] = false
})

// completions are mutants that complete only some segments, or with other
// values than they were created with.
func completions() []Mutant {
	return []Mutant{
		{ID: "groups-never-complete", Breaks: "segment-source-completes", Says: "a segment with a group of molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) > 0 && isGroup(molecules[0]) })},
		{ID: "empty-never-complete", Breaks: "segment-source-completes", Says: "a segment without molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) == 0 })},
		{ID: "molecules-after-the-third-lost", Breaks: "segment-source-properties", Says: "a complete segment lacks the molecules after the third",
			Change: molecules(func(list []any) []any { return list[:min(3, len(list))] })},
		{ID: "digits-of-molecules-as-numbers", Breaks: "segment-source-properties", Says: "the value of a molecule that is digits is shown as a number",
			Change: molecules(func(list []any) []any {
				for _, m := range list {
					if m, ok := m.(object); ok {
						if n, err := strconv.Atoi(fmt.Sprint(m["value"])); err == nil {
							m["value"] = n
						}
					}
				}
				return list
			})},
		{ID: "molecules-equal-ones-merged", Breaks: "segment-source-properties", Says: "of equal molecules a complete segment shows one",
			Change: molecules(func(list []any) (different []any) {
				for _, m := range list {
					if !slices.ContainsFunc(different, func(other any) bool { return reflect.DeepEqual(m, other) }) {
						different = append(different, m)
					}
				}
				return different
			})},
		{ID: "molecules-without-empty-values", Breaks: "segment-source-properties", Says: "the empty values of molecules are left out",
			Change: molecules(withoutValue(func(m object) { delete(m, "value") }))},
		{ID: "molecules-with-null-values", Breaks: "segment-source-properties", Says: "the empty values of molecules are shown as null",
			Change: molecules(withoutValue(func(m object) { m["value"] = nil }))},
		{ID: "molecules-one-as-an-object", Breaks: "segment-source-properties", Says: "a single molecule is shown as an object, not as an array",
			Change: shownMolecules(func(list []any) any {
				if len(list) == 1 {
					return list[0]
				}
				return list
			})},
		{ID: "several-never-complete", Breaks: "segment-source-completes", Says: "a segment with several molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) > 1 })},
		{ID: "molecules-in-reverse", Breaks: "segment-source-properties", Says: "the molecules of a complete segment stand in reverse", Change: molecules(func(list []any) []any {
			reversed := []any{}
			for _, m := range list {
				reversed = append([]any{m}, reversed...)
			}
			return reversed
		})},
		{ID: "molecules-without-the-last", Breaks: "segment-source-properties", Says: "a complete segment lacks the last of several molecules",
			Change: molecules(func(list []any) []any { return list[:max(1, len(list)-1)] })},
		{ID: "operation-molecule-lost", Breaks: "segment-source-properties", Says: "a complete segment lacks the Operation Molecule that was sent", Change: molecules(func(list []any) []any {
			return slices.DeleteFunc(list, func(m any) bool { _, isText := m.(string); return isText })
		})},
		{ID: "operation-molecule-in-lower-case", Breaks: "segment-source-properties", Says: "a complete segment shows the Operation Molecule in lower case", Change: molecules(func(list []any) []any {
			for i, m := range list {
				if text, ok := m.(string); ok {
					list[i] = strings.ToLower(text)
				}
			}
			return list
		})},
		{ID: "molecules-twice", Breaks: "segment-source-properties", Says: "a complete segment has the first of several molecules twice",
			Change: molecules(func(list []any) []any {
				if len(list) > 1 {
					return append([]any{list[0]}, list...)
				}
				return list
			})},
		{ID: "molecules-like-the-first", Breaks: "segment-source-properties", Says: "each molecule of a complete segment is like the first",
			Change: molecules(func(list []any) []any {
				same := []any{}
				for range list {
					same = append(same, list[0])
				}
				return same
			})},
		{ID: "molecules-of-the-first-segment", Breaks: "segment-source-properties", Says: "every complete segment has the molecules of the first one", Change: asFirst("molecules")},
		{ID: "name-of-the-first-segment", Breaks: "segment-source-properties", With: []string{"segment-name-kept"}, Says: "every complete segment has the name of the first one", Change: asFirst("name")},
	}
}

func isGroup(molecule any) bool {
	_, group := molecule.([]any)
	return group
}

// pendingWhere leaves segments pending depending on the molecules that were sent.
func pendingWhere(holds func(molecules []any) bool) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		pending := map[string]bool{}
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == source && pending[segmentOf(x.r)]:
				x.body = object{"status": false}
			case operation == creation:
				list, _ := x.sent["molecules"].([]any)
				pending[x.segmentPath()] = holds(list)
			}
		}
	}, creation, source)
}

// molecules changes the molecules of a complete segment, in the source URL and
// in the retrieval.
func molecules(change func([]any) []any) wrapper {
	return shownMolecules(func(list []any) any { return change(list) })
}

// withoutValue changes the molecules whose value is empty.
func withoutValue(change func(m object)) func([]any) []any {
	return func(list []any) []any {
		for _, m := range list {
			if m, ok := m.(object); ok && m["value"] == "" {
				change(m)
			}
		}
		return list
	}
}

// shownMolecules is molecules for what shows them as no array.
func shownMolecules(change func([]any) any) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			shown := properties(x.body)
			if list, ok := shown["molecules"].([]any); ok && len(list) > 0 && x.done() {
				shown["molecules"] = change(list)
			}
		}
	}, source, spec.GetSegment)
}

// asFirst shows a member of the first creation in all segments.
func asFirst(member string) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		var first any
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == creation && first == nil:
				first = x.sent[member]
			case operation != creation && properties(x.body)[member] != nil:
				properties(x.body)[member] = first
			}
		}
	}, creation, source, spec.GetSegment)
}
