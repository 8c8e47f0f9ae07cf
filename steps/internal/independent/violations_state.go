package independent

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/gateway"
)

// The routes that the faults of state change.
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
	getObjects       = "GET /api/v1/destinations/{destination_id}/objects"
	getTopics        = "GET /api/v1/sources/{source_id}/topics"
)

// onReply calls a function after a request of the route was served.
func onReply(route string, do func(s *Server, r *http.Request, rep *api.Reply)) func(*Server) api.Wrap {
	return each(route, func(s *Server) func(*http.Request, *api.Reply) {
		return func(r *http.Request, rep *api.Reply) { do(s, r, rep) }
	})
}

// each is onReply, with separate state for each server.
func each(route string, of func(s *Server) func(r *http.Request, rep *api.Reply)) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		var mu sync.Mutex
		do := of(s)
		return func(r *http.Request, serve func() api.Reply) api.Reply {
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

// onDone is after, for requests that succeeded.
func onDone(route string, do func(s *Server, r *http.Request, rep *api.Reply)) func(*Server) api.Wrap {
	return onReply(route, func(s *Server, r *http.Request, rep *api.Reply) {
		if rep.Done() {
			s.Mu.Lock()
			defer s.Mu.Unlock()
			do(s, r, rep)
		}
	})
}

// onUpdates serves some updates of a route differently.
func onUpdates(route string, which func(s *Server, r *http.Request, in map[string]any) bool,
	serveThose func(s *Server, r *http.Request, serve func() api.Reply) api.Reply) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern != route {
				return serve()
			}
			in := gateway.BodyOf(r)
			s.Mu.Lock()
			those := which(s, r, in)
			s.Mu.Unlock()
			if those {
				return serveThose(s, r, serve)
			}
			return serve()
		}
	}
}

// identityFaults give the same id or URL twice.
var identityFaults = []api.Fault{
	{Violation: Violation{ID: "label-reset-by-second-publishing", Breaks: "connector-label-kept",
		Says: "a connector may be published twice, and its label is its service_name then"},
		Wraps: func(s *Server) api.Wrap {
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				if r.Pattern == putConnector && api.BearerOf(r) == api.Workspace {
					s.Mu.Lock()
					if c := s.Connectors[connectorKey(r)]; c != nil && c.Published {
						c.Label, c.Published = c.ServiceName, false
					}
					s.Mu.Unlock()
				}
				return serve()
			}
		}},
	{Violation: Violation{ID: "segment-ids-wrap", Breaks: "created-segment-id",
		Says: "from the sixth on, a segment has the id of one of the first five",
		With: []string{"segment-source-properties"}},
		Wraps: onDone(postSegment, func(s *Server, _ *http.Request, rep *api.Reply) {
			for n := int64(len(s.Segments)); n > 5; n-- {
				if seg := s.SegmentNumber(n); seg.ID == rep.Data().Get("id") {
					seg.ID = s.SegmentNumber((n-1)%5 + 1).ID
					rep.Set("id", seg.ID)
					return
				}
			}
		})},
	{Violation: Violation{ID: "source-urls-wrap", Breaks: "created-segment-source-url",
		Says: "the source URL of every sixth segment is that of the first",
		With: []string{"segment-source-properties"}},
		Wraps: each(postSegment, func(*Server) func(*http.Request, *api.Reply) {
			n, first := 0, ""
			return func(_ *http.Request, rep *api.Reply) {
				if !rep.Done() {
					return
				}
				if n++; n == 1 {
					first = sourceURLOf(rep)
				} else if n%6 == 0 {
					rep.Body = rep.Body.With("filter_segment_source_url", first)
				}
			}
		})},
	{Violation: Violation{ID: "link-ids-per-segment", Breaks: "link-id", Says: "the links of each segment are counted from 1"},
		Wraps: onDone(postLink, func(_ *Server, _ *http.Request, rep *api.Reply) { rep.Set("id", int64(1)) })},
	{Violation: Violation{ID: "link-ids-of-sources", Breaks: "link-id", Says: "the id of a link is that of the source"},
		Wraps: onDone(postLink, func(_ *Server, _ *http.Request, rep *api.Reply) { rep.Set("id", api.SourceID) })},
	{Violation: Violation{ID: "link-uris-shared", Breaks: "link-uri", Says: "every link has the uri of the first one"},
		Wraps: each(postLink, func(*Server) func(*http.Request, *api.Reply) {
			var first any
			return func(_ *http.Request, rep *api.Reply) {
				if !rep.Done() {
					return
				}
				if first == nil {
					first = rep.Data().Get("uri")
				}
				rep.Set("uri", first)
			}
		})},
}

// creationTimeFaults let a creation time change.
var creationTimeFaults = []api.Fault{
	{Violation: Violation{ID: "destination-created-at-renewed", Breaks: "destination-created-at",
		Says: "an update renews the created_at of its destination"},
		Wraps: onDone(patchDestination, func(s *Server, r *http.Request, _ *api.Reply) {
			if d := s.DestinationOf(r); d != nil {
				d.CreatedAt = s.Now()
			}
		})},
	{Violation: Violation{ID: "destination-created-at-now", Breaks: "destination-created-at",
		Says: "an update returns the present time as created_at"},
		Wraps: onDone(patchDestination, func(s *Server, _ *http.Request, rep *api.Reply) { rep.Set("created_at", s.Stamp(s.Now())) })},
	{Violation: Violation{ID: "destination-created-at-an-hour-off", Breaks: "destination-created-at",
		Says: "the retrieval of a destination shows its created_at an hour late"},
		Wraps: onDone(getOne, func(s *Server, r *http.Request, rep *api.Reply) {
			rep.Set("created_at", s.Stamp(s.DestinationOf(r).CreatedAt.Add(time.Hour)))
		})},
	{Violation: Violation{ID: "invitation-created-at-by-order", Breaks: "invitation-created-at",
		Says: "order asc shows every created_at a day early"},
		Wraps: laterInvitations("order=asc", -24*time.Hour)},
	{Violation: Violation{ID: "invitation-created-at-by-size", Breaks: "invitation-created-at",
		Says: "pages of 100 show every created_at an hour late"},
		Wraps: laterInvitations("per_page=100", time.Hour)},
	{Violation: Violation{ID: "topics-created-at-now", Breaks: "topic-created-at",
		Says: "each list of topics shows the present time as their created_at"},
		Wraps: each(getTopics, func(s *Server) func(*http.Request, *api.Reply) {
			reads := 0
			return func(_ *http.Request, rep *api.Reply) {
				reads++
				list, _ := rep.Body.Get("data").([]api.Object)
				for i, o := range list {
					list[i] = o.With("created_at", s.Stamp(s.Now().Add(time.Duration(reads)*time.Second)))
				}
			}
		})},
	{Violation: Violation{ID: "segment-created-at-now", Breaks: "segment-source-properties",
		Says: "the complete source URL shows the present time as created_at"},
		Wraps: each(getSource, func(s *Server) func(*http.Request, *api.Reply) {
			reads := 0
			return func(_ *http.Request, rep *api.Reply) {
				if rep.Done() && rep.Data() != nil {
					reads++
					rep.Set("created_at", s.Stamp(s.Now().Add(time.Duration(reads)*time.Second)))
				}
			}
		})},
	{Violation: Violation{ID: "segment-created-at-a-day-off", Breaks: "segment-source-properties",
		Says: "the retrieval of a segment shows its created_at a day late"},
		Wraps: onDone(getOneSegment, func(s *Server, r *http.Request, rep *api.Reply) {
			rep.Set("created_at", s.Stamp(s.SegmentOf(r).CreatedAt.Add(24*time.Hour)))
		})},
}

// laterInvitations shows other creation times of invitations where the query matches.
func laterInvitations(query string, by time.Duration) func(*Server) api.Wrap {
	return onReply(getInvitations, func(s *Server, r *http.Request, rep *api.Reply) {
		list, _ := rep.Body.Get("data").([]api.Object)
		if !strings.Contains(r.URL.RawQuery, query) || !rep.Done() {
			return
		}
		for i, o := range list {
			at, err := time.Parse(time.RFC3339, o.Get("created_at").(string))
			if err == nil {
				list[i] = o.With("created_at", s.Stamp(at.Add(by)))
			}
		}
	})
}
