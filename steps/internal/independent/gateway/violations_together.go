package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"understudy/steps/internal/independent/token"
)

// togetherFaults mix up simultaneous requests.
var togetherFaults = []Switch{
	{ID: "together-segments-share-id", Breaks: "created-segment-id", Says: "of two segments created together, one gets the other's id",
		With:   []string{"segment-source-properties", "segment-source-completes", "segment-on-its-source"},
		Before: func() Gateway { return toSegments.mixes(swapsMember("id")) }},
	{ID: "together-segments-share-url", Breaks: "created-segment-source-url",
		Says: "of two segments created together, one gets the other's source URL",
		With: []string{"segment-source-properties", "segment-on-its-source"}, // the other may be on another dataset
		Before: func() Gateway {
			return toSegments.mixes(func(mine, other document) { mine["filter_segment_source_url"] = other["filter_segment_source_url"] })
		}},
	{ID: "together-links-swapped", Breaks: "link-names-its-segment", Says: "of two links created together, one gets the other's response",
		With: []string{"link-redirect-echoed"}, Before: func() Gateway { return toLinks.mixes(swaps) }},
	{ID: "together-links-share-redirect", Breaks: "link-redirect-echoed",
		Says:   "of two links created together, one gets the other's redirect_uri",
		Before: func() Gateway { return toLinks.mixes(swapsMember("redirect_uri")) }},
	{ID: "together-connectors-swapped", Breaks: "connector-service-name-kept",
		Says: "of two connectors created together, one gets the other's response",
		With: []string{"connector-label-kept"}, Before: func() Gateway { return toConnectors.mixes(swaps) }},
	{ID: "together-updates-swapped", Breaks: "connector-service-name-kept",
		Says: "of two connectors updated together, one gets the other's response",
		With: []string{"connector-label-kept"}, Before: func() Gateway { return toConnector.mixes(swaps) }},
	{ID: "together-updates-share-label", Breaks: "connector-label-kept",
		Says: "of two connectors updated together, one shows the other's label",
		With: []string{"connector-service-name-kept"}, Before: func() Gateway { return toConnector.mixes(swapsMember("label")) }},
	{ID: "together-publishings-swapped", Breaks: "connector-service-name-kept",
		Says: "of two connectors published together, one gets the other's response",
		With: []string{"connector-label-kept"}, Before: func() Gateway { return toPublishing.mixes(swaps) }},
	{ID: "together-labels-lost", Breaks: "connector-label-kept",
		Says:   "of several connectors updated together, only the first keeps its label",
		Before: func() Gateway { return toConnector.whileBusy(false, withoutLabel) }},
	{ID: "together-list-without-token", Breaks: "token-required", Says: "invitations need no token while others are asked for with one",
		Before: func() Gateway { return toInvitations.whileBusy(false, asPersonal) }},
	{ID: "together-source-false", Breaks: "segment-source-stays-complete",
		Says: "of several readers of a source URL together, only the first sees it complete",
		Before: func() Gateway {
			return toJob.whileBusy(true, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				toJob.edits(func(doc document) { doc["status"] = "false" })(next).ServeHTTP(w, r)
			})
		}},
	{ID: "together-topics-of-the-other", Breaks: "topics-are-listed",
		Says:   "topics of two sources, requested together, are those of the source that was requested last",
		Before: func() Gateway { return toTopics.sharesPath() }},
	{ID: "together-objects-of-the-other", Breaks: "objects-of-the-destination",
		Says:   "objects of two destinations, requested together, are those of the destination that was requested last",
		Before: func() Gateway { return toObjects.sharesPath() }},
	{ID: "connector-with-a-wrong-label-is-made", Breaks: "connectors-are-created",
		Says:   "a connector is made before it is rejected because its label is no text",
		Before: func() Gateway { return gateways(toConnectors.on(takesAllButLabels), toConnector.takesAnything()) }},
	{ID: "label-for-all", Breaks: "connector-label-kept", Says: "the label sent last for any connector is shown for all",
		With: []string{"connector-service-name-kept"}, Before: labelForAll},
	{ID: "fifth-link-elsewhere", Breaks: "link-names-its-segment", Says: "every fifth link is on another segment",
		With: []string{"link-id", "link-uri"}, Before: func() Gateway { return everyFifth(toLinks, "segment_id") }},
	{ID: "third-update-of-another", Breaks: "destination-named-by-its-id", Says: "every fifth update of a destination shows another id",
		Before: func() Gateway { return everyFifth(toDestination, "id") }},
}

// withoutLabel updates a connector except for its label, and responds as if
// that had been changed too.
func withoutLabel(w http.ResponseWriter, r *http.Request, next http.Handler) {
	r, in := reread(r)
	form, _ := in["connector"].(document)
	label := form["label"]
	delete(form, "label")
	body, _ := json.Marshal(in)
	r.Body = io.NopCloser(bytes.NewReader(body))
	toConnector.edits(func(doc document) {
		if data := dataOf(doc); data != nil && label != nil {
			data["label"] = label
		}
	})(next).ServeHTTP(w, r)
}

// asPersonal lets a request without a token in.
func asPersonal(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.Header.Get("Authorization") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+token.Personal)
	}
	next.ServeHTTP(w, r)
}

// sharesPath serves each request without a query as the last one that arrived and succeeds,
// which may be another after a moment.
func (s sent) sharesPath() Gateway {
	var last atomic.Pointer[string]
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.RawQuery == "" {
			alone := recorded(next, r)
			if alone.Code/100 != 2 {
				forward(w, alone, alone.Body.Bytes())
				return
			}
			path := r.URL.Path
			last.Store(&path)
			<-time.After(company)
			r = r.Clone(r.Context())
			r.URL.Path = *last.Load()
		}
		next.ServeHTTP(w, r)
	})
}

func labelForAll() Gateway {
	var mu sync.Mutex
	var last any
	return toConnector.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		r, in := reread(r)
		form, _ := in["connector"].(document)
		rec := recorded(next, r)
		body := rec.Body.Bytes()
		mu.Lock()
		defer mu.Unlock()
		data := dataOf(documentIn(body))
		switch {
		case rec.Code != http.StatusOK || data == nil:
		case form["label"] != nil:
			last = form["label"]
		case last != nil:
			data["label"] = last
			body, _ = json.Marshal(document{"status": "updated", "data": data})
		}
		forward(w, rec, body)
	})
}

// everyFifth shows another id in every fifth response.
func everyFifth(to sent, member string) Gateway {
	var responses atomic.Int64
	return to.edits(func(doc document) {
		if data := dataOf(doc); data != nil && responses.Add(1)%5 == 0 {
			data[member] = 7
		}
	})
}
