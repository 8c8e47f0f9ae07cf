package mutant

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"time"

	"understudy/server/api"
	"understudy/server/mutant/edit"
	"understudy/spec"
)

const linking = spec.CreateLink

// links break the creation of links, and a member of each response.
func links() []Mutant {
	return []Mutant{
		{ID: "link-answers-200", Breaks: "created-link-code", Says: "a link's creation gets HTTP 200", Change: edit.OnCode(linking, http.StatusOK)},
		spoilt(linking, "link-status-success", "created-link-status", "/status", becomes("success")),
		{ID: "link-without-data", Breaks: "created-link-data", Says: "a link's members stand beside status, not in data", Change: flattened(linking)},
		{ID: "links-unauthorized-at-times", Breaks: "links-are-created", Says: "every third link gets HTTP 401", Change: turnsAwayNth(3, linking, http.StatusUnauthorized)},
		{ID: "links-unprocessable-in-turns", Breaks: "links-are-created", Says: "every second link gets HTTP 422", Change: turnsAwayNth(2, linking, http.StatusUnprocessableEntity)},
		{ID: "links-of-some-segments-not-found", Breaks: "links-are-created", Says: "links on every second segment get HTTP 404", Change: everyOtherLost},
		{ID: "link-fails", Breaks: "links-are-created", Says: "a link's creation gets HTTP 500", Change: edit.Always(linking, http.StatusInternalServerError)},
		{ID: "link-resets", Breaks: "links-are-created", Says: "a link's creation breaks off the connection", Change: edit.Resets(linking)},
		{ID: "link-empty-body", Breaks: "bodies-are-json", Says: "a link's creation has no body", Change: edit.OnBytes(linking, func([]byte) []byte { return nil })},
		spoilt(linking, "link-id-in-words", "link-id", "/data/id", inWords),
		spoilt(linking, "link-id-missing", "link-id", "/data/id", missing),
		spoilt(linking, "link-type-segment", "link-type", "/data/type", becomes("Segment")),
		spoilt(linking, "link-type-missing", "link-type", "/data/type", missing),
		spoilt(linking, "link-expiration-in-words", "link-expiration", "/data/expiration", becomes("tomorrow")),
		spoilt(linking, "link-expiration-in-seconds", "link-expiration", "/data/expiration", becomes(4102444800)),
		spoilt(linking, "link-expired-in-words", "link-expired", "/data/expired", becomes("no")),
		spoilt(linking, "link-expired-missing", "link-expired", "/data/expired", missing),
		spoilt(linking, "link-revoked-null", "link-revoked", "/data/revoked", becomes(nil)),
		spoilt(linking, "link-uri-relative", "link-uri", "/data/uri", relative),
		spoilt(linking, "link-uri-with-a-blank", "link-uri", "/data/uri", what{"has a blank in its path", func(old any) any {
			return strings.Replace(old.(string), "?", "/the editor?", 1)
		}}),
		spoilt(linking, "link-uri-missing", "link-uri", "/data/uri", missing),
		spoilt(linking, "link-redirect-missing", "link-redirect-uri", "/data/redirect_uri", missing),
		spoilt(linking, "link-redirect-null", "link-redirect-uri", "/data/redirect_uri", becomes(nil)),
		spoilt(linking, "link-segment-in-words", "link-segment-id", "/data/segment_id", inWords),
		spoilt(linking, "link-segment-missing", "link-segment-id", "/data/segment_id", missing),
	}
}

// linksForUse break what a client does with a link: it opens its uri in time, for its segment, and
// is led back.
func linksForUse() []Mutant {
	return []Mutant{
		spoilt(linking, "link-expired-at-birth", "link-is-fresh", "/data/expired", becomes(true)),
		spoilt(linking, "link-revoked-at-birth", "link-is-fresh", "/data/revoked", becomes(true)),
		{ID: "link-expiration-in-the-past", Breaks: "link-is-fresh", Says: "a new link's expiration is an hour ago",
			Change: edit.OnBody(linking, func(body object, _ url.Values) {
				body["data"].(object)["expiration"] = time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
			})},
		{ID: "link-expires-at-birth", Breaks: "link-is-fresh", Says: "a new link's expiration is the instant of its creation",
			Change: edit.OnBody(linking, func(body object, _ url.Values) {
				body["data"].(object)["expiration"] = time.Now().UTC().Format(time.RFC3339Nano)
			})},
		spoilt(linking, "link-auth-with-a-blank", "link-uri", "/data/uri", what{"has a blank in its auth", func(old any) any {
			return strings.Replace(old.(string), "?auth=", "?auth=a b", 1)
		}}),
		spoilt(linking, "link-without-auth", "link-carries-auth", "/data/uri", what{"has no auth", func(old any) any {
			bare, _, _ := strings.Cut(old.(string), "?")
			return bare
		}}),
		spoilt(linking, "link-with-empty-auth", "link-carries-auth", "/data/uri", what{"has an empty auth", func(old any) any {
			bare, _, _ := strings.Cut(old.(string), "?")
			return bare + "?auth="
		}}),
		spoilt(linking, "link-auth-undefined", "link-carries-auth", "/data/uri", what{"has the word undefined as its auth", func(old any) any {
			bare, _, _ := strings.Cut(old.(string), "?")
			return bare + "?auth=undefined"
		}}),
		spoilt(linking, "link-auth-in-the-fragment", "link-carries-auth", "/data/uri", what{"has its auth in the fragment", func(old any) any {
			return strings.Replace(old.(string), "?", "#", 1)
		}}),
		{ID: "link-without-auth-beside-a-query", Breaks: "link-carries-auth", Says: "a link's uri has no auth where redirect_uri has a query",
			Change: edit.OnBody(linking, func(body object, _ url.Values) {
				data := body["data"].(object)
				if strings.Contains(data["redirect_uri"].(string), "?") {
					data["uri"], _, _ = strings.Cut(data["uri"].(string), "?")
				}
			})},
		spoilt(linking, "link-leads-elsewhere", "link-redirect-echoed", "/data/redirect_uri", becomes("https://example.com/")),
		spoilt(linking, "link-redirect-with-a-slash", "link-redirect-echoed", "/data/redirect_uri", what{"has a slash too many", func(old any) any { return old.(string) + "/" }}),
		spoilt(linking, "link-redirect-without-its-query", "link-redirect-echoed", "/data/redirect_uri", what{"has no query", func(old any) any {
			uri, _, _ := strings.Cut(old.(string), "?")
			return uri
		}}),
		spoilt(linking, "link-of-another-segment", "link-names-its-segment", "/data/segment_id", nextOne),
		{ID: "link-by-its-body", Breaks: "link-names-its-segment", Says: "a creation with the body of one before gets that one's link, whatever its segment is", Change: linkByBody},
		inLowerCaseOnly(spoilt(linking, "link-status-success-for-bearer", "created-link-status", "/status", becomes("success"))),
		inLowerCaseOnly(spoilt(linking, "link-revoked-for-bearer", "link-is-fresh", "/data/revoked", becomes(true))),
		closedLink("link-opens-no-page", "the uri of a link gives HTTP 404", http.StatusNotFound),
		closedLink("link-opens-an-error", "the uri of a link gives HTTP 500", http.StatusInternalServerError),
		closedLink("link-is-gone-at-once", "the uri of a link gives HTTP 410", http.StatusGone),
		{ID: "links-open-nothing-at-times", Breaks: "link-opens", Says: "the uri of the first link of each segment, and of every second one after it, gives HTTP 404", Change: closedLinks(http.StatusNotFound, func(nth int, _ string) bool { return nth%2 == 1 })},
		{ID: "second-links-open-nothing", Breaks: "link-opens", Says: "the uri of each link of a segment but the first gives HTTP 404", Change: closedLinks(http.StatusNotFound, func(nth int, _ string) bool { return nth > 1 })},
		{ID: "second-links-are-forbidden", Breaks: "link-opens", Says: "the uri of each link of a segment but the first gives HTTP 403", Change: closedLinks(http.StatusForbidden, func(nth int, _ string) bool { return nth > 1 })},
		{ID: "links-back-to-long-urls-open-nothing", Breaks: "link-opens", Says: "the uri of a link whose redirect_uri is longer than 400 characters gives HTTP 404", Change: closedLinks(http.StatusNotFound, func(_ int, redirect string) bool { return len(redirect) > 400 })},
		{ID: "links-lead-to-themselves", Breaks: "link-opens", Says: "the uri of a link redirects to itself", Change: redirectedLinks(func(uri, _ string) string { return uri })},
		{ID: "links-lead-straight-back", Breaks: "link-opens", Says: "the uri of a link redirects to its redirect_uri", Change: redirectedLinks(func(_, back string) string { return back })},
		{ID: "link-never-expires", Breaks: "link-expires", Says: "an expired link opens", Change: reopened(func(int) bool { return true })},
		{ID: "link-opens-once-more", Breaks: "link-expires", Says: "an expired link opens once", Change: reopened(func(visits int) bool { return visits == 1 })},
	}
}

// everyOtherLost does not find every second of the segments that get a link.
func everyOtherLost(next http.Handler, lab *Lab) http.Handler {
	lost := map[string]bool{}
	return watched(func(*Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			if !x.done() {
				return
			}
			at := x.r.URL.Path
			if _, known := lost[at]; !known {
				lost[at] = len(lost)%2 == 1
			}
			if lost[at] {
				x.rec.Code, x.body = http.StatusNotFound, object{"status": "not_found"}
			}
		}
	}, linking)(next, lab)
}

// linkByBody keeps the response to each body.
func linkByBody(next http.Handler, lab *Lab) http.Handler {
	var kept sync.Map // *httptest.ResponseRecorder by body
	return edit.On(linking, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		r = edit.Reread(r)
		rec := edit.Record(next, r)
		if edit.Succeeds(rec) {
			first, _ := kept.LoadOrStore(string(edit.BodyOf(r)), rec)
			rec = first.(*httptest.ResponseRecorder)
		}
		edit.Reply(w, rec, rec.Body.Bytes())
	})(next, lab)
}

// inLowerCaseOnly breaks a promise only where the scheme is bearer in lower case, which
// the fake accepts.
func inLowerCaseOnly(m Mutant) Mutant {
	change := m.Change
	m.Says += ", where the scheme is bearer in lower case"
	m.Change = func(next http.Handler, lab *Lab) http.Handler {
		changed := change(next, lab)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.Header.Get("Authorization"), "bearer ") {
				changed.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	return m
}

// closedLink lets no link open.
func closedLink(id, says string, code int) Mutant {
	return Mutant{ID: id, Breaks: "link-opens", Says: says, Change: func(next http.Handler, _ *Lab) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != api.EditorPath {
				next.ServeHTTP(w, r)
				return
			}
			w.WriteHeader(code)
		})
	}}
}

// reopened lets expired links open; visits counts those to an expired link.
func reopened(opens func(visits int) bool) wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		var mu sync.Mutex
		visits := map[string]int{}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != api.EditorPath {
				next.ServeHTTP(w, r)
				return
			}
			rec := edit.Record(next, r)
			if strings.Contains(rec.Body.String(), "expired") {
				mu.Lock()
				visits[r.URL.RawQuery]++
				if opens(visits[r.URL.RawQuery]) {
					rec.Code = http.StatusOK
				}
				mu.Unlock()
			}
			edit.Reply(w, rec, rec.Body.Bytes())
		})
	}
}

// redirectedLinks lets the uris of links redirect to what is made of the uri and the redirect_uri.
func redirectedLinks(to func(uri, redirect string) string) wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		var leads sync.Map // by the value auth of the uri
		opens := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if location, ok := leads.Load(r.URL.Query().Get("auth")); ok && r.URL.Path == api.EditorPath {
				w.Header().Set("Location", location.(string))
				w.WriteHeader(http.StatusFound)
				return
			}
			next.ServeHTTP(w, r)
		})
		return noteLinks(opens, func(_, auth, uri, redirect string) { leads.Store(auth, to(uri, redirect)) })
	}
}

// closedLinks responds with an HTTP code where some links are opened: which ones depends on how many
// their segment has with them, and on their redirect_uri.
func closedLinks(code int, isClosed func(nth int, redirect string) bool) wrapper {
	return func(next http.Handler, _ *Lab) http.Handler {
		var mu sync.Mutex
		made, closed := map[string]int{}, map[string]bool{} // by path, and by the value auth of the uri
		opens := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			isClosed := closed[r.URL.Query().Get("auth")]
			mu.Unlock()
			if isClosed {
				w.WriteHeader(code)
				return
			}
			next.ServeHTTP(w, r)
		})
		return noteLinks(opens, func(path, auth, _, redirect string) {
			mu.Lock()
			defer mu.Unlock()
			made[path]++
			closed[auth] = isClosed(made[path], redirect)
		})
	}
}

// noteLinks serves requests, and notes each link that is created: the path of its creation, the value
// auth of its uri, the uri and the redirect_uri.
func noteLinks(next http.Handler, note func(path, auth, uri, redirect string)) http.Handler {
	return edit.On(linking, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		x := served(next, r)
		uri, _ := x.data()["uri"].(string)
		redirect, _ := x.data()["redirect_uri"].(string)
		if u, err := url.Parse(uri); err == nil && x.done() {
			note(r.URL.Path, u.Query().Get("auth"), uri, redirect)
		}
		x.respond(w)
	})(next, nil)
}
