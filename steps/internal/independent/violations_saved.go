package independent

import (
	"io"
	"net/http"
	"net/url"
	"strings"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/gateway"
)

// savedFaults confirm an update and do not save it, or not for long.
var savedFaults = []api.Fault{
	{Violation: Violation{ID: "connector-label-alone-not-kept", Breaks: "connector-label-kept", Says: "an update of a connector that sends only the label shows the new label and does not save it"},
		Wraps: labelAlone(lostRelabelling)},
	{Violation: Violation{ID: "connector-label-alone-ignored", Breaks: "connector-label-kept", Says: "an update of a connector that sends only the label changes nothing and shows the label from before"},
		Wraps: labelAlone(func(_ *Server, r *http.Request, serve func() api.Reply) api.Reply {
			r.Body = io.NopCloser(strings.NewReader(`{"connector": {}}`))
			return serve()
		})},
	{Violation: Violation{ID: "connector-label-after-publishing-not-kept", Breaks: "connector-label-kept", Says: "a published connector may be updated: the update shows the new label and does not save it"},
		Waives: api.ClosesPublished, Wraps: onUpdates(patchConnector, func(s *Server, r *http.Request, _ map[string]any) bool {
			c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: r.PathValue("service_name")}]
			return c != nil && c.Published
		}, lostRelabelling)},
	{Violation: Violation{ID: "destination-case-of-name-not-kept", Breaks: "destination-name-kept", Says: "an update that changes only upper and lower case of the name shows the new name and does not save it"},
		Wraps: onUpdates(patchDestination, func(s *Server, r *http.Request, in map[string]any) bool {
			connection, _ := in["service_connection"].(map[string]any)
			name, _ := connection["name"].(string)
			d := s.DestinationOf(r)
			return d != nil && strings.EqualFold(name, d.Name)
		}, lostRenaming)},
}

// onUpdates serves some updates of a route in another way.
func onUpdates(route string, which func(s *Server, r *http.Request, in map[string]any) bool, serveThose func(s *Server, r *http.Request, serve func() api.Reply) api.Reply) func(*Server) api.Wrap {
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

// labelAlone serves in another way the updates of connectors that send only the label.
func labelAlone(serveThose func(s *Server, r *http.Request, serve func() api.Reply) api.Reply) func(*Server) api.Wrap {
	return onUpdates(patchConnector, func(_ *Server, _ *http.Request, in map[string]any) bool {
		form, _ := in["connector"].(map[string]any)
		return len(form) == 1 && form["label"] != nil
	}, serveThose)
}

// lostRenaming serves an update and then gives the destination its name from before.
func lostRenaming(s *Server, r *http.Request, serve func() api.Reply) api.Reply {
	s.Mu.Lock()
	d := s.DestinationOf(r)
	before := ""
	if d != nil {
		before = d.Name
	}
	s.Mu.Unlock()
	rep := serve()
	if d != nil && rep.Done() {
		s.Mu.Lock()
		d.Name = before
		s.Mu.Unlock()
	}
	return rep
}

// lostRelabelling serves an update and then gives the connector its label from
// before.
func lostRelabelling(s *Server, r *http.Request, serve func() api.Reply) api.Reply {
	name, _ := url.PathUnescape(r.PathValue("service_name"))
	s.Mu.Lock()
	c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: name}]
	before := ""
	if c != nil {
		before = c.Label
	}
	s.Mu.Unlock()
	rep := serve()
	if c != nil && rep.Done() {
		s.Mu.Lock()
		c.Label = before
		s.Mu.Unlock()
	}
	return rep
}
