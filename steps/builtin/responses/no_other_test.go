package responses

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

func TestAResponseAboutAnUnknownResourceShowsNoOther(t *testing.T) {
	const links, publish = "/api/v1/sources/4/filter_segments/77/segment_management_links", "/api/v1/connectors/x_1/publish_to_organization"
	const here, away = "http://127.0.0.1/here", "http://127.0.0.1/away"
	link := func(id, uri string) string {
		return fmt.Sprintf(`{"id":1,"segment_id":%s,"redirect_uri":%q,"uri":"http://127.0.0.1/l"}`, id, uri)
	}
	for rule, c := range map[string]struct {
		noun   string
		status int
		data   string
		want   string
	}{
		"a rejection":                    {"segment", 404, `null`, ""},
		"a link to the segment":          {"segment", 201, link("77", here), ""},
		"its id with a fraction of zero": {"segment", 201, link("77.0", here), ""},
		"its id as a text":               {"segment", 201, link(`"77"`, here), ""},
		"a link to another segment":      {"segment", 201, link("78", here), "finding"},
		"a link to no segment":           {"segment", 201, link("null", here), "finding"},
		"a link that leads elsewhere":    {"segment", 201, link("77", away), "blocked by link-redirect-echoed"},
		"a rejection of such a link":     {"segment", 404, `{"redirect_uri":"http://127.0.0.1/away"}`, ""},
		"a success that shows nothing":   {"segment", 200, `{}`, ""},
		"the connector":                  {"connector", 200, `{"service_name":"x_1"}`, ""},
		"another connector":              {"connector", 200, `{"service_name":"x21"}`, "finding"},
		"a connector without a name":     {"connector", 200, `{"label":"L"}`, "finding"},
		"the published connector":        {"published connector", 200, `{"service_name":"x_1"}`, ""},
		"one whose name is escaped":      {"escaped connector", 200, `{"service_name":"café_1"}`, ""},
		"another published connector":    {"published connector", 200, `{"service_name":"x21"}`, "finding"},
		"the destination":                {"destination", 200, `{"id":9,"name":"a"}`, ""},
		"another destination":            {"destination", 200, `{"id":1,"name":"a"}`, "finding"},
	} {
		s := httptest.NewServer(http.NotFoundHandler()) // no destination shows its name
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "workspace"},
			Resources: target.Resources{DestinationID: 1}})
		r := map[string]client.Request{
			"segment":             {Operation: spec.CreateLink, Path: links, Body: []byte(`{"redirect_uri":"` + here + `"}`)},
			"connector":           {Operation: spec.UpdateConnector, Path: "/api/v1/connectors/x_1"},
			"escaped connector":   {Operation: spec.UpdateConnector, Path: "/api/v1/connectors/caf%C3%A9_1"},
			"published connector": {Operation: spec.PublishConnector, Path: publish},
			"destination":         {Operation: spec.UpdateDestination, Path: "/api/v1/destinations/9"},
		}[c.noun]
		w.Last = &client.Exchange{Request: r, Status: c.status, Body: []byte(`{"status":"created","data":` + c.data + `}`)}
		err, got := showsNoOther(w, c.noun), ""
		s.Close()
		if errors.As(err, new(*outcome.Finding)) {
			got = "finding"
		} else if s := (*outcome.Skipped)(nil); errors.As(err, &s) {
			got = "blocked by " + s.By
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q: %v", rule, got, c.want, err)
		}
	}
}

func TestALinkIsComparedWithWhatWasSentWhereItWasCreated(t *testing.T) {
	for status, want := range map[string]bool{"created": true, "pending": false, "error": false, "": false} {
		w := worldtest.On(t, target.Target{})
		w.Text.Promises = []string{"link-redirect-echoed"}
		w.Last = &client.Exchange{Request: client.Request{Operation: spec.CreateLink, Body: []byte(`{"redirect_uri":"http://127.0.0.1/here"}`)},
			Status: http.StatusOK, Body: fmt.Appendf(nil, `{"status":%q,"data":{"redirect_uri":"http://127.0.0.1/away"}}`, status)}
		if err := claimsNoSuccess(w); errors.As(err, new(*outcome.Finding)) != want {
			t.Errorf("%q: %v; a finding: want %t", status, err, want)
		}
	}
}

// Each case is a response to a write that has to be rejected.
func TestARejectedWriteShowsNothingThatItMayHaveDone(t *testing.T) {
	const segment = `{"status":"created","data":{"id":1},"filter_segment_source_url":"http://127.0.0.1/x"}`
	const connector = `{"status":"updated","data":{"service_name":"x","label":"L"}}`
	for rule, c := range map[string]struct {
		operation string
		token     string
		status    int
		body      string
		shown     bool
	}{
		"a rejection":                              {spec.CreateSegment, "workspace", 422, `{"status":"error"}`, false},
		"a success":                                {spec.CreateSegment, "workspace", 201, segment, true},
		"a rejection that shows a segment":         {spec.CreateSegment, "workspace", 422, segment, true},
		"a success of an update":                   {spec.UpdateConnector, "workspace", 200, connector, true},
		"a rejected update that shows it as it is": {spec.UpdateConnector, "workspace", 422, connector, false},
		"a redirect that shows the connector":      {spec.UpdateConnector, "workspace", 302, connector, true},
		"the same with another token":              {spec.UpdateConnector, "another", 422, connector, true},
		"a rejection with another token":           {spec.UpdateConnector, "another", 401, `{"status":"error"}`, false},
	} {
		w := worldtest.On(t, target.Target{Tokens: target.Tokens{Workspace: "workspace"}})
		e := &client.Exchange{Request: client.Request{Operation: c.operation, Method: http.MethodPatch, Token: c.token, Scheme: client.Bearer},
			Status: c.status, Body: []byte(c.body)}
		if got := shown(w, e); (got != "") != c.shown {
			t.Errorf("%s: %q; shown: want %t", rule, got, c.shown)
		}
	}
}
