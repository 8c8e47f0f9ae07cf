package independent

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"understudy/steps/internal/independent/api"
)

// bystanderFaults let a write change resources that it does not concern.
var bystanderFaults = []api.Fault{
	{Violation: Violation{ID: "destination-update-renames-another", Breaks: "destination-named-by-its-id",
		Says: "an update gives its name to another destination too"},
		Wraps: onDone(patchDestination, func(s *Server, r *http.Request, _ *api.Reply) {
			if d := s.DestinationOf(r); d != nil {
				s.Destinations[api.ManyDestination].Name = d.Name
			}
		})},
	{Violation: Violation{ID: "destination-update-empties-another", Breaks: "destination-named-by-its-id",
		Says: "an update empties the name of another destination"},
		Wraps: onDone(patchDestination, func(s *Server, _ *http.Request, _ *api.Reply) { s.Destinations[api.ManyDestination].Name = "" })},
	{Violation: Violation{ID: "destination-update-renews-another", Breaks: "destination-created-at",
		Says: "an update renews the created_at of all destinations but its own"},
		Wraps: onDone(patchDestination, func(s *Server, _ *http.Request, _ *api.Reply) {
			s.Destinations[api.ManyDestination].CreatedAt, s.Destinations[api.BareDestination].CreatedAt = s.Now(), s.Now()
		})},
	{Violation: Violation{ID: "destination-update-passes-its-name-on", Breaks: "destination-named-by-its-id",
		Says: "an update gives the name from before to another destination"},
		Wraps: func(s *Server) api.Wrap {
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				if r.Pattern != patchDestination {
					return serve()
				}
				s.Mu.Lock()
				d := s.DestinationOf(r)
				before := ""
				if d != nil {
					before = d.Name
				}
				s.Mu.Unlock()
				rep := serve()
				if rep.Done() && d != nil {
					s.Mu.Lock()
					s.Destinations[api.ManyDestination].Name = before
					s.Mu.Unlock()
				}
				return rep
			}
		}},
	{Violation: Violation{ID: "connector-update-relabels-all", Breaks: "connector-label-kept",
		Says: "an update gives its label to all connectors that were created",
		With: []string{"connector-service-name-kept"}},
		Wraps: relabelled(patchConnector, func(c, other *api.Connector) { other.Label = c.Label })},
	{Violation: Violation{ID: "connector-update-relabels-those-named-after", Breaks: "connector-label-kept",
		Says: "an update gives its label to all connectors whose service_name begins with its own",
		With: []string{"connector-service-name-kept"}},
		Wraps: relabelled(patchConnector, func(c, other *api.Connector) {
			if strings.HasPrefix(other.ServiceName, c.ServiceName) {
				other.Label = c.Label
			}
		})},
	{Violation: Violation{ID: "connector-update-finds-by-prefix", Breaks: "connector-service-name-kept",
		Says: "an update finds the first connector whose service_name begins with that of the path",
		With: []string{"connector-label-kept"}},
		Wraps: updatesFirstMatch(strings.HasPrefix)},
	{Violation: Violation{ID: "connector-update-finds-by-like", Breaks: "connector-service-name-kept",
		Says: "an underscore in the path of an update stands for any one character",
		With: []string{"connector-label-kept"}},
		Wraps: updatesFirstMatch(func(name, asked string) bool {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(asked), "_", ".")
			return regexp.MustCompile("^" + pattern + "$").MatchString(name)
		})},
	{Violation: Violation{ID: "connector-creation-relabels-all", Breaks: "connector-label-kept",
		Says: "a creation gives its label to all connectors that were created before",
		With: []string{"connector-service-name-kept"}},
		Wraps: relabelled(postConnector, func(c, other *api.Connector) { other.Label = c.Label })},
	{Violation: Violation{ID: "connector-update-shows-the-one-before", Breaks: "connector-label-kept",
		Says: "an update shows the label of the connector that was updated before",
		With: []string{"connector-service-name-kept"}},
		Wraps: each(patchConnector, func(*Server) func(*http.Request, *api.Reply) {
			var last any
			return func(_ *http.Request, rep *api.Reply) {
				if !rep.Done() {
					return
				}
				label := rep.Data().Get("label")
				if last != nil {
					rep.Set("label", last)
				}
				last = label
			}
		})},
	{Violation: Violation{ID: "creation-renames-the-segment-before", Breaks: "segment-source-properties",
		Says: "the creation of a segment gives its name to the one before",
		With: []string{"segment-name-kept"}},
		Wraps: onDone(postSegment, func(s *Server, _ *http.Request, _ *api.Reply) {
			n := int64(len(s.Segments))
			for ; n > 1; n-- {
				s.SegmentNumber(n - 1).Name = s.SegmentNumber(n).Name
			}
		})},
	{Violation: Violation{ID: "creation-takes-the-molecules", Breaks: "segment-source-properties",
		Says: "the creation of a segment leaves the ones before without molecules"},
		Wraps: onDone(postSegment, func(s *Server, _ *http.Request, rep *api.Reply) {
			for _, seg := range s.Segments {
				if seg.ID != rep.Data().Get("id") {
					seg.Molecules = []any{}
				}
			}
		})},
	{Violation: Violation{ID: "creation-takes-the-dataset", Breaks: "segment-on-its-source",
		Says: "the creation of a segment moves the ones before to another dataset",
		With: []string{"segment-source-properties"}},
		Wraps: onDone(postSegment, func(s *Server, _ *http.Request, rep *api.Reply) {
			for _, seg := range s.Segments {
				if seg.ID != rep.Data().Get("id") {
					seg.Dataset = api.DatasetID + 1
				}
			}
		})},
	{Violation: Violation{ID: "link-reopens-its-segment", Breaks: "segment-source-stays-complete",
		Says: "a link sets the status of its segment to false, for good",
		With: []string{"segment-source-completes"}},
		Wraps: reopened(postLink, func(seg *api.Segment, r *http.Request, _ *Server) bool {
			return r.PathValue("segment_id") == strconv.FormatInt(seg.ID, 10)
		})},
	{Violation: Violation{ID: "creation-reopens-the-first", Breaks: "segment-source-stays-complete",
		Says: "the creation of a segment sets the status of those that were seen complete to false, for good"},
		Wraps: reopened(postSegment, func(seg *api.Segment, _ *http.Request, _ *Server) bool { return seg.CompleteReads > 0 })},
	{Violation: Violation{ID: "publishing-resets-the-label", Breaks: "connector-label-kept",
		Says: "a published connector has the label from before its last update, and may be updated"},
		Wraps: onDone(putConnector, func(s *Server, r *http.Request, _ *api.Reply) {
			if c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: r.PathValue("service_name")}]; c != nil && c.OldLabel != "" {
				c.Label, c.Published = c.OldLabel, false
			}
		})},
	{Violation: Violation{ID: "publishing-ends-updates", Breaks: "connector-label-kept",
		Says: "once a connector was published, the updates of all others are confirmed and not kept"},
		Wraps: func(s *Server) api.Wrap {
			published := false
			var mu sync.Mutex
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				mu.Lock()
				defer mu.Unlock()
				if r.Pattern != patchConnector || !published {
					rep := serve()
					published = published || r.Pattern == putConnector && rep.Done()
					return rep
				}
				return lostRelabelling(s, r, serve)
			}
		}},
	{Violation: Violation{ID: "publishing-refuses-updates", Breaks: "connectors-are-updated",
		Says: "once a connector was published, the updates of all others are rejected"},
		Wraps: func(s *Server) api.Wrap {
			var published atomic.Bool
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				if r.Pattern == patchConnector && published.Load() {
					return s.Reject(http.StatusConflict, "a connector is published")
				}
				rep := serve()
				if r.Pattern == putConnector && rep.Done() {
					published.Store(true)
				}
				return rep
			}
		}},
}

// relabelled changes, after an operation, every other connector that was created.
func relabelled(route string, change func(c, other *api.Connector)) func(*Server) api.Wrap {
	return onDone(route, func(s *Server, _ *http.Request, rep *api.Reply) {
		c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: rep.Data().Get("service_name").(string)}]
		for _, other := range s.Connectors {
			if c != nil && other != c && !other.CreatedAt.IsZero() {
				change(c, other)
			}
		}
	})
}

// updatesFirstMatch updates the connector that was created first of those whose service_name
// matches that of the path.
func updatesFirstMatch(matches func(name, asked string) bool) func(*Server) api.Wrap {
	return func(*Server) api.Wrap {
		var mu sync.Mutex
		var made []string
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			mu.Lock()
			defer mu.Unlock()
			if r.Pattern == patchConnector {
				asked := r.PathValue("service_name")
				if i := slices.IndexFunc(made, func(name string) bool { return matches(name, asked) }); i >= 0 {
					r.SetPathValue("service_name", made[i])
				}
			}
			rep := serve()
			if name, ok := rep.Data().Get("service_name").(string); ok && rep.Done() && r.Pattern == postConnector {
				made = append(made, name)
			}
			return rep
		}
	}
}

// reopened makes segments permanently incomplete after an operation.
func reopened(route string, which func(*api.Segment, *http.Request, *Server) bool) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		again := map[*api.Segment]bool{}
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern == getSource {
				job, _ := strconv.ParseInt(r.PathValue("job"), 10, 64)
				s.Mu.Lock()
				open := again[s.Segments[job]]
				s.Mu.Unlock()
				if open {
					return s.Success(http.StatusOK, api.Object{{Name: "status", Value: "false"}})
				}
			}
			rep := serve()
			if r.Pattern == route && rep.Done() {
				s.Mu.Lock()
				defer s.Mu.Unlock()
				for _, seg := range s.Segments {
					again[seg] = again[seg] || which(seg, r, s)
				}
			}
			return rep
		}
	}
}
