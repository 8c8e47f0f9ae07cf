package independent

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// bystanderFaults let a write change what it is not about.
var bystanderFaults = []fault{
	{Violation: Violation{ID: "destination-update-renames-another", Breaks: "destination-named-by-its-id", Says: "an update gives its name to another destination too"},
		wraps: onDone(patchDestination, func(s *Server, r *http.Request, _ *reply) {
			if d := s.destinationOf(r); d != nil {
				s.destinations[manyDestination].name = d.name
			}
		})},
	{Violation: Violation{ID: "destination-update-empties-another", Breaks: "destination-named-by-its-id", Says: "an update empties the name of another destination"},
		wraps: onDone(patchDestination, func(s *Server, _ *http.Request, _ *reply) { s.destinations[manyDestination].name = "" })},
	{Violation: Violation{ID: "destination-update-renews-another", Breaks: "destination-created-at", Says: "an update renews the created_at of all destinations but its own"},
		wraps: onDone(patchDestination, func(s *Server, _ *http.Request, _ *reply) {
			s.destinations[manyDestination].createdAt, s.destinations[bareDestination].createdAt = s.now(), s.now()
		})},
	{Violation: Violation{ID: "destination-update-passes-its-name-on", Breaks: "destination-named-by-its-id", Says: "an update gives the name from before to another destination"},
		wraps: func(s *Server) wrap {
			return func(r *http.Request, serve func() reply) reply {
				if r.Pattern != patchDestination {
					return serve()
				}
				s.mu.Lock()
				d := s.destinationOf(r)
				before := ""
				if d != nil {
					before = d.name
				}
				s.mu.Unlock()
				rep := serve()
				if rep.done() && d != nil {
					s.mu.Lock()
					s.destinations[manyDestination].name = before
					s.mu.Unlock()
				}
				return rep
			}
		}},
	{Violation: Violation{ID: "connector-update-relabels-all", Breaks: "connector-service-name-kept", Says: "an update gives its label to all connectors that were created",
		With: []string{"connector-label-kept"}},
		wraps: relabelled(patchConnector, func(c, other *connector) { other.label = c.label })},
	{Violation: Violation{ID: "connector-update-relabels-those-named-after", Breaks: "connector-label-kept", Says: "an update gives its label to all connectors whose service_name begins with its own",
		With: []string{"connector-service-name-kept"}},
		wraps: relabelled(patchConnector, func(c, other *connector) {
			if strings.HasPrefix(other.serviceName, c.serviceName) {
				other.label = c.label
			}
		})},
	{Violation: Violation{ID: "connector-creation-relabels-all", Breaks: "connector-service-name-kept", Says: "a creation gives its label to all connectors that were created before",
		With: []string{"connector-label-kept"}},
		wraps: relabelled(postConnector, func(c, other *connector) { other.label = c.label })},
	{Violation: Violation{ID: "connector-update-shows-the-one-before", Breaks: "connector-service-name-kept", Says: "an update shows the label of the connector that was updated before",
		With: []string{"connector-label-kept"}},
		wraps: each(patchConnector, func(*Server) func(*http.Request, *reply) {
			var last any
			return func(_ *http.Request, rep *reply) {
				if !rep.done() {
					return
				}
				label := rep.data().get("label")
				if last != nil {
					rep.set("label", last)
				}
				last = label
			}
		})},
	{Violation: Violation{ID: "creation-renames-the-segment-before", Breaks: "segment-source-properties", Says: "the creation of a segment gives its name to the one before",
		With: []string{"segment-name-kept"}},
		wraps: onDone(postSegment, func(s *Server, _ *http.Request, _ *reply) {
			n := int64(len(s.segments))
			for ; n > 1; n-- {
				s.segmentNumber(n - 1).name = s.segmentNumber(n).name
			}
		})},
	{Violation: Violation{ID: "creation-takes-the-molecules", Breaks: "segment-source-properties", Says: "the creation of a segment leaves the ones before without molecules"},
		wraps: onDone(postSegment, func(s *Server, _ *http.Request, rep *reply) {
			for _, seg := range s.segments {
				if seg.id != rep.data().get("id") {
					seg.molecules = []any{}
				}
			}
		})},
	{Violation: Violation{ID: "creation-takes-the-dataset", Breaks: "segment-on-its-source", Says: "the creation of a segment moves the ones before to another dataset",
		With: []string{"segment-source-properties"}},
		wraps: onDone(postSegment, func(s *Server, _ *http.Request, rep *reply) {
			for _, seg := range s.segments {
				if seg.id != rep.data().get("id") {
					seg.dataset = datasetID + 1
				}
			}
		})},
	{Violation: Violation{ID: "link-reopens-its-segment", Breaks: "segment-source-stays-complete", Says: "a link sets the status of its segment to false, for good",
		With: []string{"segment-source-completes"}},
		wraps: reopened(postLink, func(seg *segment, r *http.Request, _ *Server) bool {
			return r.PathValue("segment_id") == strconv.FormatInt(seg.id, 10)
		})},
	{Violation: Violation{ID: "creation-reopens-the-first", Breaks: "segment-source-stays-complete", Says: "the creation of a segment sets the status of those that were seen complete to false, for good"},
		wraps: reopened(postSegment, func(seg *segment, _ *http.Request, _ *Server) bool { return seg.completeReads > 0 })},
	{Violation: Violation{ID: "publishing-resets-the-label", Breaks: "connector-label-kept", Says: "a published connector has the label from before its last update, and may be updated"},
		wraps: onDone(putConnector, func(s *Server, r *http.Request, _ *reply) {
			if c := s.connectors[connectorKey{workspace, r.PathValue("service_name")}]; c != nil && c.oldLabel != "" {
				c.label, c.published = c.oldLabel, false
			}
		})},
	{Violation: Violation{ID: "publishing-ends-updates", Breaks: "connector-label-kept", Says: "once a connector was published, the updates of all others are confirmed and not kept"},
		wraps: func(s *Server) wrap {
			published := false
			var mu sync.Mutex
			return func(r *http.Request, serve func() reply) reply {
				mu.Lock()
				defer mu.Unlock()
				if r.Pattern != patchConnector || !published {
					rep := serve()
					published = published || r.Pattern == putConnector && rep.done()
					return rep
				}
				return s.lostRelabelling(r, serve)
			}
		}},
}

// relabelled changes, once an operation was done, each other connector that was
// created.
func relabelled(route string, change func(c, other *connector)) func(*Server) wrap {
	return onDone(route, func(s *Server, _ *http.Request, rep *reply) {
		c := s.connectors[connectorKey{workspace, rep.data().get("service_name").(string)}]
		for _, other := range s.connectors {
			if c != nil && other != c && !other.createdAt.IsZero() {
				change(c, other)
			}
		}
	})
}

// reopened lets segments never be complete again once an operation was done.
func reopened(route string, which func(*segment, *http.Request, *Server) bool) func(*Server) wrap {
	return func(s *Server) wrap {
		again := map[*segment]bool{}
		return func(r *http.Request, serve func() reply) reply {
			if r.Pattern == getSource {
				job, _ := strconv.ParseInt(r.PathValue("job"), 10, 64)
				s.mu.Lock()
				open := again[s.segments[job]]
				s.mu.Unlock()
				if open {
					return s.success(http.StatusOK, object{{"status", "false"}})
				}
			}
			rep := serve()
			if r.Pattern == route && rep.done() {
				s.mu.Lock()
				defer s.mu.Unlock()
				for _, seg := range s.segments {
					again[seg] = again[seg] || which(seg, r, s)
				}
			}
			return rep
		}
	}
}
