// Package gateway has the gateways that may stand in front of the independent
// implementation: load balancers that reject some of the requests, and proxies
// that change requests and responses.
//
// It knows the server by HTTP and by the tokens only. Start reading at Switch,
// then Conforming and Violations.
package gateway

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
)

// Gateway stands in front of the server.
type Gateway func(next http.Handler) http.Handler

// Switch is a gateway that is in front of a server while the switch is on.
type Switch struct {
	ID string
	// Breaks is the id of the promise that it breaks, if any.
	Breaks string
	// Says is what the gateway does.
	Says string
	// With are the promises that the same responses break too.
	With []string
	// Before makes the gateway of one server: it may have state.
	Before func() Gateway
}

// sent matches the requests with a method and a path, in which * stands for one step.
type sent struct{ method, path string }

// The requests of the document, as gateways match them.
var (
	toInvitations = sent{"GET", "/api/v1/invitations"}
	toObjects     = sent{"GET", "/api/v1/destinations/*/objects"}
	toTopics      = sent{"GET", "/api/v1/sources/*/topics"}
	toDestination = sent{"PATCH", "/api/v1/destinations/*"}
	toSegments    = sent{"POST", "/api/v1/sources/*/filter_segments"}
	toLinks       = sent{"POST", "/api/v1/sources/*/filter_segments/*/segment_management_links"}
	toConnectors  = sent{"POST", "/api/v1/connectors"}
	toConnector   = sent{"PATCH", "/api/v1/connectors/*"}
	toPublishing  = sent{"PUT", "/api/v1/connectors/*/publish_to_organization"}
	toJob         = sent{"GET", "/jobs/*/state"}
)

func (s sent) is(r *http.Request) bool {
	same, _ := path.Match(s.path, r.URL.Path)
	return same && r.Method == s.method
}

// on returns a gateway for some requests; others pass through.
func (s sent) on(serve func(w http.ResponseWriter, r *http.Request, next http.Handler)) Gateway {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !s.is(r) {
				next.ServeHTTP(w, r)
				return
			}
			serve(w, r, next)
		})
	}
}

// recorded returns a finished response.
func recorded(next http.Handler, r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	next.ServeHTTP(rec, r)
	return rec
}

// forward writes a recorded response.
func forward(w http.ResponseWriter, rec *httptest.ResponseRecorder, body []byte) {
	maps.Copy(w.Header(), rec.Header())
	w.Header().Del("Content-Length")
	w.WriteHeader(rec.Code)
	_, _ = w.Write(body)
}

// document is a JSON object that a gateway reads; numbers stay as they are written.
type document = map[string]any

func documentIn(b []byte) document {
	var doc document
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if d.Decode(&doc) != nil {
		return document{}
	}
	return doc
}

func dataOf(doc document) document {
	data, _ := doc["data"].(document)
	return data
}

// edits changes the success responses to some requests.
func (s sent) edits(change func(doc document)) Gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rec := recorded(next, r)
		body := rec.Body.Bytes()
		if rec.Code/100 == 2 {
			doc := documentIn(body)
			change(doc)
			body, _ = json.Marshal(doc)
		}
		forward(w, rec, body)
	})
}

// BodyOf reads a JSON object from a body, and leaves the body readable.
func BodyOf(r *http.Request) map[string]any {
	raw, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(raw))
	var in map[string]any
	_ = json.Unmarshal(raw, &in)
	return in
}

// gateways are several, the first one in front.
func gateways(all ...Gateway) Gateway {
	return func(next http.Handler) http.Handler {
		for i := range all {
			next = all[len(all)-1-i](next)
		}
		return next
	}
}
