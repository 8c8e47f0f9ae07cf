package independent

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"understudy/steps/internal/independent/api"
)

// savedFaults confirm an update but do not save it, or not for long.
var savedFaults = []api.Fault{
	{Violation: Violation{ID: "connector-label-alone-not-kept", Breaks: "connector-label-kept",
		Says: "an update of a connector that sends only the label shows the new label and does not save it"},
		Wraps: labelAlone(lostRelabelling)},
	{Violation: Violation{ID: "connector-label-alone-ignored", Breaks: "connector-label-kept",
		Says: "an update of a connector that sends only the label changes nothing and shows the label from before"},
		Wraps: labelAlone(func(_ *Server, r *http.Request, serve func() api.Reply) api.Reply {
			r.Body = io.NopCloser(strings.NewReader(`{"connector": {}}`))
			return serve()
		})},
	{Violation: Violation{ID: "connector-label-cut-off", Breaks: "connector-label-kept",
		Says: "an update of a connector shows the whole label and saves its first twelve characters"},
		Wraps: read(patchConnector, "connector", func(s *Server, r *http.Request, in map[string]any, rep *api.Reply) {
			label, _ := in["label"].(string)
			c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: r.PathValue("service_name")}]
			if c != nil && rep.Done() && label != "" {
				c.Label = string([]rune(label)[:min(len([]rune(label)), 12)])
			}
		})},
	{Violation: Violation{ID: "connector-label-not-given-again", Breaks: "connector-label-kept",
		Says: "an update to a label that the connector had before its last one shows it and does not save it"},
		Wraps: func(s *Server) api.Wrap {
			had := map[string][]any{} // labels by path
			return onUpdates(patchConnector, func(_ *Server, r *http.Request, in map[string]any) bool {
				connector, _ := in["connector"].(map[string]any)
				label, sent := connector["label"]
				before := had[r.URL.Path]
				if sent {
					had[r.URL.Path] = append(before, label)
				}
				return sent && slices.Contains(before, label) && before[len(before)-1] != label
			}, lostRelabelling)(s)
		}},
	{Violation: Violation{ID: "connector-label-after-publishing-not-kept", Breaks: "connector-label-kept",
		Says: "a published connector may be updated: the update shows the new label and does not save it"},
		Waives: api.ClosesPublished, Wraps: onUpdates(patchConnector, ofPublished, lostRelabelling)},
	{Violation: Violation{ID: "published-connector-frozen", Breaks: "connector-label-kept",
		Says: "a published connector may be updated: the update changes nothing, and shows the old label"},
		Waives: api.ClosesPublished, Wraps: onUpdates(patchConnector, ofPublished,
			func(s *Server, r *http.Request, serve func() api.Reply) api.Reply {
				label := connectorIn(s, r).Label
				rep := lostRelabelling(s, r, serve)
				if rep.Done() {
					rep.Set("label", label)
				}
				return rep
			})},
	{Violation: Violation{ID: "destination-case-of-name-not-kept", Breaks: "destination-name-kept",
		Says: "an update that changes only upper and lower case of the name shows the new name and does not save it"},
		Wraps: onUpdates(patchDestination, func(s *Server, r *http.Request, in map[string]any) bool {
			connection, _ := in["service_connection"].(map[string]any)
			name, _ := connection["name"].(string)
			d := s.DestinationOf(r)
			return d != nil && strings.EqualFold(name, d.Name)
		}, lostRenaming)},
	{Violation: Violation{ID: "destination-name-in-capitals-titled", Breaks: "destination-name-kept",
		Says: "of a name in capitals, all letters but the first become small"},
		Wraps: read(patchDestination, "service_connection", func(s *Server, r *http.Request, in map[string]any, rep *api.Reply) {
			name, _ := in["name"].(string)
			if d := s.DestinationOf(r); d != nil && rep.Done() && name != strings.ToLower(name) && name == strings.ToUpper(name) {
				d.Name = name[:1] + strings.ToLower(name[1:])
				rep.Set("name", d.Name)
			}
		})},
	{Violation: Violation{ID: "destination-name-of-before-numbered", Breaks: "destination-name-kept",
		Says: "a name that the destination had before its last one gets a number when it is sent again"},
		Wraps: func(s *Server) api.Wrap {
			had := map[string]int{}
			return read(patchDestination, "service_connection", func(s *Server, r *http.Request, in map[string]any, rep *api.Reply) {
				name, sent := in["name"].(string)
				if d := s.DestinationOf(r); d != nil && sent && rep.Done() {
					if had[name]++; had[name] > 1 {
						d.Name = fmt.Sprintf("%s (%d)", name, had[name])
						rep.Set("name", d.Name)
					}
				}
			})(s)
		}},
	{Violation: Violation{ID: "connector-label-boolean-saved", Breaks: "connector-label-kept",
		Says: "the labels true and no are saved as 1 and 0, though the update shows them as sent"},
		Wraps: labelSaved(map[string]string{"true": "1", "no": "0"})},
	{Violation: Violation{ID: "connector-label-number-saved", Breaks: "connector-label-kept",
		Says: "the label 1e3 is saved as 1000, though the update shows it as sent"},
		Wraps: labelSaved(map[string]string{"1e3": "1000"})},
	{Violation: Violation{ID: "connector-label-date-saved", Breaks: "connector-label-kept",
		Says: "a label that is a date is saved as an instant, though the update shows it as sent"},
		Wraps: labelSaved(map[string]string{"2026-01-01": "2026-01-01T00:00:00Z"})},
	{Violation: Violation{ID: "connector-label-object-saved", Breaks: "connector-label-kept",
		Says: "a label that is an object of JSON is saved without its space, though the update shows it as sent"},
		Wraps: labelSaved(map[string]string{`{"a": 1}`: `{"a":1}`})},
	{Violation: Violation{ID: "connector-label-on-one-replica", Breaks: "connector-label-kept",
		Says: "updates of a connector go to two replicas in turn, which never agree"},
		Wraps: onReplicas},
	{Violation: Violation{ID: "connector-third-label-is-the-first", Breaks: "connector-label-kept",
		Says: "every third new label of a connector is shown, and it has the first of them then"},
		Wraps: firstLabelAgain},
	{Violation: Violation{ID: "destination-name-falls-back", Breaks: "destination-name-kept",
		Says: "three requests after an update the destination has the name from before"},
		Wraps: nameFallsBack},
}

// labelSaved makes updates of connectors show the label that was sent, and
// stores some labels differently.
func labelSaved(as map[string]string) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			rep := serve()
			if c := connectorIn(s, r); c != nil && rep.Done() {
				s.Mu.Lock()
				if other, ok := as[c.Label]; ok {
					c.Label = other
				}
				s.Mu.Unlock()
			}
			return rep
		}
	}
}

// onReplicas lets each update of a connector see the label of one of two replicas.
func onReplicas(s *Server) api.Wrap {
	type replicas struct {
		labels [2]*string
		next   int
	}
	all := map[*api.Connector]*replicas{}
	return func(r *http.Request, serve func() api.Reply) api.Reply {
		c := connectorIn(s, r)
		if c == nil {
			return serve()
		}
		s.Mu.Lock()
		if all[c] == nil {
			all[c] = &replicas{}
		}
		one := &all[c].labels[all[c].next]
		all[c].next = 1 - all[c].next
		if *one != nil {
			c.Label = **one
		}
		s.Mu.Unlock()
		rep := serve()
		s.Mu.Lock()
		*one = new(string)
		**one = c.Label
		s.Mu.Unlock()
		return rep
	}
}

// connectorIn returns the connector that a request updates; nil where it
// updates none.
func connectorIn(s *Server, r *http.Request) *api.Connector {
	if r.Pattern != patchConnector {
		return nil
	}
	name, _ := url.PathUnescape(r.PathValue("service_name"))
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: name}]
}

// firstLabelAgain gives a connector the first of its new labels after each third one.
func firstLabelAgain(s *Server) api.Wrap {
	labels := map[*api.Connector][]string{}
	return func(r *http.Request, serve func() api.Reply) api.Reply {
		c := connectorIn(s, r)
		if c == nil {
			return serve()
		}
		s.Mu.Lock()
		before := c.Label
		s.Mu.Unlock()
		rep := serve()
		s.Mu.Lock()
		defer s.Mu.Unlock()
		if c.Label != before {
			if labels[c] = append(labels[c], c.Label); len(labels[c])%3 == 0 {
				c.Label = labels[c][0]
			}
		}
		return rep
	}
}

// nameFallsBack restores a destination's previous name three requests after an
// update.
func nameFallsBack(s *Server) api.Wrap {
	type fall struct {
		destination *api.Destination
		name        string
		after       int
	}
	var falls []*fall
	return func(r *http.Request, serve func() api.Reply) api.Reply {
		s.Mu.Lock()
		for _, f := range falls {
			if f.after--; f.after == 0 {
				f.destination.Name = f.name
			}
		}
		var d *api.Destination
		before := ""
		if r.Pattern == patchDestination {
			if d = s.DestinationOf(r); d != nil {
				before = d.Name
			}
		}
		s.Mu.Unlock()
		rep := serve()
		s.Mu.Lock()
		defer s.Mu.Unlock()
		if d != nil && d.Name != before {
			falls = append(falls, &fall{d, before, 3})
		}
		return rep
	}
}

// connectorKey is the key of the connector that a request is about.
func connectorKey(r *http.Request) api.ConnectorKey {
	return api.ConnectorKey{Owner: api.Workspace, ServiceName: r.PathValue("service_name")}
}

// ofPublished reports whether a request is about a published connector.
func ofPublished(s *Server, r *http.Request, _ map[string]any) bool {
	c := s.Connectors[connectorKey(r)]
	return c != nil && c.Published
}

// labelAlone serves updates of connectors that send only the label differently.
func labelAlone(serveThose func(s *Server, r *http.Request, serve func() api.Reply) api.Reply) func(*Server) api.Wrap {
	return onUpdates(patchConnector, func(_ *Server, _ *http.Request, in map[string]any) bool {
		form, _ := in["connector"].(map[string]any)
		return len(form) == 1 && form["label"] != nil
	}, serveThose)
}

// lostRenaming serves an update and then restores the destination's previous name.
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

// lostRelabelling serves an update and then restores the connector's previous label.
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
