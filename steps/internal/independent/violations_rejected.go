package independent

import (
	"net/http"
	"sync"
)

// rejectionFaults let a rejected request have an effect, or spoil what follows it.
var rejectionFaults = []fault{
	{Violation: Violation{ID: "refused-rename-is-done", Breaks: "destination-name-kept", Says: "an update of a destination that is rejected for another member sets the name"},
		wraps: read(patchDestination, "service_connection", func(s *Server, r *http.Request, in map[string]any, rep *reply) {
			if name, ok := in["name"].(string); ok && rep.invalid() {
				s.destinationOf(r).name = name
			}
		})},
	{Violation: Violation{ID: "refused-relabelling-is-done", Breaks: "connector-label-kept", Says: "an update of a connector that is rejected for another member sets the label"},
		wraps: read(patchConnector, "connector", func(s *Server, r *http.Request, in map[string]any, rep *reply) {
			c := s.connectors[connectorKey{workspace, r.PathValue("service_name")}]
			if label, ok := in["label"].(string); ok && rep.invalid() && c != nil {
				c.label = label
			}
		})},
	{Violation: Violation{ID: "refused-connector-is-made", Breaks: "connectors-are-created", Says: "a connector that is rejected for its configuration_definition is made without it"},
		wraps: read(postConnector, "connector", func(s *Server, _ *http.Request, in map[string]any, rep *reply) {
			_, fits := in["configuration_definition"].(map[string]any)
			name, _ := in["service_name"].(string)
			label, _ := in["label"].(string)
			if rep.invalid() && in["configuration_definition"] != nil && !fits && name != "" {
				s.connectors[connectorKey{workspace, name}] = &connector{serviceName: name, label: label, data: map[string]any{}, createdAt: s.now()}
			}
		})},
	{Violation: Violation{ID: "refused-segment-takes-its-name", Breaks: "segments-are-created", Says: "a segment is rejected whose name a rejected one had"},
		wraps: func(s *Server) wrap {
			var mu sync.Mutex
			taken := map[string]bool{}
			return func(r *http.Request, serve func() reply) reply {
				if r.Pattern != postSegment || bearerOf(r) != workspace {
					return serve()
				}
				name, _ := bodyOf(r)["name"].(string)
				mu.Lock()
				defer mu.Unlock()
				if taken[name] {
					return s.reject(http.StatusConflict, "this name is taken")
				}
				rep := serve()
				taken[name] = taken[name] || name != "" && rep.invalid()
				return rep
			}
		}},
	{Violation: Violation{ID: "rename-after-refusal-is-lost", Breaks: "destination-name-kept", Says: "the update of a destination after a rejected one is confirmed and not kept"},
		wraps: afterRejection(patchDestination, func(s *Server, r *http.Request, serve func() reply, _ reply) reply {
			return s.lostRenaming(r, serve)
		})},
	{Violation: Violation{ID: "relabelling-after-refusal-is-lost", Breaks: "connector-label-kept", Says: "the update of a connector after a rejected one is confirmed and not kept"},
		wraps: afterRejection(patchConnector, func(s *Server, r *http.Request, serve func() reply, _ reply) reply {
			return s.lostRelabelling(r, serve)
		})},
	{Violation: Violation{ID: "rename-after-refusal-is-refused", Breaks: "destinations-are-updated", Says: "the update of a destination after a rejected one gets the same response"},
		wraps: afterRejection(patchDestination, func(_ *Server, _ *http.Request, _ func() reply, last reply) reply { return last })},
	{Violation: Violation{ID: "relabelling-after-refusal-is-refused", Breaks: "connectors-are-updated", Says: "the update of a connector after a rejected one gets the same response"},
		wraps: afterRejection(patchConnector, func(_ *Server, _ *http.Request, _ func() reply, last reply) reply { return last })},
	{Violation: Violation{ID: "segment-after-refusal-is-the-one-before", Breaks: "created-segment-id", Says: "the creation of a segment after a rejected one returns the one before",
		With: []string{"created-segment-source-url", "segment-name-kept"}},
		wraps: repeatsAfterRejection(postSegment)},
	{Violation: Violation{ID: "connector-after-refusal-is-the-one-before", Breaks: "connector-service-name-kept", Says: "the creation of a connector after a rejected one returns the one before",
		With: []string{"connector-label-kept"}},
		wraps: repeatsAfterRejection(postConnector)},
}

// read is after, with a member of the body that was sent, under s.mu.
func read(route, member string, do func(s *Server, r *http.Request, in map[string]any, rep *reply)) func(*Server) wrap {
	return func(s *Server) wrap {
		return func(r *http.Request, serve func() reply) reply {
			if r.Pattern != route {
				return serve()
			}
			in, _ := bodyOf(r)[member].(map[string]any)
			rep := serve()
			s.mu.Lock()
			defer s.mu.Unlock()
			do(s, r, in, &rep)
			return rep
		}
	}
}

// afterRejection serves the request of a route in another way that comes next after
// one of the same path that was rejected for its body. Faulty tokens change nothing.
func afterRejection(route string, serveNext func(s *Server, r *http.Request, serve func() reply, last reply) reply) func(*Server) wrap {
	return func(s *Server) wrap {
		var mu sync.Mutex
		rejected := map[string]*reply{} // by path
		return func(r *http.Request, serve func() reply) reply {
			if r.Pattern != route || bearerOf(r) != workspace {
				return serve()
			}
			mu.Lock()
			defer mu.Unlock()
			if last := rejected[r.URL.Path]; last != nil {
				delete(rejected, r.URL.Path)
				return serveNext(s, r, serve, *last)
			}
			rep := serve()
			if rep.invalid() {
				rejected[r.URL.Path] = &rep
			}
			return rep
		}
	}
}

// repeatsAfterRejection responds with the last success to what comes next after a rejection
// of a body.
func repeatsAfterRejection(route string) func(*Server) wrap {
	return func(s *Server) wrap {
		var success *reply
		next := afterRejection(route, func(_ *Server, _ *http.Request, serve func() reply, _ reply) reply {
			rep := serve()
			if rep.done() && success != nil {
				return *success
			}
			return rep
		})(s)
		return func(r *http.Request, serve func() reply) reply {
			if r.Pattern != route {
				return serve()
			}
			return next(r, func() reply {
				rep := serve()
				if success == nil && rep.done() {
					success = &rep
				}
				return rep
			})
		}
	}
}
