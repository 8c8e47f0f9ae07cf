package independent

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The routes that faults of state get in the way of.
const (
	patchDestination = "PATCH /api/v1/destinations/{destination_id}"
	getOne           = "GET /api/v1/destinations/{destination_id}"
	postConnector    = "POST /api/v1/connectors"
	patchConnector   = "PATCH /api/v1/connectors/{service_name}"
	putConnector     = "PUT /api/v1/connectors/{service_name}/publish_to_organization"
	postSegment      = "POST /api/v1/sources/{source_id}/filter_segments"
	getOneSegment    = "GET /api/v1/sources/{source_id}/filter_segments/{segment_id}"
	postLink         = "POST /api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links"
	getSource        = "GET /jobs/{job}/state"
	getInvitations   = "GET /api/v1/invitations"
)

func (rep reply) done() bool { return rep.code/100 == 2 && rep.body != nil }

// invalid reports that a body was rejected, and not the token or the path.
func (rep reply) invalid() bool { return rep.code == http.StatusUnprocessableEntity }

func (rep *reply) data() object {
	data, _ := rep.body.get("data").(object)
	return data
}

func (rep *reply) set(name string, value any) {
	rep.body = rep.body.with("data", rep.data().with(name, value))
}

// onReply does something once the requests of a route were served.
func onReply(route string, do func(s *Server, r *http.Request, rep *reply)) func(*Server) wrap {
	return each(route, func(s *Server) func(*http.Request, *reply) {
		return func(r *http.Request, rep *reply) { do(s, r, rep) }
	})
}

// each is onReply, with state that each server has.
func each(route string, of func(s *Server) func(r *http.Request, rep *reply)) func(*Server) wrap {
	return func(s *Server) wrap {
		var mu sync.Mutex
		do := of(s)
		return func(r *http.Request, serve func() reply) reply {
			rep := serve()
			if r.Pattern == route {
				mu.Lock()
				defer mu.Unlock()
				do(r, &rep)
			}
			return rep
		}
	}
}

// onDone is after, for what was done.
func onDone(route string, do func(s *Server, r *http.Request, rep *reply)) func(*Server) wrap {
	return onReply(route, func(s *Server, r *http.Request, rep *reply) {
		if rep.done() {
			s.mu.Lock()
			defer s.mu.Unlock()
			do(s, r, rep)
		}
	})
}

// bodyOf reads a body, which others still read after it.
func bodyOf(r *http.Request) map[string]any {
	raw, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(raw))
	var in map[string]any
	_ = json.Unmarshal(raw, &in)
	return in
}

// segmentNumber is the n-th segment that was made, which may be nil. It must be
// called under s.mu.
func (s *Server) segmentNumber(n int64) *segment { return s.segments[n*37] }

// identityFaults give the same id or URL twice.
var identityFaults = []fault{
	{Violation: Violation{ID: "segment-ids-wrap", Breaks: "created-segment-id", Says: "from the sixth on, a segment has the id of one of the first five",
		With: []string{"segment-source-properties"}},
		wraps: onDone(postSegment, func(s *Server, _ *http.Request, rep *reply) {
			for n := int64(len(s.segments)); n > 5; n-- {
				if seg := s.segmentNumber(n); seg.id == rep.data().get("id") {
					seg.id = s.segmentNumber((n-1)%5 + 1).id
					rep.set("id", seg.id)
					return
				}
			}
		})},
	{Violation: Violation{ID: "source-urls-wrap", Breaks: "created-segment-source-url", Says: "the source URL of every sixth segment is that of the first",
		With: []string{"segment-source-properties"}},
		wraps: each(postSegment, func(*Server) func(*http.Request, *reply) {
			n, first := 0, ""
			return func(_ *http.Request, rep *reply) {
				if !rep.done() {
					return
				}
				if n++; n == 1 {
					first = sourceURLOf(rep)
				} else if n%6 == 0 {
					rep.body = rep.body.with("filter_segment_source_url", first)
				}
			}
		})},
	{Violation: Violation{ID: "link-ids-per-segment", Breaks: "link-id", Says: "the links of each segment are counted from 1"},
		wraps: onDone(postLink, func(_ *Server, _ *http.Request, rep *reply) { rep.set("id", int64(1)) })},
	{Violation: Violation{ID: "link-ids-of-sources", Breaks: "link-id", Says: "the id of a link is that of the source"},
		wraps: onDone(postLink, func(_ *Server, _ *http.Request, rep *reply) { rep.set("id", sourceID) })},
	{Violation: Violation{ID: "link-uris-shared", Breaks: "link-uri", Says: "every link has the uri of the first one"},
		wraps: each(postLink, func(*Server) func(*http.Request, *reply) {
			var first any
			return func(_ *http.Request, rep *reply) {
				if !rep.done() {
					return
				}
				if first == nil {
					first = rep.data().get("uri")
				}
				rep.set("uri", first)
			}
		})},
}

// creationTimeFaults let a creation time move.
var creationTimeFaults = []fault{
	{Violation: Violation{ID: "destination-created-at-renewed", Breaks: "destination-created-at", Says: "an update renews the created_at of its destination"},
		wraps: onDone(patchDestination, func(s *Server, r *http.Request, _ *reply) {
			if d := s.destinationOf(r); d != nil {
				d.createdAt = s.now()
			}
		})},
	{Violation: Violation{ID: "destination-created-at-now", Breaks: "destination-created-at", Says: "an update returns the present time as created_at"},
		wraps: onDone(patchDestination, func(s *Server, _ *http.Request, rep *reply) { rep.set("created_at", s.choice.stamp(s.now())) })},
	{Violation: Violation{ID: "destination-created-at-an-hour-off", Breaks: "destination-created-at", Says: "the retrieval of a destination shows its created_at an hour late"},
		wraps: onDone(getOne, func(s *Server, r *http.Request, rep *reply) {
			rep.set("created_at", s.choice.stamp(s.destinationOf(r).createdAt.Add(time.Hour)))
		})},
	{Violation: Violation{ID: "invitation-created-at-by-order", Breaks: "invitation-created-at", Says: "order asc shows every created_at a day early"},
		wraps: laterInvitations("order=asc", -24*time.Hour)},
	{Violation: Violation{ID: "invitation-created-at-by-size", Breaks: "invitation-created-at", Says: "pages of 100 show every created_at an hour late"},
		wraps: laterInvitations("per_page=100", time.Hour)},
	{Violation: Violation{ID: "segment-created-at-now", Breaks: "segment-source-properties", Says: "the complete source URL shows the present time as created_at"},
		wraps: onDone(getSource, func(s *Server, _ *http.Request, rep *reply) {
			if rep.data() != nil {
				rep.set("created_at", s.choice.stamp(s.now().Add(time.Duration(s.requests.Add(1))*time.Second)))
			}
		})},
	{Violation: Violation{ID: "segment-created-at-a-day-off", Breaks: "segment-source-properties", Says: "the retrieval of a segment shows its created_at a day late"},
		wraps: onDone(getOneSegment, func(s *Server, r *http.Request, rep *reply) {
			rep.set("created_at", s.choice.stamp(s.segmentOf(r).createdAt.Add(24*time.Hour)))
		})},
}

// laterInvitations shows invitations at another time where the query says so.
func laterInvitations(query string, by time.Duration) func(*Server) wrap {
	return onReply(getInvitations, func(s *Server, r *http.Request, rep *reply) {
		list, _ := rep.body.get("data").([]object)
		if !strings.Contains(r.URL.RawQuery, query) || !rep.done() {
			return
		}
		for i, o := range list {
			at, err := time.Parse(time.RFC3339, o.get("created_at").(string))
			if err == nil {
				list[i] = o.with("created_at", s.choice.stamp(at.Add(by)))
			}
		}
	})
}
