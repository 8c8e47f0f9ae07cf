package independent

import (
	"net/http"
	"strings"
	"sync"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/gateway"
)

// rejectionFaults let a rejected request have an effect, or break the request
// after it.
var rejectionFaults = []api.Fault{
	{Violation: Violation{ID: "refused-rename-is-done", Breaks: "destination-name-kept",
		Says: "an update of a destination that is rejected for another member sets the name"},
		Wraps: read(patchDestination, "service_connection", func(s *Server, r *http.Request, in map[string]any, rep *api.Reply) {
			if name, ok := in["name"].(string); ok && rep.Invalid() {
				s.DestinationOf(r).Name = name
			}
		})},
	{Violation: Violation{ID: "refused-update-resets-name", Breaks: "destination-name-kept",
		Says: "an update of a destination that is rejected for a member sets the name to a default one"},
		Wraps: read(patchDestination, "service_connection", func(s *Server, r *http.Request, _ map[string]any, rep *api.Reply) {
			if rep.Invalid() {
				s.DestinationOf(r).Name = "Untitled"
			}
		})},
	{Violation: Violation{ID: "refused-relabelling-is-done", Breaks: "connector-label-kept",
		Says: "an update of a connector that is rejected for another member sets the label"},
		Wraps: read(patchConnector, "connector", func(s *Server, r *http.Request, in map[string]any, rep *api.Reply) {
			c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: r.PathValue("service_name")}]
			if label, ok := in["label"].(string); ok && rep.Invalid() && c != nil {
				c.Label = label
			}
		})},
	{Violation: Violation{ID: "refused-update-resets-label", Breaks: "update-needs-connector",
		Says: "an update of a connector that is rejected because it has no connector object sets the label to the service_name",
		With: []string{"connector-label-kept"}},
		Wraps: read(patchConnector, "connector", func(s *Server, r *http.Request, in map[string]any, rep *api.Reply) {
			c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: r.PathValue("service_name")}]
			if in == nil && rep.Invalid() && c != nil {
				c.Label = c.ServiceName
			}
		})},
	{Violation: Violation{ID: "refused-connector-is-made", Breaks: "connectors-are-created",
		Says: "a connector that is rejected for its configuration_definition is made without it"},
		Wraps: read(postConnector, "connector", func(s *Server, _ *http.Request, in map[string]any, rep *api.Reply) {
			_, fits := in["configuration_definition"].(map[string]any)
			name, _ := in["service_name"].(string)
			label, _ := in["label"].(string)
			if rep.Invalid() && in["configuration_definition"] != nil && !fits && name != "" {
				s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: name}] = &api.Connector{ServiceName: name, Label: label,
					Data: map[string]any{}, CreatedAt: s.Now()}
			}
		})},
	{Violation: Violation{ID: "refused-segment-takes-its-name", Breaks: "segments-are-created",
		Says: "a segment is rejected whose name a rejected one had"},
		Wraps: func(s *Server) api.Wrap {
			var mu sync.Mutex
			taken := map[string]bool{}
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				if r.Pattern != postSegment || api.BearerOf(r) != api.Workspace {
					return serve()
				}
				name, _ := gateway.BodyOf(r)["name"].(string)
				mu.Lock()
				defer mu.Unlock()
				if taken[name] {
					return s.Reject(http.StatusConflict, "this name is taken")
				}
				rep := serve()
				taken[name] = taken[name] || name != "" && rep.Invalid()
				return rep
			}
		}},
	{Violation: Violation{ID: "segments-of-many-molecules-fail", Breaks: "segments-are-created",
		Says: "the creation of a segment with three molecules or more has HTTP 500"},
		Wraps: func(s *Server) api.Wrap {
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				list, _ := gateway.BodyOf(r)["molecules"].([]any)
				if r.Pattern == postSegment && len(list) > 2 {
					return s.Reject(http.StatusInternalServerError, "")
				}
				return serve()
			}
		}},
	{Violation: Violation{ID: "segments-with-quotes-fail", Breaks: "segments-are-created",
		Says: "the creation of a segment has HTTP 500 where a molecule's value has an apostrophe"},
		Wraps: func(s *Server) api.Wrap {
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				list, _ := gateway.BodyOf(r)["molecules"].([]any)
				for _, m := range list {
					m, _ := m.(map[string]any)
					if value, _ := m["value"].(string); r.Pattern == postSegment && strings.Contains(value, "'") {
						return s.Reject(http.StatusInternalServerError, "")
					}
				}
				return serve()
			}
		}},
	{Violation: Violation{ID: "destination-names-with-emoji-fail", Breaks: "destinations-are-updated",
		Says: "an update of a destination whose name has characters beyond the Basic Multilingual Plane has HTTP 500"},
		Wraps: failsWhere(patchDestination, "service_connection", "name")},
	{Violation: Violation{ID: "connector-labels-with-emoji-fail", Breaks: "connectors-are-updated",
		Says: "an update of a connector whose label has characters beyond the Basic Multilingual Plane has HTTP 500"},
		Wraps: failsWhere(patchConnector, "connector", "label")},
	{Violation: Violation{ID: "refused-name-is-saved", Breaks: "destination-name-kept",
		Says: "a name with letters beyond ASCII is rejected for a destination, and saved"},
		Wraps: rejectsForeign(patchDestination, "service_connection", "name", func(s *Server, r *http.Request, name string) {
			if d := s.DestinationOf(r); d != nil {
				d.Name = name
			}
		})},
	{Violation: Violation{ID: "refused-label-is-saved", Breaks: "connector-label-kept",
		Says: "a label with letters beyond ASCII is rejected for a connector, and saved"},
		Wraps: rejectsForeign(patchConnector, "connector", "label", func(s *Server, r *http.Request, label string) {
			if c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: r.PathValue("service_name")}]; c != nil {
				c.Label = label
			}
		})},
	{Violation: Violation{ID: "rename-after-refusal-is-lost", Breaks: "destination-name-kept",
		Says: "the update of a destination after a rejected one is confirmed and not kept"},
		Wraps: afterRejection(patchDestination, func(s *Server, r *http.Request, serve func() api.Reply, _ api.Reply) api.Reply {
			return lostRenaming(s, r, serve)
		})},
	{Violation: Violation{ID: "relabelling-after-refusal-is-lost", Breaks: "connector-label-kept",
		Says: "the update of a connector after a rejected one is confirmed and not kept"},
		Wraps: afterRejection(patchConnector, func(s *Server, r *http.Request, serve func() api.Reply, _ api.Reply) api.Reply {
			return lostRelabelling(s, r, serve)
		})},
	{Violation: Violation{ID: "rename-after-refusal-is-refused", Breaks: "destinations-are-updated",
		Says: "the update of a destination after a rejected one gets the same response"},
		Wraps: afterRejection(patchDestination, func(_ *Server, _ *http.Request, _ func() api.Reply, last api.Reply) api.Reply { return last })},
	{Violation: Violation{ID: "relabelling-after-refusal-is-refused", Breaks: "connectors-are-updated",
		Says: "the update of a connector after a rejected one gets the same response"},
		Wraps: afterRejection(patchConnector, func(_ *Server, _ *http.Request, _ func() api.Reply, last api.Reply) api.Reply { return last })},
	{Violation: Violation{ID: "segment-after-refusal-is-the-one-before", Breaks: "created-segment-id",
		Says: "the creation of a segment after a rejected one returns the one before",
		With: []string{"created-segment-source-url", "segment-name-kept"}},
		Wraps: repeatsAfterRejection(postSegment)},
	{Violation: Violation{ID: "connector-after-refusal-is-the-one-before", Breaks: "connector-service-name-kept",
		Says: "the creation of a connector after a rejected one returns the one before",
		With: []string{"connector-label-kept"}},
		Wraps: repeatsAfterRejection(postConnector)},
}

// failsWhere has HTTP 500 to requests with a text beyond the Basic Multilingual Plane.
func failsWhere(route, member, text string) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			in, _ := gateway.BodyOf(r)[member].(map[string]any)
			sent, _ := in[text].(string)
			if r.Pattern == route && strings.ContainsFunc(sent, func(c rune) bool { return c > 0xFFFF }) {
				return s.Reject(http.StatusInternalServerError, "")
			}
			return serve()
		}
	}
}

// rejectsForeign rejects requests of the workspace with a text beyond ASCII, and saves that.
func rejectsForeign(route, member, text string, save func(s *Server, r *http.Request, text string)) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			in, _ := gateway.BodyOf(r)[member].(map[string]any)
			sent, _ := in[text].(string)
			if r.Pattern != route || api.BearerOf(r) != api.Workspace || !strings.ContainsFunc(sent, func(c rune) bool { return c > '~' }) {
				return serve()
			}
			s.Mu.Lock()
			defer s.Mu.Unlock()
			save(s, r, sent)
			return s.Reject(http.StatusUnprocessableEntity, "letters of other languages are not supported")
		}
	}
}

// read is after, with a member of the body that was sent, under s.Mu.
func read(route, member string, do func(s *Server, r *http.Request, in map[string]any, rep *api.Reply)) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern != route {
				return serve()
			}
			in, _ := gateway.BodyOf(r)[member].(map[string]any)
			rep := serve()
			s.Mu.Lock()
			defer s.Mu.Unlock()
			do(s, r, in, &rep)
			return rep
		}
	}
}

// afterRejection serves a request differently if the previous one of the same
// route and path was rejected for its body. Rejections for the token do not
// count.
func afterRejection(route string,
	serveNext func(s *Server, r *http.Request, serve func() api.Reply, last api.Reply) api.Reply) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		var mu sync.Mutex
		rejected := map[string]*api.Reply{} // by path
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern != route || api.BearerOf(r) != api.Workspace {
				return serve()
			}
			mu.Lock()
			defer mu.Unlock()
			if last := rejected[r.URL.Path]; last != nil {
				delete(rejected, r.URL.Path)
				return serveNext(s, r, serve, *last)
			}
			rep := serve()
			if rep.Invalid() {
				rejected[r.URL.Path] = &rep
			}
			return rep
		}
	}
}

// repeatsAfterRejection responds with the last success to the request after a
// rejected body.
func repeatsAfterRejection(route string) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		var success *api.Reply
		next := afterRejection(route, func(_ *Server, _ *http.Request, serve func() api.Reply, _ api.Reply) api.Reply {
			rep := serve()
			if rep.Done() && success != nil {
				return *success
			}
			return rep
		})(s)
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern != route {
				return serve()
			}
			return next(r, func() api.Reply {
				rep := serve()
				if success == nil && rep.Done() {
					success = &rep
				}
				return rep
			})
		}
	}
}
