package independent

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"understudy/steps/internal/independent/api"
	"understudy/steps/internal/independent/gateway"
)

// contradictionFaults respond with a success, or with what only a conditional request may
// get, where the rest of the response says otherwise.
var contradictionFaults = []api.Fault{
	{Violation: Violation{ID: "list-304-unasked", Breaks: "list-code",
		Says: "each list of invitations but the first gets HTTP 304, though the request has no condition"},
		Wraps: notModified(getInvitations)},
	{Violation: Violation{ID: "topics-304-unasked", Breaks: "topics-are-listed",
		Says: "each list of topics but the first gets HTTP 304, though the request has no condition"},
		Wraps: notModified(getTopics)},
	{Violation: Violation{ID: "link-unknown-segment-made-up", Breaks: "link-redirect-echoed",
		Says: "for a segment_id that names nothing, a link back to nowhere is created"},
		Wraps: onReply(postLink, func(s *Server, r *http.Request, rep *api.Reply) {
			s.Mu.Lock()
			defer s.Mu.Unlock()
			id, err := strconv.ParseInt(r.PathValue("segment_id"), 10, 64)
			if rep.Done() || err != nil || api.BearerOf(r) != api.Workspace || s.SegmentOf(r) != nil ||
				r.PathValue("source_id") != strconv.FormatInt(api.SourceID, 10) {
				return
			}
			*rep = s.Success(http.StatusCreated, api.Object{{Name: "status", Value: "created"}, {Name: "data", Value: api.Object{
				{Name: "id", Value: int64(3)}, {Name: "type", Value: "FilterSegment"}, {Name: "segment_id", Value: id},
				{Name: "redirect_uri", Value: "https://desk.independent.invalid/"},
				{Name: "uri", Value: "https://desk.independent.invalid/lens?auth=none"}, {Name: "expiration", Value: "2099-01-01T00:00:00Z"},
				{Name: "expired", Value: false}, {Name: "revoked", Value: false}}}})
		})},
	{Violation: Violation{ID: "connector-unknown-updated-to-null", Breaks: "updated-connector-data",
		Says: "an update of a service_name that names nothing has the status updated, and data null"},
		Wraps: onReply(patchConnector, func(s *Server, r *http.Request, rep *api.Reply) {
			if api.BearerOf(r) == api.Workspace && !rep.Done() && connectorIn(s, r) == nil {
				*rep = s.Success(http.StatusOK, api.Object{{Name: "status", Value: "updated"}, {Name: "data", Value: api.Null}})
			}
		})},
	{Violation: Violation{ID: "segment-other-workspace-created-null", Breaks: "created-segment-data",
		With: []string{"created-segment-source-url"}, Says: "another workspace's token gets the status created for a segment, and data null"},
		Wraps: onReply(postSegment, func(s *Server, r *http.Request, rep *api.Reply) {
			if api.BearerOf(r) == api.OtherWorkspace && !rep.Done() {
				*rep = s.Success(http.StatusCreated, api.Object{{Name: "status", Value: "created"}, {Name: "data", Value: api.Null}})
			}
		})},
	{Violation: Violation{ID: "connector-update-renames", Breaks: "connector-service-name-kept",
		Says: "an update of a connector with another service_name renames it"},
		Wraps: renamesConnectors},
	{Violation: Violation{ID: "connector-path-plus-as-space", Breaks: "connector-service-name-kept",
		Says: "a plus in the service_name of an update's path is read as a space"},
		Wraps: func(*Server) api.Wrap {
			return func(r *http.Request, serve func() api.Reply) api.Reply {
				if r.Pattern == patchConnector {
					r.SetPathValue("service_name", strings.ReplaceAll(r.PathValue("service_name"), "+", " "))
				}
				return serve()
			}
		}},
	{Violation: Violation{ID: "nameless-update-objects-null", Breaks: "destination-objects",
		Says: "no destination can be retrieved, and an update without a name shows objects null"},
		Wraps: namelessWithObjects(api.Null)},
	{Violation: Violation{ID: "nameless-update-without-objects", Breaks: "objects-shown-alike",
		Says: "no destination can be retrieved, and an update without a name shows no objects"},
		Wraps: namelessWithObjects([]any{})},
	{Violation: Violation{ID: "page-past-end-no-content", Breaks: "list-code", With: []string{"bodies-are-json"},
		Says: "a page after the last gets HTTP 204"},
		On: api.ListInvitations, List: func(p *api.Page, rep *api.Reply) {
			if p.Ask.Page > max(p.Last, 1) {
				*rep = api.Reply{Code: http.StatusNoContent}
			}
		}},
	{Violation: Violation{ID: "publish-again-status-updated", Breaks: "published-connector-status",
		Says: "a connector may be published twice: the second time has the status updated"},
		Waives: api.ClosesPublished, Wraps: each(putConnector, func(*Server) func(*http.Request, *api.Reply) {
			published := map[string]bool{} // by path
			return func(r *http.Request, rep *api.Reply) {
				if !rep.Done() {
					return
				}
				if published[r.URL.Path] {
					rep.Body = rep.Body.With("status", "updated")
				}
				published[r.URL.Path] = true
			}
		})},
	{Violation: Violation{ID: "published-named-otherwise", Breaks: "connector-service-name-kept",
		Says: "a published connector may be updated, and the response shows its service_name with org_ in front"},
		Waives: api.ClosesPublished, Wraps: onReply(patchConnector, func(s *Server, r *http.Request, rep *api.Reply) {
			if c := connectorIn(s, r); rep.Done() && c != nil && c.Published {
				rep.Set("service_name", "org_"+c.ServiceName)
			}
		})},
	{Violation: Violation{ID: "created-label-lost", Breaks: "connector-label-kept",
		Says: "the creation of a connector shows its label, and saves the service_name as the label"},
		Wraps: onDone(postConnector, func(s *Server, r *http.Request, rep *api.Reply) {
			name, _ := rep.Data().Get("service_name").(string)
			if c := s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: name}]; c != nil {
				c.Label = name
			}
		})},
	{Violation: Violation{ID: "source-dataset-null", Breaks: "segment-source-properties",
		Says: "the complete source URL shows the dataset_id as null, the retrieval does not"},
		Source: completely(func(data api.Object) api.Object { return data.With("dataset_id", nil) })},
	{Violation: Violation{ID: "publish-without-fields", Breaks: "connector-configuration-fields",
		Says: "a connector is published without the configuration fields that it had before"},
		Wraps: onDone(putConnector, func(_ *Server, _ *http.Request, rep *api.Reply) {
			rep.Set("configuration_fields", api.Object{{Name: "fields", Value: []any{}}})
		})},
	{Violation: Violation{ID: "publish-labels-fields-by-id", Breaks: "configuration-field-label",
		Says: "a connector is published with the ids of its configuration fields as their labels"},
		Wraps: onDone(putConnector, func(_ *Server, _ *http.Request, rep *api.Reply) {
			fields := slices.Clone(fieldsOf(rep))
			for i, f := range fields {
				fields[i] = f.With("label", f.Get("id"))
			}
			rep.Set("configuration_fields", api.Object{{Name: "fields", Value: fields}})
		})},
	{Violation: Violation{ID: "update-doubles-fields", Breaks: "connector-configuration-fields",
		Says: "the response to an update of a connector has each configuration field twice"},
		Wraps: onDone(patchConnector, func(_ *Server, _ *http.Request, rep *api.Reply) {
			fields := fieldsOf(rep)
			rep.Set("configuration_fields", api.Object{{Name: "fields", Value: append(fields[:len(fields):len(fields)], fields...)}})
		})},
	{Violation: Violation{ID: "link-type-before-completion", Breaks: "link-type",
		Says: "the type of a link is Segment as long as its segment was not seen complete"},
		Wraps: onDone(postLink, func(s *Server, r *http.Request, rep *api.Reply) {
			if seg := s.SegmentOf(r); seg != nil && seg.CompleteReads == 0 {
				rep.Set("type", "Segment")
			}
		})},
}

// notModified responds with HTTP 304 to each success of a route but the first.
func notModified(route string) func(*Server) api.Wrap {
	return each(route, func(*Server) func(*http.Request, *api.Reply) {
		listed := 0
		return func(_ *http.Request, rep *api.Reply) {
			if !rep.Done() {
				return
			}
			if listed++; listed > 1 {
				*rep = api.Reply{Code: http.StatusNotModified}
			}
		}
	})
}

// namelessWithObjects shows other objects in the response to an update without a name,
// which is the only way to read the name.
func namelessWithObjects(objects any) func(*Server) api.Wrap {
	return func(s *Server) api.Wrap {
		nameless := onUpdates(patchDestination, func(_ *Server, _ *http.Request, in map[string]any) bool {
			connection, _ := in["service_connection"].(map[string]any)
			return connection != nil && connection["name"] == nil
		}, func(_ *Server, _ *http.Request, serve func() api.Reply) api.Reply {
			rep := serve()
			if rep.Done() {
				rep.Set("objects", objects)
			}
			return rep
		})(s)
		return func(r *http.Request, serve func() api.Reply) api.Reply {
			if r.Pattern == getOne {
				return s.Reject(http.StatusNotFound, "no such path")
			}
			return nameless(r, serve)
		}
	}
}

// renamesConnectors gives a connector the service_name of an update.
func renamesConnectors(s *Server) api.Wrap {
	return func(r *http.Request, serve func() api.Reply) api.Reply {
		c := connectorIn(s, r)
		if c == nil {
			return serve()
		}
		in := gateway.BodyOf(r)
		form, _ := in["connector"].(map[string]any)
		another, _ := form["service_name"].(string)
		if another != "" {
			delete(form, "service_name")
			body, _ := json.Marshal(in)
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		rep := serve()
		if rep.Done() && another != "" && another != c.ServiceName {
			s.Mu.Lock()
			delete(s.Connectors, api.ConnectorKey{Owner: api.Workspace, ServiceName: c.ServiceName})
			c.ServiceName = another
			s.Connectors[api.ConnectorKey{Owner: api.Workspace, ServiceName: another}] = c
			s.Mu.Unlock()
			rep.Set("service_name", another)
		}
		return rep
	}
}

// fieldsOf returns the configuration fields that a response shows.
func fieldsOf(rep *api.Reply) []api.Object {
	return rep.Data().Get("configuration_fields").(api.Object).Get("fields").([]api.Object)
}
