package independent

import (
	"net/http"
	"strings"
	"time"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/token"
)

// creationFaults break the creation of a segment.
var creationFaults = []api.Fault{
	{Violation: Violation{ID: "create-200", Breaks: "created-segment-code", Says: "a creation gets HTTP 200"},
		Create: func(_ *api.Segment, rep *api.Reply) { rep.Code = http.StatusOK }},
	{Violation: Violation{ID: "create-status-success", Breaks: "created-segment-status", Says: "a creation has the status success"},
		Create: replaces("status", "success")},
	{Violation: Violation{ID: "create-data-missing", Breaks: "created-segment-data",
		Says: "the id of a creation stands beside status; there is no data",
		With: []string{"created-segment-id"}},
		Create: func(seg *api.Segment, rep *api.Reply) {
			rep.Body = append(rep.Body.Without("data"), api.Member{Name: "id", Value: seg.ID})
		}},
	{Violation: Violation{ID: "created-id-string", Breaks: "created-segment-id", Says: "the id of a creation is a string"},
		Create: func(seg *api.Segment, rep *api.Reply) {
			rep.Body = rep.Body.With("data", api.Object{{Name: "id", Value: string(api.Script{}.Append(nil, seg.ID))}})
		}},
	{Violation: Violation{ID: "created-id-missing", Breaks: "created-segment-id", Says: "the data of a creation has no id"},
		Create: replaces("data", api.Object{{Name: "kind", Value: "filter"}})},
	{Violation: Violation{ID: "source-url-relative", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is a path"},
		Create: func(_ *api.Segment, rep *api.Reply) {
			_, path, _ := strings.Cut(sourceURLOf(rep), "/jobs/")
			rep.Body = rep.Body.With("filter_segment_source_url", "/jobs/"+path)
		}},
	{Violation: Violation{ID: "source-url-missing", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is left out"},
		Create: func(_ *api.Segment, rep *api.Reply) { rep.Body = rep.Body.Without("filter_segment_source_url") }},
	{Violation: Violation{ID: "source-url-in-data", Breaks: "created-segment-source-url", Says: "filter_segment_source_url is in data"},
		Create: func(seg *api.Segment, rep *api.Reply) {
			data := api.Object{{Name: "id", Value: seg.ID}, {Name: "filter_segment_source_url", Value: sourceURLOf(rep)}}
			rep.Body = rep.Body.Without("filter_segment_source_url").With("data", data)
		}},
	{Violation: Violation{ID: "create-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a creation's JSON"},
		Create: func(_ *api.Segment, rep *api.Reply) { rep.Garble = trailing }},
	{Violation: Violation{ID: "create-empty-body", Breaks: "bodies-are-json", Says: "a creation's body is empty"},
		Create: func(_ *api.Segment, rep *api.Reply) { rep.Garble = nothing }},
	{Violation: Violation{ID: "create-500", Breaks: "segments-are-created", Says: "a creation always gets HTTP 500"},
		Create: func(_ *api.Segment, rep *api.Reply) { *rep = api.Broken }},

	{Violation: Violation{ID: "name-not-required", Breaks: "segment-name-required", Says: "a segment is created without a name"},
		Waives: api.NeedsName},
	{Violation: Violation{ID: "name-missing-422", Breaks: "segment-name-required",
		Says: "without a name the code is 422 and the status error, and the segment is created all the same"},
		Waives: api.NeedsName, Create: func(seg *api.Segment, rep *api.Reply) {
			if seg.Name == "" {
				rep.Code = http.StatusUnprocessableEntity
				rep.Body = rep.Body.With("status", "error")
			}
		}},
	{Violation: Violation{ID: "molecules-not-required", Breaks: "segment-molecules-required", Says: "a segment is created without molecules"},
		Waives: api.NeedsMolecules},
	{Violation: Violation{ID: "dataset-not-required", Breaks: "segment-dataset-required", Says: "a segment is created without a dataset_id"},
		Waives: api.NeedsDataset},
	{Violation: Violation{ID: "two-operations-accepted", Breaks: "one-operation-molecule",
		Says: "a segment is created with two Operation Molecules"},
		Waives: api.OneOperation},
}

func sourceURLOf(rep *api.Reply) string {
	return rep.Body.Get("filter_segment_source_url").(string)
}

func replaces(name string, value any) func(*api.Segment, *api.Reply) {
	return func(_ *api.Segment, rep *api.Reply) { rep.Body = rep.Body.With(name, value) }
}

// sourceFaults break the response of a segment's source URL.
var sourceFaults = []api.Fault{
	{Violation: Violation{ID: "never-completes", Breaks: "segment-source-completes", Says: "the status of the source URL stays false"},
		Look: func(l *api.Look) { l.Complete = false }},
	{Violation: Violation{ID: "source-url-dead", Breaks: "segment-source-completes", Says: "the source URL returns HTTP 404 forever"},
		Source: func(_ api.Look, rep *api.Reply) { *rep = api.Reply{Code: http.StatusNotFound} }},
	{Violation: Violation{ID: "goes-back", Breaks: "segment-source-stays-complete",
		Says: "the status of the source URL is false again after it was true once"},
		Look: func(l *api.Look) { l.Complete = l.Complete && l.CompleteReads == 1 }},
	{Violation: Violation{ID: "forgets-members", Breaks: "segment-source-stays-complete",
		Says: "the complete source URL lacks the molecules from its second reading on",
		With: []string{"segment-source-properties"}},
		Source: func(l api.Look, rep *api.Reply) {
			if l.CompleteReads > 1 {
				withoutMolecules(l, rep)
			}
		}},
	{Violation: Violation{ID: "status-done", Breaks: "segment-source-status", Says: "the status of the complete source URL is done",
		With: []string{"segment-source-completes"}},
		Source: func(l api.Look, rep *api.Reply) {
			if l.Complete {
				rep.Body = rep.Body.With("status", "done")
			}
		}},
	{Violation: Violation{ID: "source-status-missing", Breaks: "segment-source-status", Says: "the response of the source URL has no status",
		With: []string{"segment-source-completes"}},
		Source: func(_ api.Look, rep *api.Reply) { rep.Body = rep.Body.Without("status") }},
	{Violation: Violation{ID: "source-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow the source URL's JSON"},
		Source: func(_ api.Look, rep *api.Reply) { rep.Garble = trailing }},
	{Violation: Violation{ID: "complete-bare", Breaks: "segment-source-properties",
		Says: "the complete source URL shows its status and nothing else"},
		Source: func(l api.Look, rep *api.Reply) {
			if l.Complete {
				rep.Body = api.Object{{Name: "status", Value: rep.Body.Get("status")}}
			}
		}},
	{Violation: Violation{ID: "complete-without-molecules", Breaks: "segment-source-properties",
		Says: "the complete source URL lacks the molecules, which the retrieval has"},
		Source: withoutMolecules},
}

// withoutMolecules finds the properties in data or beside status.
func withoutMolecules(l api.Look, rep *api.Reply) {
	if !l.Complete {
		return
	}
	rep.Body = rep.Body.Without("molecules")
	if data, ok := rep.Body.Get("data").(api.Object); ok {
		rep.Body = rep.Body.With("data", data.Without("molecules"))
	}
}

// linkFaults break links. Those without data also lack what a link promises.
var linkFaults = append(about(api.CreateLink, []api.Fault{
	{Violation: Violation{ID: "link-200", Breaks: "created-link-code", Says: "a link's creation gets HTTP 200"}, Respond: code(http.StatusOK)},
	{Violation: Violation{ID: "link-status-success", Breaks: "created-link-status", Says: "a link's creation has the status success"},
		Respond: status("success")},
	{Violation: Violation{ID: "link-status-missing", Breaks: "created-link-status", Says: "a link's creation has no status"},
		Respond: withoutStatus},
	{Violation: Violation{ID: "link-data-missing", Breaks: "created-link-data",
		Says: "the members of a link stand beside status; there is no data",
		With: []string{"link-is-fresh", "link-carries-auth", "link-redirect-echoed", "link-names-its-segment"}},
		Respond: dataBeside},
	{Violation: Violation{ID: "link-empty-body", Breaks: "bodies-are-json", Says: "the body of a link's creation is empty"},
		Respond: garbles(nothing)},
	{Violation: Violation{ID: "link-trailing-bytes", Breaks: "bodies-are-json", Says: "bytes follow a link's JSON"},
		Respond: garbles(trailing)},

	{Violation: Violation{ID: "link-born-expired", Breaks: "link-is-fresh", Says: "a new link is expired"}, Respond: sets("expired", true)},
	{Violation: Violation{ID: "link-born-revoked", Breaks: "link-is-fresh", Says: "a new link is revoked"}, Respond: sets("revoked", true)},
	{Violation: Violation{ID: "link-expiration-past", Breaks: "link-is-fresh", Says: "the expiration of a new link lies in the past",
		With: []string{"link-expires"}},
		Respond: sets("expiration", api.Extended(time.Date(2019, time.March, 1, 8, 0, 0, 0, time.UTC)))},
	{Violation: Violation{ID: "link-without-auth", Breaks: "link-carries-auth", Says: "the uri of a link has no auth"},
		Respond: authAs("?key=")},
	{Violation: Violation{ID: "link-auth-empty", Breaks: "link-carries-auth", Says: "the auth of a link's uri is empty"},
		Respond: authAs("?auth=&key=")},
	{Violation: Violation{ID: "link-auth-in-two-words", Breaks: "link-uri", Says: "the auth of a link's uri begins with a word and a blank"},
		Respond: authAs("?auth=Bearer ")},
	{Violation: Violation{ID: "link-auth-is-the-token", Breaks: "link-carries-auth",
		Says: "the auth of a link's uri is the token that created it"},
		Respond: authAs("?auth=" + token.Workspace + "&key=")},
	{Violation: Violation{ID: "link-auth-in-fragment", Breaks: "link-carries-auth", Says: "the auth of a link's uri stands in its fragment"},
		Respond: authAs("#auth=")},
	{Violation: Violation{ID: "link-without-auth-back-to-query", Breaks: "link-carries-auth",
		Says: "the uri of a link has no auth where redirect_uri has a query"},
		Respond: withoutAuthBackTo("?")},
	{Violation: Violation{ID: "link-without-auth-back-to-fragment", Breaks: "link-carries-auth",
		Says: "the uri of a link has no auth where redirect_uri has a fragment"},
		Respond: withoutAuthBackTo("#")},
	{Violation: Violation{ID: "link-uri-relative", Breaks: "link-uri", Says: "the uri of a link is a path"},
		Respond: func(o api.Outcome) {
			_, path, _ := strings.Cut(o.Rep.Data().Get("uri").(string), "/lens/")
			o.Rep.Set("uri", "/lens/"+path)
		}},
	{Violation: Violation{ID: "link-redirect-not-echoed", Breaks: "link-redirect-echoed", Says: "redirect_uri is always the same"},
		Respond: sets("redirect_uri", "https://desk.independent.invalid/")},
	{Violation: Violation{ID: "link-redirect-cut", Breaks: "link-redirect-echoed", Says: "redirect_uri lacks the query string that was sent"},
		Respond: func(o api.Outcome) {
			short, _, _ := strings.Cut(o.Redirect, "?")
			o.Rep.Set("redirect_uri", short)
		}},
	{Violation: Violation{ID: "link-redirect-made-web", Breaks: "link-redirect-echoed",
		Says: "a redirect_uri that is no web address has https:// before it"},
		Respond: func(o api.Outcome) {
			if !strings.HasPrefix(o.Redirect, "http") {
				o.Rep.Set("redirect_uri", "https://"+o.Redirect)
			}
		}},
	{Violation: Violation{ID: "link-segment-anothers", Breaks: "link-names-its-segment", Says: "segment_id is that of another segment"},
		Respond: func(o api.Outcome) { o.Rep.Set("segment_id", o.Rep.Data().Get("segment_id").(int64)+1) }},
}),
	api.Fault{Violation: Violation{ID: "link-unknown-segment-anothers", Breaks: "link-names-its-segment",
		Says: "for a segment_id that names nothing, a link on another segment is created"},
		Waives: api.KnowsSegmentToLink},
	api.Fault{Violation: Violation{ID: "segment-unknown-source-ours", Breaks: "segment-on-its-source",
		Says: "for a source_id that names nothing, a segment on our source is created"},
		Waives: api.KnowsSourceOfSegments},
	api.Fault{Violation: Violation{ID: "new-link-opens-nothing", Breaks: "link-opens", Says: "the uri of a new link leads to no page"},
		Waives: api.LinksOpen},
	api.Fault{Violation: Violation{ID: "expired-link-opens", Breaks: "link-expires", Says: "the uri of a link opens forever", Needs: "clock"},
		Waives: api.LinksExpire},
)

// What the tables of single responses share.

func code(n int) func(api.Outcome) { return func(o api.Outcome) { o.Rep.Code = n } }

func status(word string) func(api.Outcome) {
	return func(o api.Outcome) { o.Rep.Body = o.Rep.Body.With("status", word) }
}

func withoutStatus(o api.Outcome) { o.Rep.Body = o.Rep.Body.Without("status") }

func sets(name string, value any) func(api.Outcome) {
	return func(o api.Outcome) { o.Rep.Set(name, value) }
}

func garbles(how func([]byte) []byte) func(api.Outcome) {
	return func(o api.Outcome) { o.Rep.Garble = how }
}

func dataInArray(o api.Outcome) { o.Rep.Body = o.Rep.Body.With("data", []api.Object{o.Rep.Data()}) }

func dataBeside(o api.Outcome) { o.Rep.Body = append(o.Rep.Body.Without("data"), o.Rep.Data()...) }

func labelTwice(o api.Outcome) {
	objects := o.Rep.Data().Get("objects").([]api.Object)
	n := len(objects) - 1
	objects[n] = append(objects[n], api.Member{Name: "label", Value: "Table"})
	o.Rep.Set("objects", objects)
}

// authAs writes something else for the beginning of the parameter auth in the uri.
func authAs(to string) func(api.Outcome) {
	return func(o api.Outcome) {
		o.Rep.Set("uri", strings.Replace(o.Rep.Data().Get("uri").(string), "?auth=", to, 1))
	}
}

// withoutAuthBackTo removes auth from the uri where redirect_uri contains a
// character.
func withoutAuthBackTo(sign string) func(api.Outcome) {
	return func(o api.Outcome) {
		if strings.Contains(o.Redirect, sign) {
			authAs("?key=")(o)
		}
	}
}
