package independent

import (
	"net/http"
	"strings"
	"time"
)

// creationFaults spoil the creation of a segment.
var creationFaults = []fault{
	{Violation: Violation{ID: "create-200", Breaks: "created-segment-code", Says: "a creation gets HTTP 200"},
		create: func(_ *segment, rep *reply) { rep.code = http.StatusOK }},
	{Violation: Violation{ID: "create-status-success", Breaks: "created-segment-status", Says: "a creation has the status success"},
		create: replaces("status", "success")},
	{Violation: Violation{ID: "create-data-missing", Breaks: "created-segment-data", Says: "the id of a creation stands beside status; there is no data",
		With: []string{"created-segment-id"}},
		create: func(seg *segment, rep *reply) { rep.body = append(rep.body.without("data"), member{"id", seg.id}) }},
	{Violation: Violation{ID: "created-id-string", Breaks: "created-segment-id", Says: "the id of a creation is a string"},
		create: func(seg *segment, rep *reply) {
			rep.body = rep.body.with("data", object{{"id", string(script{}.append(nil, seg.id))}})
		}},
	{Violation: Violation{ID: "created-id-missing", Breaks: "created-segment-id", Says: "the data of a creation has no id"},
		create: replaces("data", object{{"kind", "filter"}})},
	{Violation: Violation{ID: "source-url-relative", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is a path"},
		create: func(_ *segment, rep *reply) {
			_, path, _ := strings.Cut(sourceURLOf(rep), "/jobs/")
			rep.body = rep.body.with("filter_segment_source_url", "/jobs/"+path)
		}},
	{Violation: Violation{ID: "source-url-missing", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is left out"},
		create: func(_ *segment, rep *reply) { rep.body = rep.body.without("filter_segment_source_url") }},
	{Violation: Violation{ID: "source-url-in-data", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is in data"},
		create: func(seg *segment, rep *reply) {
			data := object{{"id", seg.id}, {"filter_segment_source_url", sourceURLOf(rep)}}
			rep.body = rep.body.without("filter_segment_source_url").with("data", data)
		}},
	{Violation: Violation{ID: "create-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a creation's JSON"},
		create: func(_ *segment, rep *reply) { rep.garble = trailing }},
	{Violation: Violation{ID: "create-empty-body", Breaks: "bodies-are-json", Says: "a creation's body is empty"},
		create: func(_ *segment, rep *reply) { rep.garble = nothing }},
	{Violation: Violation{ID: "create-500", Breaks: "segments-are-created", Says: "a creation always gets HTTP 500"},
		create: func(_ *segment, rep *reply) { *rep = broken }},

	{Violation: Violation{ID: "name-not-required", Breaks: "segment-name-required", Says: "a segment is created without a name"},
		waives: needsName},
	{Violation: Violation{ID: "name-missing-422", Breaks: "segment-name-required", Says: "without a name the code is 422 and the status error, and the segment is created all the same"},
		waives: needsName, create: func(seg *segment, rep *reply) {
			if seg.name == "" {
				rep.code = http.StatusUnprocessableEntity
				rep.body = rep.body.with("status", "error")
			}
		}},
	{Violation: Violation{ID: "molecules-not-required", Breaks: "segment-molecules-required", Says: "a segment is created without molecules"},
		waives: needsMolecules},
	{Violation: Violation{ID: "dataset-not-required", Breaks: "segment-dataset-required", Says: "a segment is created without a dataset_id"},
		waives: needsDataset},
	{Violation: Violation{ID: "two-operations-accepted", Breaks: "one-operation-molecule", Says: "a segment is created with two Operation Molecules"},
		waives: oneOperation},
}

func sourceURLOf(rep *reply) string {
	return rep.body.get("filter_segment_source_url").(string)
}

func replaces(name string, value any) func(*segment, *reply) {
	return func(_ *segment, rep *reply) { rep.body = rep.body.with(name, value) }
}

// sourceFaults spoil what the source URL of a segment shows.
var sourceFaults = []fault{
	{Violation: Violation{ID: "never-completes", Breaks: "segment-source-completes", Says: "the status of the source URL stays false"},
		look: func(l *look) { l.complete = false }},
	{Violation: Violation{ID: "source-url-dead", Breaks: "segment-source-completes", Says: "the source URL returns HTTP 404 for ever"},
		source: func(_ look, rep *reply) { *rep = reply{code: http.StatusNotFound} }},
	{Violation: Violation{ID: "goes-back", Breaks: "segment-source-stays-complete", Says: "the status of the source URL is false again after it was true once"},
		look: func(l *look) { l.complete = l.complete && l.completeReads == 1 }},
	{Violation: Violation{ID: "forgets-members", Breaks: "segment-source-stays-complete", Says: "the complete source URL lacks the molecules from its second reading on",
		With: []string{"segment-source-properties"}},
		source: func(l look, rep *reply) {
			if l.completeReads > 1 {
				withoutMolecules(l, rep)
			}
		}},
	{Violation: Violation{ID: "status-done", Breaks: "segment-source-status", Says: "the status of the complete source URL is done",
		With: []string{"segment-source-completes"}},
		source: func(l look, rep *reply) {
			if l.complete {
				rep.body = rep.body.with("status", "done")
			}
		}},
	{Violation: Violation{ID: "source-status-missing", Breaks: "segment-source-status", Says: "the response of the source URL has no status",
		With: []string{"segment-source-completes"}},
		source: func(_ look, rep *reply) { rep.body = rep.body.without("status") }},
	{Violation: Violation{ID: "source-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow the source URL's JSON"},
		source: func(_ look, rep *reply) { rep.garble = trailing }},
	{Violation: Violation{ID: "complete-bare", Breaks: "segment-source-properties", Says: "the complete source URL shows its status and nothing else"},
		source: func(l look, rep *reply) {
			if l.complete {
				rep.body = object{{"status", rep.body.get("status")}}
			}
		}},
	{Violation: Violation{ID: "complete-without-molecules", Breaks: "segment-source-properties", Says: "the complete source URL lacks the molecules, which the retrieval has"},
		source: withoutMolecules},
}

// withoutMolecules finds the properties in data or beside status.
func withoutMolecules(l look, rep *reply) {
	if !l.complete {
		return
	}
	rep.body = rep.body.without("molecules")
	if data, ok := rep.body.get("data").(object); ok {
		rep.body = rep.body.with("data", data.without("molecules"))
	}
}

// linkFaults spoil links. Those that lack data lack what a link promises.
var linkFaults = append(about(createLink, []fault{
	{Violation: Violation{ID: "link-200", Breaks: "created-link-code", Says: "a link's creation gets HTTP 200"}, respond: code(http.StatusOK)},
	{Violation: Violation{ID: "link-status-success", Breaks: "created-link-status", Says: "a link's creation has the status success"}, respond: status("success")},
	{Violation: Violation{ID: "link-status-missing", Breaks: "created-link-status", Says: "a link's creation has no status"}, respond: withoutStatus},
	{Violation: Violation{ID: "link-data-missing", Breaks: "created-link-data", Says: "the members of a link stand beside status; there is no data",
		With: []string{"link-is-fresh", "link-carries-auth", "link-redirect-echoed", "link-names-its-segment"}},
		respond: dataBeside},
	{Violation: Violation{ID: "link-empty-body", Breaks: "bodies-are-json", Says: "the body of a link's creation is empty"}, respond: garbles(nothing)},
	{Violation: Violation{ID: "link-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a link's JSON"}, respond: garbles(trailing)},

	{Violation: Violation{ID: "link-born-expired", Breaks: "link-is-fresh", Says: "a new link is expired"}, respond: sets("expired", true)},
	{Violation: Violation{ID: "link-born-revoked", Breaks: "link-is-fresh", Says: "a new link is revoked"}, respond: sets("revoked", true)},
	{Violation: Violation{ID: "link-expiration-past", Breaks: "link-is-fresh", Says: "the expiration of a new link lies in the past",
		With: []string{"link-expires"}},
		respond: sets("expiration", extended(time.Date(2019, time.March, 1, 8, 0, 0, 0, time.UTC)))},
	{Violation: Violation{ID: "link-without-auth", Breaks: "link-carries-auth", Says: "the uri of a link has no auth"},
		respond: inURI("?auth=", "?key=")},
	{Violation: Violation{ID: "link-auth-empty", Breaks: "link-carries-auth", Says: "the auth of a link's uri is empty"},
		respond: inURI("?auth=", "?auth=&key=")},
	{Violation: Violation{ID: "link-auth-in-fragment", Breaks: "link-carries-auth", Says: "the auth of a link's uri stands in its fragment"},
		respond: inURI("?auth=", "#auth=")},
	{Violation: Violation{ID: "link-without-auth-back-to-query", Breaks: "link-carries-auth", Says: "the uri of a link has no auth where redirect_uri has a query"},
		respond: withoutAuthBackTo("?")},
	{Violation: Violation{ID: "link-without-auth-back-to-fragment", Breaks: "link-carries-auth", Says: "the uri of a link has no auth where redirect_uri has a fragment"},
		respond: withoutAuthBackTo("#")},
	{Violation: Violation{ID: "link-uri-relative", Breaks: "link-uri", Says: "the uri of a link is a path"},
		respond: func(o outcome) {
			_, path, _ := strings.Cut(o.data().get("uri").(string), "/lens/")
			o.set("uri", "/lens/"+path)
		}},
	{Violation: Violation{ID: "link-redirect-not-echoed", Breaks: "link-redirect-echoed", Says: "redirect_uri is always the same"},
		respond: sets("redirect_uri", "https://desk.independent.invalid/")},
	{Violation: Violation{ID: "link-redirect-cut", Breaks: "link-redirect-echoed", Says: "redirect_uri lacks the query string that was sent"},
		respond: func(o outcome) {
			short, _, _ := strings.Cut(o.redirect, "?")
			o.set("redirect_uri", short)
		}},
	{Violation: Violation{ID: "link-segment-anothers", Breaks: "link-names-its-segment", Says: "segment_id is that of another segment"},
		respond: func(o outcome) { o.set("segment_id", o.data().get("segment_id").(int64)+1) }},
}),
	fault{Violation: Violation{ID: "link-unknown-segment-anothers", Breaks: "link-names-its-segment", Says: "for a segment_id that names nothing, a link on another segment is created"},
		waives: knowsSegmentToLink},
	fault{Violation: Violation{ID: "expired-link-opens", Breaks: "link-expires", Says: "the uri of a link opens for ever", Needs: "clock"},
		waives: linksExpire},
)

// What the tables of single responses use.

func code(n int) func(outcome) { return func(o outcome) { o.rep.code = n } }

func status(word string) func(outcome) {
	return func(o outcome) { o.rep.body = o.rep.body.with("status", word) }
}

func withoutStatus(o outcome) { o.rep.body = o.rep.body.without("status") }

func sets(name string, value any) func(outcome) { return func(o outcome) { o.set(name, value) } }

func garbles(how func([]byte) []byte) func(outcome) { return func(o outcome) { o.rep.garble = how } }

func dataInArray(o outcome) { o.rep.body = o.rep.body.with("data", []object{o.data()}) }

func dataBeside(o outcome) { o.rep.body = append(o.rep.body.without("data"), o.data()...) }

func labelTwice(o outcome) {
	objects := o.data().get("objects").([]object)
	n := len(objects) - 1
	objects[n] = append(objects[n], member{"label", "Table"})
	o.set("objects", objects)
}

func inURI(from, to string) func(outcome) {
	return func(o outcome) { o.set("uri", strings.Replace(o.data().get("uri").(string), from, to, 1)) }
}

// withoutAuthBackTo takes the auth out of the uri where redirect_uri has a sign.
func withoutAuthBackTo(sign string) func(outcome) {
	return func(o outcome) {
		if strings.Contains(o.redirect, sign) {
			inURI("?auth=", "?key=")(o)
		}
	}
}
