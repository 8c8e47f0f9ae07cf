package mutant

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"time"

	"understudy/server/mutant/edit"
	"understudy/server/mutant/token"
)

// company is how long a request waits for others in flight: a deployment needs
// some time for what the fake does in an instant.
const company = 4 * time.Millisecond

// longCompany is that of requests that a run sends at once a single time: on a busy machine, the
// second may be late.
const longCompany = 5 * company

// atOnce are mutants that break simultaneous requests.
func atOnce() []Mutant {
	data := func(body object) object { return body["data"].(object) }
	return []Mutant{
		{ID: "segments-at-once-share-an-id", Breaks: "created-segment-id", With: []string{"segment-source-properties", "segment-source-completes"},
			Says:   "of two segments created at once, one gets the other's id",
			Change: mixed(creation, func(mine, other object) { data(mine)["id"] = data(other)["id"] })},
		{ID: "segments-at-once-share-a-source-url", Breaks: "created-segment-source-url", With: []string{"segment-source-properties"},
			Says:   "of two segments created at once, one gets the other's source URL",
			Change: mixed(creation, func(mine, other object) { mine["filter_segment_source_url"] = other["filter_segment_source_url"] })},
		{ID: "links-at-once-swapped", Breaks: "link-names-its-segment", With: []string{"link-redirect-echoed"},
			Says: "of two links created at once, one gets the other's response", Change: mixed(linking, swap)},
		{ID: "links-at-once-swap-redirects", Breaks: "link-redirect-echoed", Says: "of two links created at once, one gets the other's redirect_uri",
			Change: mixed(linking, func(mine, other object) { data(mine)["redirect_uri"] = data(other)["redirect_uri"] })},
		{ID: "connectors-at-once-swapped", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"},
			Says: "of two connectors created at once, one gets the other's response", Change: mixed(connecting, swap)},
		{ID: "labels-at-once-swapped", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"},
			Says: "of two connectors updated at once, one gets the other's response", Change: mixed(reconnecting, swap)},
		{ID: "labels-at-once-shared", Breaks: "connector-label-kept", With: []string{"connector-service-name-kept"}, Says: "of two connectors updated at once, one shows the other's label",
			Change: mixed(reconnecting, func(mine, other object) { data(mine)["label"] = data(other)["label"] })},
		{ID: "publishings-at-once-swapped", Breaks: "connector-service-name-kept", With: []string{"connector-label-kept"},
			Says: "of two connectors published at once, one gets the other's response", Change: mixed(publishing, swap)},
		{ID: "labels-at-once-lost", Breaks: "connector-label-kept", Says: "of several updates of connectors at once, only the first is kept",
			Change: crowded(reconnecting, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
				lab.Undone(func() { next.ServeHTTP(w, r) })
			})},
		{ID: "label-for-all", Breaks: "connector-label-kept", With: []string{"connector-service-name-kept"}, Says: "the label of one connector is that of all", Change: labelForAll()},
		{ID: "list-beside-a-token", Breaks: "token-required", Says: "a request for invitations needs no token beside one that has it",
			Change: inCompany(invites, true, beside(invites))},
		{ID: "objects-beside-a-token", Breaks: "token-required", Says: "a request for objects needs no token beside one that has it",
			Change: inCompany(objects, true, beside(objects))},
		{ID: "topics-at-once-of-one-source", Breaks: "topics-are-listed", Says: "of two sources whose topics are requested at once, both show those of the later one",
			Change: ofTheLater(topicList, func(l *Lab) [2]int64 { return [2]int64{l.TestData.TopicsSourceID, l.TestData.EmptyTopicsSourceID} })},
		{ID: "objects-at-once-of-one-destination", Breaks: "objects-of-the-destination", Says: "of two destinations whose objects are requested at once, both show those of the later one",
			Change: ofTheLater(objects, func(l *Lab) [2]int64 {
				return [2]int64{l.TestData.ObjectsDestinationID, l.TestData.EmptyDestinationID}
			})},
		{ID: "source-false-beside-others", Breaks: "segment-source-stays-complete", Says: "of several readers of a source URL at once, only the first sees it complete",
			Change: crowded(source, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
				edit.OnBody(source, func(body object, _ url.Values) {
					clear(body)
					body["status"] = false
				})(next, lab).ServeHTTP(w, r)
			})},
	}
}

// swap replaces one body by the other.
func swap(mine, other object) {
	clear(mine)
	for name, v := range other {
		mine[name] = v
	}
}

// mixed changes one of two simultaneous success responses of an operation with
// the other.
func mixed(operation string, mix func(mine, other object)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		waiting := make(chan *httptest.ResponseRecorder)
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			rec := edit.Record(next, r)
			if !edit.Succeeds(rec) {
				edit.Reply(w, rec, rec.Body.Bytes())
				return
			}
			body := rec.Body.Bytes()
			select {
			case waiting <- rec:
			case other := <-waiting:
				mine := edit.Decode(body)
				mix(mine, edit.Decode(other.Body.Bytes()))
				body = edit.Encode(mine)
			case <-time.After(company):
			}
			edit.Reply(w, rec, body)
		})(next, lab)
	}
}

// crowded serves a request differently if it arrives while another one of the
// operation is in flight, with the same path for a list or a source URL.
func crowded(operation string, serve func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab)) wrapper {
	return inCompany(operation, false, serve)
}

// inCompany is like crowded. With both, it also changes the request that arrived first.
func inCompany(operation string, both bool, serve func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		flying := map[string]int{}
		count := func(key string, by int) (all int) {
			mu.Lock()
			defer mu.Unlock()
			flying[key] += by
			return flying[key]
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !edit.Is(r, operation) {
				lab.Shared(func() { next.ServeHTTP(w, r) })
				return
			}
			key := ""
			if r.Method == http.MethodGet {
				key = r.URL.Path
			}
			others := count(key, 1) > 1
			defer count(key, -1)
			<-time.After(company)
			if others || both && count(key, 0) > 1 {
				serve(w, r, next, lab)
				return
			}
			lab.Shared(func() { next.ServeHTTP(w, r) })
		})
	}
}

// ofTheLater serves a list without a query of one of two resources with the one that was
// requested last, which two simultaneous requests share.
func ofTheLater(operation string, those func(*Lab) [2]int64) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		var mu sync.Mutex
		var path string
		return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
			id, _ := strconv.ParseInt(first(r, operation), 10, 64)
			if ids := those(lab); r.URL.RawQuery != "" || id != ids[0] && id != ids[1] {
				next.ServeHTTP(w, r)
				return
			}
			mu.Lock()
			path = r.URL.Path
			mu.Unlock()
			<-time.After(longCompany)
			r = r.Clone(r.Context())
			mu.Lock()
			r.URL.Path = path
			mu.Unlock()
			next.ServeHTTP(w, r)
		})(next, lab)
	}
}

// beside lets a request without a token in.
func beside(operation string) func(http.ResponseWriter, *http.Request, http.Handler, *Lab) {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		token.Missing(operation)(next, lab).ServeHTTP(w, r)
	}
}

// labelForAll shows the label that was sent last for any connector, if an
// update sends none.
func labelForAll() wrapper {
	var mu sync.Mutex
	var last any
	return edit.On(reconnecting, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		r = edit.Reread(r)
		sent, _ := edit.Decode(edit.BodyOf(r))["connector"].(object)
		rec := edit.Record(next, r)
		if rec.Code != http.StatusOK {
			edit.Reply(w, rec, rec.Body.Bytes())
			return
		}
		body := edit.Decode(rec.Body.Bytes())
		mu.Lock()
		defer mu.Unlock()
		if label, ok := sent["label"]; ok {
			last = label
		} else if last != nil {
			body["data"].(object)["label"] = last
		}
		edit.Reply(w, rec, edit.Encode(body))
	})
}
