package stranger

import (
	"net/http"
	"strings"
	"time"
)

// linkFaults spoil links. Those that lack data lack what a link promises.
var linkFaults = append(about(createLink, []fault{
	{Breach: Breach{ID: "link-200", Breaks: "created-link-code", Says: "a link's creation is answered 200"}, answer: code(http.StatusOK)},
	{Breach: Breach{ID: "link-status-success", Breaks: "created-link-status", Says: "a link's creation has the status success"}, answer: status("success")},
	{Breach: Breach{ID: "link-status-missing", Breaks: "created-link-status", Says: "a link's creation has no status"}, answer: withoutStatus},
	{Breach: Breach{ID: "link-data-missing", Breaks: "created-link-data", Says: "the members of a link stand beside status; there is no data",
		With: []string{"link-is-fresh", "link-carries-auth", "link-redirect-echoed", "link-names-its-segment"}},
		answer: dataBeside},
	{Breach: Breach{ID: "link-empty-body", Breaks: "bodies-are-json", Says: "the body of a link's creation is empty"}, answer: garbles(nothing)},
	{Breach: Breach{ID: "link-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a link's JSON"}, answer: garbles(trailing)},

	{Breach: Breach{ID: "link-born-expired", Breaks: "link-is-fresh", Says: "a new link is expired"}, answer: sets("expired", true)},
	{Breach: Breach{ID: "link-born-revoked", Breaks: "link-is-fresh", Says: "a new link is revoked"}, answer: sets("revoked", true)},
	{Breach: Breach{ID: "link-expiration-past", Breaks: "link-is-fresh", Says: "the expiration of a new link lies in the past",
		With: []string{"link-expires"}},
		answer: sets("expiration", extended(time.Date(2019, time.March, 1, 8, 0, 0, 0, time.UTC)))},
	{Breach: Breach{ID: "link-without-auth", Breaks: "link-carries-auth", Says: "the uri of a link has no auth"},
		answer: inURI("?auth=", "?key=")},
	{Breach: Breach{ID: "link-auth-empty", Breaks: "link-carries-auth", Says: "the auth of a link's uri is empty"},
		answer: inURI("?auth=", "?auth=&key=")},
	{Breach: Breach{ID: "link-auth-in-fragment", Breaks: "link-carries-auth", Says: "the auth of a link's uri stands in its fragment"},
		answer: inURI("?auth=", "#auth=")},
	{Breach: Breach{ID: "link-uri-relative", Breaks: "link-uri", Says: "the uri of a link is a path"},
		answer: func(o outcome) {
			_, path, _ := strings.Cut(o.data().get("uri").(string), "/lens/")
			o.set("uri", "/lens/"+path)
		}},
	{Breach: Breach{ID: "link-redirect-not-echoed", Breaks: "link-redirect-echoed", Says: "redirect_uri is always the same"},
		answer: sets("redirect_uri", "https://desk.stranger.invalid/")},
	{Breach: Breach{ID: "link-redirect-cut", Breaks: "link-redirect-echoed", Says: "redirect_uri lacks the query string that was sent"},
		answer: func(o outcome) {
			short, _, _ := strings.Cut(o.redirect, "?")
			o.set("redirect_uri", short)
		}},
	{Breach: Breach{ID: "link-segment-anothers", Breaks: "link-names-its-segment", Says: "segment_id is that of another segment"},
		answer: func(o outcome) { o.set("segment_id", o.data().get("segment_id").(int64)+1) }},
}),
	fault{Breach: Breach{ID: "link-unknown-segment-anothers", Breaks: "link-names-its-segment", Says: "for a segment_id that names nothing, a link on another segment is created"},
		waives: knowsSegmentToLink},
	fault{Breach: Breach{ID: "expired-link-opens", Breaks: "link-expires", Says: "the uri of a link opens for ever", Needs: "clock"},
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
