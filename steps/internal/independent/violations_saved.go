package independent

import (
	"io"
	"net/http"
	"net/url"
	"strings"
)

// savedFaults confirm an update and do not save it, or not for long.
var savedFaults = []fault{
	{Violation: Violation{ID: "connector-label-alone-not-kept", Breaks: "connector-label-kept", Says: "an update of a connector that sends only the label shows the new label and does not save it"},
		wraps: labelAlone((*Server).lostRelabelling)},
	{Violation: Violation{ID: "connector-label-alone-ignored", Breaks: "connector-label-kept", Says: "an update of a connector that sends only the label changes nothing and shows the label from before"},
		wraps: labelAlone(func(_ *Server, r *http.Request, serve func() reply) reply {
			r.Body = io.NopCloser(strings.NewReader(`{"connector": {}}`))
			return serve()
		})},
	{Violation: Violation{ID: "connector-label-after-publishing-not-kept", Breaks: "connector-label-kept", Says: "a published connector may be updated: the update shows the new label and does not save it"},
		waives: closesPublished, wraps: onUpdates(patchConnector, func(s *Server, r *http.Request, _ map[string]any) bool {
			c := s.connectors[connectorKey{workspace, r.PathValue("service_name")}]
			return c != nil && c.published
		}, (*Server).lostRelabelling)},
	{Violation: Violation{ID: "destination-case-of-name-not-kept", Breaks: "destination-name-kept", Says: "an update that changes only upper and lower case of the name shows the new name and does not save it"},
		wraps: onUpdates(patchDestination, func(s *Server, r *http.Request, in map[string]any) bool {
			connection, _ := in["service_connection"].(map[string]any)
			name, _ := connection["name"].(string)
			d := s.destinationOf(r)
			return d != nil && strings.EqualFold(name, d.name)
		}, (*Server).lostRenaming)},
}

// onUpdates serves some updates of a route in another way.
func onUpdates(route string, which func(s *Server, r *http.Request, in map[string]any) bool, serveThose func(s *Server, r *http.Request, serve func() reply) reply) func(*Server) wrap {
	return func(s *Server) wrap {
		return func(r *http.Request, serve func() reply) reply {
			if r.Pattern != route {
				return serve()
			}
			in := bodyOf(r)
			s.mu.Lock()
			those := which(s, r, in)
			s.mu.Unlock()
			if those {
				return serveThose(s, r, serve)
			}
			return serve()
		}
	}
}

// labelAlone serves in another way the updates of connectors that send only the label.
func labelAlone(serveThose func(s *Server, r *http.Request, serve func() reply) reply) func(*Server) wrap {
	return onUpdates(patchConnector, func(_ *Server, _ *http.Request, in map[string]any) bool {
		form, _ := in["connector"].(map[string]any)
		return len(form) == 1 && form["label"] != nil
	}, serveThose)
}

// lostRenaming serves an update and then gives the destination its name from before.
func (s *Server) lostRenaming(r *http.Request, serve func() reply) reply {
	s.mu.Lock()
	d := s.destinationOf(r)
	before := ""
	if d != nil {
		before = d.name
	}
	s.mu.Unlock()
	rep := serve()
	if d != nil && rep.done() {
		s.mu.Lock()
		d.name = before
		s.mu.Unlock()
	}
	return rep
}

// lostRelabelling serves an update and then gives the connector its label from
// before.
func (s *Server) lostRelabelling(r *http.Request, serve func() reply) reply {
	name, _ := url.PathUnescape(r.PathValue("service_name"))
	s.mu.Lock()
	c := s.connectors[connectorKey{workspace, name}]
	before := ""
	if c != nil {
		before = c.label
	}
	s.mu.Unlock()
	rep := serve()
	if c != nil && rep.done() {
		s.mu.Lock()
		c.label = before
		s.mu.Unlock()
	}
	return rep
}
