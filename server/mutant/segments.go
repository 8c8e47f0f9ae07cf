package mutant

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

const creation = spec.CreateSegment

// molecule is one that every choice accepts.
var molecule = object{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""}

func segments() []Mutant {
	return []Mutant{
		{ID: "creation-answers-200", Breaks: "created-segment-code", Says: "a creation gets HTTP 200", Change: edit.OnCode(creation, http.StatusOK)},
		{ID: "creation-answers-202", Breaks: "created-segment-code", Says: "a creation gets HTTP 202", Change: edit.OnCode(creation, http.StatusAccepted)},
		{ID: "creation-status-success", Breaks: "created-segment-status", Says: "a creation has the status success",
			Change: edit.OnBody(creation, func(body object, _ url.Values) { body["status"] = "success" })},
		{ID: "creation-without-data", Breaks: "created-segment-data", With: []string{"created-segment-id"}, Says: "the id stands beside status, not in data",
			Change: edit.OnBody(creation, func(body object, _ url.Values) { body["id"] = body["data"].(object)["id"]; delete(body, "data") })},
		{ID: "creation-id-in-words", Breaks: "created-segment-id", Says: "a segment's id is a string",
			Change: edit.OnBody(creation, func(body object, _ url.Values) {
				data := body["data"].(object)
				data["id"] = "segment-" + strconv.Itoa(edit.Number(data["id"]))
			})},
		{ID: "source-url-relative", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is a path",
			Change: edit.OnBody(creation, func(body object, _ url.Values) {
				u, _ := url.Parse(body["filter_segment_source_url"].(string))
				body["filter_segment_source_url"] = u.Path
			})},
		{ID: "source-url-in-data", Breaks: "created-segment-source-url", Says: "filter_segment_source_url stands in data",
			Change: edit.OnBody(creation, func(body object, _ url.Values) {
				body["data"].(object)["filter_segment_source_url"] = body["filter_segment_source_url"]
				delete(body, "filter_segment_source_url")
			})},
		{ID: "creation-empty-body", Breaks: "bodies-are-json", Says: "a creation's success has no body", Change: edit.OnBytes(creation, func([]byte) []byte { return nil })},
		{ID: "creation-without-molecules-fails", Breaks: "segments-are-created", Says: "a creation with an empty array of molecules gets HTTP 500",
			Change: edit.On(creation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
				r = edit.Reread(r)
				if list := gjson.GetBytes(edit.BodyOf(r), "molecules"); list.IsArray() && len(list.Array()) == 0 {
					w.WriteHeader(http.StatusInternalServerError)
					return
				}
				next.ServeHTTP(w, r)
			})},
		{ID: "creation-fails", Breaks: "segments-are-created", Says: "a creation gets HTTP 500", Change: edit.Always(creation, http.StatusInternalServerError)},
		{ID: "taken-name-shows-the-first-segment", Breaks: "segments-are-created",
			Says: "the creation of a segment with a name that is taken gets the response to the first one's", Change: firstOfEachName()},
		{ID: "name-not-required", Breaks: "segment-name-required", Says: "a segment needs no name", Change: filled("name", func(*Lab) any { return "nameless" })},
		{ID: "molecules-not-required", Breaks: "segment-molecules-required", Says: "a segment needs no molecules", Change: filled("molecules", func(*Lab) any { return []any{molecule} })},
		{ID: "dataset-not-required-without-molecules", Breaks: "segment-dataset-required", Says: "a segment with no molecules needs no dataset_id",
			Change: edit.OnInput(creation, func(body object, l *Lab) {
				if molecules, is := body["molecules"].([]any); is && len(molecules) == 0 && body["dataset_id"] == nil {
					body["dataset_id"] = l.TestData.DatasetID
				}
			})},
		{ID: "dataset-not-required", Breaks: "segment-dataset-required", Says: "a segment needs no dataset_id", Change: filled("dataset_id", func(l *Lab) any { return l.TestData.DatasetID })},
		{ID: "two-operation-molecules-side-by-side", Breaks: "one-operation-molecule", Says: "molecules may hold two Operation Molecules side by side",
			Change: edit.OnInput(creation, func(body object, _ *Lab) {
				if list, ok := body["molecules"].([]any); ok {
					body["molecules"] = slices.CompactFunc(list, func(a, b any) bool {
						_, one := a.(string)
						_, two := b.(string)
						return one && two
					})
				}
			})},
		{ID: "two-operation-molecules", Breaks: "one-operation-molecule", Says: "molecules may hold two Operation Molecules",
			Change: edit.OnInput(creation, func(body object, _ *Lab) {
				list, _ := body["molecules"].([]any)
				var kept []any
				operations := 0
				for _, m := range list {
					if _, ok := m.(string); ok {
						if operations++; operations > 1 {
							continue
						}
					}
					kept = append(kept, m)
				}
				body["molecules"] = kept
			})},
		{ID: "name-may-be-null", Breaks: "segment-name-required", Says: "a segment whose name is null is created", Change: filledNull("name", func(*Lab) any { return "nameless" })},
		{ID: "molecules-may-be-null", Breaks: "segment-molecules-required", Says: "a segment whose molecules are null is created", Change: filledNull("molecules", func(*Lab) any { return []any{molecule} })},
		{ID: "dataset-may-be-null", Breaks: "segment-dataset-required", Says: "a segment whose dataset_id is null is created", Change: filledNull("dataset_id", func(l *Lab) any { return l.TestData.DatasetID })},
		{ID: "operation-molecules-after-five", Breaks: "one-operation-molecule", Says: "only the first five molecules are searched for Operation Molecules",
			Change: withoutOperations(func(at []int) bool { return at[1] >= 5 })},
		{ID: "three-operation-molecules", Breaks: "one-operation-molecule", Says: "molecules may hold three Operation Molecules, but not two",
			Change: withoutOperations(func(at []int) bool { return len(at) == 3 })},
		{ID: "creation-not-kept", Breaks: "segment-source-completes", With: []string{"created-segment-id"}, Says: "a segment that was confirmed as created is gone at once", Change: undone(creation)},
	}
}

// filledNull replaces a required member that is null.
func filledNull(member string, value func(*Lab) any) wrapper {
	return edit.OnInput(creation, func(body object, lab *Lab) {
		if v, ok := body[member]; ok && v == nil {
			body[member] = value(lab)
		}
	})
}

// withoutOperations accepts several Operation Molecules, at some places: all are left out.
func withoutOperations(accepts func(at []int) bool) wrapper {
	return edit.OnInput(creation, func(body object, _ *Lab) {
		list, _ := body["molecules"].([]any)
		var at []int
		for i, m := range list {
			if _, is := m.(string); is {
				at = append(at, i)
			}
		}
		if len(at) > 1 && accepts(at) {
			body["molecules"] = slices.DeleteFunc(list, func(m any) bool { _, is := m.(string); return is })
		}
	})
}

// filled adds a required member that the client left out.
func filled(member string, value func(*Lab) any) wrapper {
	return edit.OnInput(creation, func(body object, lab *Lab) {
		if _, ok := body[member]; !ok {
			body[member] = value(lab)
		}
	})
}

// firstOfEachName responds to the creation of a segment as to the first one with its name.
func firstOfEachName() wrapper {
	var first sync.Map // by name
	return edit.On(creation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		r = edit.Reread(r)
		name, rec := gjson.GetBytes(edit.BodyOf(r), "name").Raw, edit.Record(next, r)
		body := any(rec.Body.Bytes())
		if edit.Succeeds(rec) && name != "" {
			body, _ = first.LoadOrStore(name, body)
		}
		edit.Reply(w, rec, body.([]byte))
	})
}
