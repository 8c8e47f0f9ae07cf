package independent

import (
	"net/http"
	"strings"
	"time"
)

// linkFaults spoil links. Those that lack data lack what a link promises.
var linkFaults = append(about(createLink, []fault{
	{Violation: Violation{ID: "link-200", Breaks: "created-link-code", Says: "a link's creation is answered 200"}, answer: code(http.StatusOK)},
	{Violation: Violation{ID: "link-status-success", Breaks: "created-link-status", Says: "a link's creation has the status success"}, answer: status("success")},
	{Violation: Violation{ID: "link-status-missing", Breaks: "created-link-status", Says: "a link's creation has no status"}, answer: withoutStatus},
	{Violation: Violation{ID: "link-data-missing", Breaks: "created-link-data", Says: "the members of a link stand beside status; there is no data",
		With: []string{"link-is-fresh", "link-carries-auth", "link-redirect-echoed", "link-names-its-segment"}},
		answer: dataBeside},
	{Violation: Violation{ID: "link-empty-body", Breaks: "bodies-are-json", Says: "the body of a link's creation is empty"}, answer: garbles(nothing)},
	{Violation: Violation{ID: "link-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a link's JSON"}, answer: garbles(trailing)},

	{Violation: Violation{ID: "link-born-expired", Breaks: "link-is-fresh", Says: "a new link is expired"}, answer: sets("expired", true)},
	{Violation: Violation{ID: "link-born-revoked", Breaks: "link-is-fresh", Says: "a new link is revoked"}, answer: sets("revoked", true)},
	{Violation: Violation{ID: "link-expiration-past", Breaks: "link-is-fresh", Says: "the expiration of a new link lies in the past",
		With: []string{"link-expires"}},
		answer: sets("expiration", extended(time.Date(2019, time.March, 1, 8, 0, 0, 0, time.UTC)))},
	{Violation: Violation{ID: "link-without-auth", Breaks: "link-carries-auth", Says: "the uri of a link has no auth"},
		answer: inURI("?auth=", "?key=")},
	{Violation: Violation{ID: "link-auth-empty", Breaks: "link-carries-auth", Says: "the auth of a link's uri is empty"},
		answer: inURI("?auth=", "?auth=&key=")},
	{Violation: Violation{ID: "link-auth-in-fragment", Breaks: "link-carries-auth", Says: "the auth of a link's uri stands in its fragment"},
		answer: inURI("?auth=", "#auth=")},
	{Violation: Violation{ID: "link-uri-relative", Breaks: "link-uri", Says: "the uri of a link is a path"},
		answer: func(o outcome) {
			_, path, _ := strings.Cut(o.data().get("uri").(string), "/lens/")
			o.set("uri", "/lens/"+path)
		}},
	{Violation: Violation{ID: "link-redirect-not-echoed", Breaks: "link-redirect-echoed", Says: "redirect_uri is always the same"},
		answer: sets("redirect_uri", "https://desk.independent.invalid/")},
	{Violation: Violation{ID: "link-redirect-cut", Breaks: "link-redirect-echoed", Says: "redirect_uri lacks the query string that was sent"},
		answer: func(o outcome) {
			short, _, _ := strings.Cut(o.redirect, "?")
			o.set("redirect_uri", short)
		}},
	{Violation: Violation{ID: "link-segment-anothers", Breaks: "link-names-its-segment", Says: "segment_id is that of another segment"},
		answer: func(o outcome) { o.set("segment_id", o.data().get("segment_id").(int64)+1) }},
}),
	fault{Violation: Violation{ID: "link-unknown-segment-anothers", Breaks: "link-names-its-segment", Says: "for a segment_id that names nothing, a link on another segment is created"},
		waives: knowsSegmentToLink},
	fault{Violation: Violation{ID: "expired-link-opens", Breaks: "link-expires", Says: "the uri of a link opens for ever", Needs: "clock"},
		waives: linksExpire},
)

// What the tables of single answers use.

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
