package mutant

import (
	"encoding/json"
	"net/http"
	"net/url"
	"sync"

	"understudy/spec"
)

const source = spec.ReadSegmentSource

func sources() []Mutant {
	return []Mutant{
		{ID: "never-complete", Breaks: "segment-source-completes", Says: "the source URL's status stays false",
			Change: onBody(source, func(body object, _ url.Values) {
				for k := range body {
					delete(body, k)
				}
				body["status"] = false
			})},
		{ID: "source-not-found", Breaks: "segment-source-completes", Says: "the source URL returns HTTP 404", Change: always(source, http.StatusNotFound)},
		{ID: "source-goes-back", Breaks: "segment-source-stays-complete", With: []string{"segment-source-properties"}, Says: "a status that was true is false again",
			Change: goesBack},
		{ID: "source-forgets", Breaks: "segment-source-stays-complete", With: []string{"segment-source-properties"}, Says: "the second look at a complete segment lacks its molecules",
			Change: onSecondLook(func(body object) { delete(properties(body), "molecules") })},
		{ID: "source-status-done", Breaks: "segment-source-status", With: []string{"segment-source-completes"}, Says: "the status of a complete segment is done",
			Change: onBody(source, func(body object, _ url.Values) {
				if isTrue(body["status"]) {
					body["status"] = "done"
				}
			})},
		{ID: "source-status-missing", Breaks: "segment-source-status", With: []string{"segment-source-completes"}, Says: "the source URL shows no status",
			Change: onBody(source, func(body object, _ url.Values) { delete(body, "status") })},
		{ID: "source-without-properties", Breaks: "segment-source-properties", Says: "a complete source URL shows its status only",
			Change: onBody(source, func(body object, _ url.Values) {
				for k := range body {
					if k != "status" {
						delete(body, k)
					}
				}
			})},
		{ID: "source-lacks-a-property", Breaks: "segment-source-properties", Says: "a complete source URL lacks the segment's name",
			Change: onBody(source, func(body object, _ url.Values) { delete(properties(body), "name") })},
		{ID: "segment-on-another-source", Breaks: "segment-on-its-source", Says: "the segment is created on another source",
			Change: onBody(source, otherBy1("source_id"))},
		{ID: "segment-on-another-dataset", Breaks: "segment-on-its-source", Says: "the segment is based on another dataset",
			Change: onBody(source, otherBy1("dataset_id"))},
		{ID: "source-trailing-bytes", Breaks: "bodies-are-json", Says: "the source URL's response is followed by bytes",
			Change: onBytes(source, func(b []byte) []byte { return append(b, "ok"...) })},
	}
}

// properties are a segment's in the response to the source URL, wherever gap
// source-properties-place puts them.
func properties(body object) object {
	if data, ok := body["data"].(object); ok {
		return data
	}
	return body
}

// otherBy1 changes an id of a body, where it is shown.
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
func onSecondLook(change func(body object)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var seen sync.Map
		return on(source, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			rec := record(next, r)
			body := rec.Body.Bytes()
			if rec.Code == http.StatusOK {
				v := decode(body)
				if _, again := seen.LoadOrStore(r.URL.Path, true); isTrue(v["status"]) && again {
					change(v)
				} else if !isTrue(v["status"]) {
					seen.Delete(r.URL.Path)
				}
				body = encode(v)
			}
			reply(w, rec, body)
		})(next, lab)
	}
}

// isTrue knows both forms of a complete status: see gap source-status-type.
func isTrue(status any) bool { return status == true || status == "true" }

// goesBack shows a complete segment as running again from the second look on.
var goesBack = onSecondLook(func(body object) {
	for k := range body {
		delete(body, k)
	}
	body["status"] = false
})
