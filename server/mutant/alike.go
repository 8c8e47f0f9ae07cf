package mutant

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"understudy/server/mutant/edit"
)

// across are mutants that show the same thing differently, or contradict themselves.
func across() []Mutant {
	return slices.Concat(objectViews(), topicEnvelopes(), segmentViews(), laterOnes())
}

const updated = "/data/objects/*/"

// objectViews show objects in an update differently from the list.
func objectViews() []Mutant {
	const alike = "objects-shown-alike"
	return []Mutant{
		spoilt(patched, "updated-object-relabelled", alike, updated+"label", what{"is another", func(old any) any { return old.(string) + " (old)" }}),
		spoilt(patched, "updated-object-operations-fewer", alike, updated+"supported_operations", becomes([]any{})),
		spoilt(patched, "updated-object-custom-fields-flipped", alike, updated+"allow_custom_fields", what{"is the opposite", func(old any) any { return old == false }}),
		spoilt(patched, "updated-object-mirror-flipped", alike, updated+"primary_identifier_mapping_attributes/mirror/required", what{"is the opposite", func(old any) any { return old == false }}),
		spoilt(patched, "updated-object-without-fields", alike, updated+"fields", becomes([]any{})),
		spoilt(patched, "updated-object-lacks-a-field", alike, updated+"fields", what{"lacks its last", func(old any) any { list := old.([]any); return list[:max(0, len(list)-1)] }}),
		spoilt(patched, "updated-field-of-another-type", alike, updated+"fields/*/type", becomes("blob")),
		spoilt(patched, "updated-object-configurable-otherwise", alike, updated+"configurable_field_definitions/*", becomes("blob")),
		{ID: "updated-objects-configurable-fewer", Breaks: alike, Says: "an update shows objects without their configurable_field_definitions",
			Change: edit.OnBody(patched, func(body object, _ url.Values) {
				for _, o := range body["data"].(object)["objects"].([]any) {
					o.(object)["configurable_field_definitions"] = object{}
				}
			})},
		spoilt(patched, "updated-object-notes-otherwise", alike, updated+"primary_identifier_mapping_attributes/upsert/notes", what{"is null or another", func(old any) any {
			if old == nil {
				return "see the manual"
			}
			return nil
		}}),
		spoilt(patched, "updated-object-renamed", alike, updated+"full_name", what{"is in capitals", func(old any) any { return old.(string) + "_V2" }}),
		{ID: "updated-with-the-first-objects", Breaks: alike, Says: "an update lacks the last object of the list",
			Change: edit.OnBody(patched, func(body object, _ url.Values) {
				data := body["data"].(object)
				if all := data["objects"].([]any); len(all) > 0 {
					data["objects"] = all[:len(all)-1]
				}
			})},
		{ID: "updated-with-an-object-twice", Breaks: alike, Says: "an update shows the first object twice",
			Change: edit.OnBody(patched, func(body object, _ url.Values) {
				data := body["data"].(object)
				if all := data["objects"].([]any); len(all) > 0 {
					data["objects"] = append(all[:1:1], all...)
				}
			})},
		{ID: "updated-without-objects-at-times", Breaks: alike, Says: "every second update shows no objects, though the list has some",
			Change: eachNth(2, patched, func(body object, _ url.Values) { body["data"].(object)["objects"] = []any{} })},
		{ID: "updated-without-objects", Breaks: alike, Says: "an update shows no objects, though the list has some",
			Change: edit.OnBody(patched, func(body object, _ url.Values) { body["data"].(object)["objects"] = []any{} })},
	}
}

// topicEnvelopes contradict themselves in a list of topics.
func topicEnvelopes() []Mutant {
	const agrees = "topics-envelope-agrees"
	change := func(change func(numbers object, data []any)) wrapper {
		return edit.OnBody(topicList, func(body object, _ url.Values) {
			change(body["pagination"].(object), body["data"].([]any))
		})
	}
	return []Mutant{
		{ID: "topics-page-zero", Breaks: agrees, Says: "the page of topics is 0", Change: change(func(p object, _ []any) { p["page"] = 0 })},
		{ID: "topics-total-zero", Breaks: agrees, Says: "total_records of topics is 0", Change: change(func(p object, _ []any) { p["total_records"] = 0 })},
		{ID: "topics-total-one-less", Breaks: agrees, Says: "total_records is one less than the topics shown",
			Change: change(func(p object, data []any) { p["total_records"] = max(0, len(data)-1) })},
		{ID: "topics-last-page-zero", Breaks: agrees, Says: "last_page of topics is 0", Change: change(func(p object, _ []any) { p["last_page"] = 0 })},
		{ID: "topics-one-twice", Breaks: agrees, Says: "the last topic appears twice",
			Change: edit.OnBody(topicList, func(body object, _ url.Values) {
				if data := body["data"].([]any); len(data) > 0 {
					body["data"] = append(data, data[len(data)-1])
					p := body["pagination"].(object)
					p["total_records"] = edit.Number(p["total_records"]) + 1
				}
			})},
	}
}

// segmentViews show a segment differently by its source URL and by its retrieval.
func segmentViews() []Mutant {
	change := func(member string, to func(any) any) wrapper {
		return edit.OnBody(source, func(body object, _ url.Values) {
			if shown := properties(body); shown[member] != nil {
				shown[member] = to(shown[member])
			}
		})
	}
	return []Mutant{
		{ID: "source-shows-other-molecules", Breaks: "segment-source-properties", Says: "the source URL shows molecules that the retrieval does not",
			Change: change("molecules", func(any) any { return []any{molecule, molecule} })},
		{ID: "source-shows-no-molecules", Breaks: "segment-source-properties", Says: "the source URL shows no molecule of a segment that has one",
			Change: change("molecules", func(any) any { return []any{} })},
		{ID: "source-lacks-empty-molecules", Breaks: "segment-source-properties", Says: "the source URL lacks the molecules of a segment that has none",
			Change: edit.OnBody(source, func(body object, _ url.Values) {
				if list, ok := properties(body)["molecules"].([]any); ok && len(list) == 0 {
					delete(properties(body), "molecules")
				}
			})},
		{ID: "source-lacks-some-names", Breaks: "segment-source-properties", Says: "the source URL lacks a name with letters beyond ASCII",
			Change: edit.OnBody(source, func(body object, _ url.Values) {
				if name, _ := properties(body)["name"].(string); strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
					delete(properties(body), "name")
				}
			})},
		{ID: "source-dataset-in-words", Breaks: "segment-source-properties", Says: "the source URL shows dataset_id as a text, the retrieval as a number",
			Change: change("dataset_id", func(id any) any { return fmt.Sprint(id) })},
		{ID: "source-created-another-day", Breaks: "segment-source-properties", Says: "the source URL shows another created_at than the retrieval",
			Change: change("created_at", func(any) any { return "2020-02-29T12:00:00Z" })},
	}
}

// laterOnes are correct at first.
func laterOnes() []Mutant {
	later := func(operation, member string, n int64) wrapper {
		var count atomic.Int64
		return edit.OnBody(operation, func(body object, _ url.Values) {
			if count.Add(1)%n == 0 {
				data := body["data"].(object)
				data[member] = edit.Number(data[member]) + 1
			}
		})
	}
	var updates, born atomic.Int64
	return []Mutant{
		{ID: "links-fifth-on-another-segment", Breaks: "link-names-its-segment", Says: "every fifth link shows another segment_id", Change: later(linking, "segment_id", 5)},
		{ID: "links-second-on-another-segment", Breaks: "link-names-its-segment", Says: "the second link of a segment shows another segment_id",
			Change: watched(func(*Lab) func(string, *exchange) {
				made := map[string]int{}
				return func(_ string, x *exchange) {
					if !x.done() {
						return
					}
					if made[x.r.URL.Path]++; made[x.r.URL.Path] == 2 {
						x.data()["segment_id"] = edit.Number(x.data()["segment_id"]) + 1
					}
				}
			}, linking)},
		{ID: "links-third-expired-at-birth", Breaks: "link-is-fresh", Says: "every third new link is expired, though its expiration lies ahead",
			Change: edit.OnBody(linking, func(body object, _ url.Values) {
				if born.Add(1)%3 == 0 {
					body["data"].(object)["expired"] = true
				}
			})},
		{ID: "destination-fourth-update-of-another", Breaks: "destination-named-by-its-id", Says: "every fourth update of a destination shows another id", Change: later(patched, "id", 4)},
		{ID: "connector-fifth-update-of-another", Breaks: "connector-service-name-kept", Says: "every fifth update of a connector shows another service_name",
			Change: func(next http.Handler, lab *Lab) http.Handler {
				return edit.OnBody(reconnecting, func(body object, _ url.Values) {
					if updates.Add(1)%5 == 0 {
						body["data"].(object)["service_name"] = "another"
					}
				})(next, lab)
			}},
	}
}
