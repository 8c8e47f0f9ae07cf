package mutant

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"

	"understudy/spec"
)

const (
	creation = spec.CreateSegment
	source   = spec.ReadSegmentSource
)

// molecule is one that every choice accepts.
var molecule = object{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""}

func segments() []Mutant {
	return []Mutant{
		{ID: "creation-answers-200", Breaks: "created-segment-code", Says: "a creation is answered with HTTP 200", Change: onCode(creation, http.StatusOK)},
		{ID: "creation-answers-202", Breaks: "created-segment-code", Says: "a creation is answered with HTTP 202", Change: onCode(creation, http.StatusAccepted)},
		{ID: "creation-status-success", Breaks: "created-segment-status", Says: "a creation has the status success",
			Change: onBody(creation, func(body object, _ url.Values) { body["status"] = "success" })},
		{ID: "creation-without-data", Breaks: "created-segment-data", With: []string{"created-segment-id"}, Says: "the id stands beside status, not in data",
			Change: onBody(creation, func(body object, _ url.Values) { body["id"] = body["data"].(object)["id"]; delete(body, "data") })},
		{ID: "creation-id-in-words", Breaks: "created-segment-id", Says: "a segment's id is a string",
			Change: onBody(creation, func(body object, _ url.Values) {
				data := body["data"].(object)
				data["id"] = "segment-" + strconv.Itoa(number(data["id"]))
			})},
		{ID: "source-url-relative", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is a path",
			Change: onBody(creation, func(body object, _ url.Values) {
				u, _ := url.Parse(body["filter_segment_source_url"].(string))
				body["filter_segment_source_url"] = u.Path
			})},
		{ID: "source-url-in-data", Breaks: "created-segment-source-url", Says: "filter_segment_source_url stands in data",
			Change: onBody(creation, func(body object, _ url.Values) {
				body["data"].(object)["filter_segment_source_url"] = body["filter_segment_source_url"]
				delete(body, "filter_segment_source_url")
			})},
		{ID: "creation-empty-body", Breaks: "bodies-are-json", Says: "a creation's success has no body", Change: onBytes(creation, func([]byte) []byte { return nil })},
		{ID: "creation-fails", Breaks: "segments-are-created", Says: "a creation is answered with HTTP 500", Change: always(creation, http.StatusInternalServerError)},
		{ID: "name-not-required", Breaks: "segment-name-required", Says: "a segment needs no name", Change: filled("name", func(*Lab) any { return "nameless" })},
		{ID: "molecules-not-required", Breaks: "segment-molecules-required", Says: "a segment needs no molecules", Change: filled("molecules", func(*Lab) any { return []any{molecule} })},
		{ID: "dataset-not-required", Breaks: "segment-dataset-required", Says: "a segment needs no dataset_id", Change: filled("dataset_id", func(l *Lab) any { return l.Ground.DatasetID })},
		{ID: "two-operation-molecules-side-by-side", Breaks: "one-operation-molecule", Says: "molecules may hold two Operation Molecules side by side",
			Change: onInput(creation, func(body object, _ *Lab) {
				if list, ok := body["molecules"].([]any); ok {
					body["molecules"] = slices.CompactFunc(list, func(a, b any) bool {
						_, one := a.(string)
						_, two := b.(string)
						return one && two
					})
				}
			})},
		{ID: "two-operation-molecules", Breaks: "one-operation-molecule", Says: "molecules may hold two Operation Molecules",
			Change: onInput(creation, func(body object, _ *Lab) {
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
		{ID: "creation-not-kept", Breaks: "segment-source-completes", With: []string{"created-segment-id"}, Says: "a segment that was answered as created is gone at once", Change: undone(creation)},
	}
}

// filled puts a required member in where the client left it out.
func filled(member string, value func(*Lab) any) wrapper {
	return onInput(creation, func(body object, lab *Lab) {
		if _, ok := body[member]; !ok {
			body[member] = value(lab)
		}
	})
}

func sources() []Mutant {
	return []Mutant{
		{ID: "never-complete", Breaks: "segment-source-completes", Says: "the source URL's status stays false",
			Change: onBody(source, func(body object, _ url.Values) {
				for k := range body {
					delete(body, k)
				}
				body["status"] = false
			})},
		{ID: "source-not-found", Breaks: "segment-source-completes", Says: "the source URL answers 404", Change: always(source, http.StatusNotFound)},
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
		{ID: "source-trailing-bytes", Breaks: "bodies-are-json", Says: "the source URL's answer is followed by bytes",
			Change: onBytes(source, func(b []byte) []byte { return append(b, "ok"...) })},
	}
}

// properties are a segment's in the answer of the source URL, wherever gap
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

// onSecondLook changes every answer of a complete segment but the first.
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
