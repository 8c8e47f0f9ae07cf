package connectors

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

func TestAlmostTheOwnServiceNameIsMadeOfOneOfTheRunAlone(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	id := w.Run.ID
	for own, want := range map[string][]string{
		"crm_" + id + "_1":  {"crm_" + id + "__", "crm_" + id + "_1x"},
		"crm" + id + "27":   {"crm" + id + "2_", "crm" + id + "27x"},
		"crm_" + id + "_1x": nil, // its last character may not be replaced by any other
		"theirs_1":          nil,
		"":                  nil,
	} {
		w.Connector = world.Connector{Service: own}
		got := almostOwn(w)
		if want == nil {
			if len(got) != 1 || !strings.HasPrefix(got[0], "understudy_"+id+"_") {
				t.Errorf("%q: %q, want a random service_name", own, got)
			}
			continue
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", own, got, want)
		}
	}
}

func TestAConnectorIsUpdatedWhereASuccessShowsNoOther(t *testing.T) {
	const mine = "/api/v1/connectors/mine"
	for rule, c := range map[string]struct {
		e    *client.Exchange
		want bool
	}{
		"a success":                         {relabelling(mine, 200, aConnector), true},
		"a success about another connector": {relabelling(mine+"2", 200, aConnector), false},
		"a success without a connector":     {relabelling(mine, 200, `{"status":"updated"}`), false},
		"a success without a body":          {relabelling(mine, 204, ""), false},
		"a success that shows a label":      {relabelling(mine, 200, `{"status":"updated","data":{"label":"L"}}`), true},
		"a rejection":                       {relabelling(mine, 403, ""), false},
		"a rejection that shows it":         {relabelling(mine, 403, aConnector), false},
		"a server error":                    {relabelling(mine, 500, aConnector), false},
	} {
		if got := isUpdated(c.e); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

func TestAnUpdateSendsTheWholeConnectorWithANewLabel(t *testing.T) {
	const path, targets = "/api/v1/connectors/a%2Fb", "/api/v1/connectors/theirs"
	w := worldtest.On(t, target.Target{Resources: target.Resources{ConnectorServiceName: "theirs"}})
	whole := map[string]any{"service_name": "a/b", "label": "old", "data": map[string]any{"url": "u"}}
	own, theirs := world.Connector{Service: "a/b", Whole: whole}, world.Connector{Service: "theirs"}
	for rule, c := range map[string]struct {
		r       client.Request
		path    string
		members []string
		carries client.TextKind
	}{
		"of the run":         {updateOf(w, own, nil), path, []string{"data", "label"}, client.Labels},
		"of the target":      {updateOf(w, theirs, nil), targets, []string{"label"}, client.TargetsLabels},
		"of another member":  {withoutLabelOf(w, own), path, []string{"data"}, client.Labels},
		"of no member":       {withoutLabelOf(w, theirs), targets, nil, client.TargetsLabels},
		"of the label alone": {labelAlone(updateOf(w, own, nil)), path, []string{"label"}, client.Labels},
	} {
		connector := gjson.GetBytes(c.r.Body, "connector").Map()
		members := slices.Sorted(maps.Keys(connector))
		if c.r.Operation != spec.UpdateConnector || c.r.Path != c.path || !slices.Equal(members, c.members) || c.r.Carries != c.carries {
			t.Errorf("%s: %s with %q, want %s with %q; it carries %v", rule, c.r.Path, members, c.path, c.members, c.r.Carries)
		}
		if uses := slices.Contains(c.r.Uses, target.ConnectorServiceName); uses != (c.path == targets) {
			t.Errorf("%s: it uses the connector of the target file: %t", rule, uses)
		}
		if label := connector["label"].String(); slices.Contains(c.members, "label") && !w.Run.IsName(label) {
			t.Errorf("%s: the label %q is not a new one of the run", rule, label)
		}
	}
	if len(whole) != 3 || whole["label"] != "old" {
		t.Errorf("an update changes the connector to %v", whole)
	}
}

func TestAnUpdateIsShortenedOnceOneWithTheLabelAloneWasAccepted(t *testing.T) {
	for rule, c := range map[string]struct {
		accepted  bool
		operation string
		shortened bool
	}{
		"after one":     {true, spec.UpdateConnector, true},
		"before one":    {false, spec.UpdateConnector, false},
		"no creation":   {true, spec.CreateConnector, false},
		"no publishing": {true, spec.PublishConnector, false},
	} {
		w := worldtest.On(t, target.Target{})
		ofRun(w.Run).labelAlone.Store(c.accepted)
		r := client.Request{Operation: c.operation, Body: []byte(`{"connector":{"label":"L","data":{}}}`)}
		ShortenUpdate(w, &r)
		if got := !gjson.GetBytes(r.Body, "connector.data").Exists(); got != c.shortened || gjson.GetBytes(r.Body, "connector.label").Str != "L" {
			t.Errorf("%s: %s; shortened: want %t", rule, r.Body, c.shortened)
		}
	}
}

func TestALabelIsTheConnectorsOwnAfterAnUpdateThatSucceeded(t *testing.T) {
	const path = "/api/v1/connectors/mine"
	for rule, c := range map[string]struct {
		e       *client.Exchange
		label   string
		earlier []string
	}{
		"a success":      {relabelling(path, 200, aConnector), "understudy 1", []string{"first"}},
		"a rejection":    {relabelling(path, 403, ""), "first", nil},
		"a server error": {relabelling(path, 500, ""), "first", nil},
	} {
		w := worldtest.On(t, target.Target{})
		w.Connector = world.Connector{Service: "mine", Label: "first"}
		NoteLabel(w, c.e)
		isNoted := ofScenario(w).relabelled != nil
		if w.Connector.Label != c.label || !slices.Equal(w.Connector.Earlier, c.earlier) || isNoted != (c.earlier != nil) {
			t.Errorf("%s: %q after %q, want %q after %q", rule, w.Connector.Label, w.Connector.Earlier, c.label, c.earlier)
		}
	}
}

func TestAResponseIsAboutTheConnectorInThePath(t *testing.T) {
	for rule, c := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"its service_name":     {200, `{"status":"updated","data":{"service_name":"mine"}}`, ""},
		"another one":          {200, `{"status":"updated","data":{"service_name":"yours"}}`, "finding"},
		"one in other letters": {200, `{"status":"updated","data":{"service_name":"Mine"}}`, "finding"},
		"none":                 {200, `{"status":"updated","data":{}}`, "skip"},
		"a number":             {200, `{"status":"updated","data":{"service_name":7}}`, "skip"},
		"a rejection":          {403, `{"status":"error","data":{"service_name":"yours"}}`, "skip"},
	} {
		w := worldtest.On(t, target.Target{})
		w.Connector, w.Last = world.Connector{Service: "mine"}, relabelling("/api/v1/connectors/mine", c.status, c.body)
		if err := showsServiceNameInPath(w); endOf(err) != c.want {
			t.Errorf("%s: %q, want %q: %v", rule, endOf(err), c.want, err)
		}
	}
}

// endOf says how a check ends: with a finding, a skip, or neither.
func endOf(err error) string {
	switch {
	case errors.As(err, new(*outcome.Finding)):
		return "finding"
	case err != nil:
		return "skip"
	}
	return ""
}

// Several connectors were created at the same time. Each case is what the responses show of a, which was sent the
// label of the run, and of b.
func TestAResponseAmongSeveralIsAboutTheConnectorOfItsRequest(t *testing.T) {
	for rule, c := range map[string]struct {
		ofA, ofB string
		status   int
		want     string
	}{
		"each shows its own":             {"a", "b", 201, ""},
		"both show one":                  {"b", "b", 201, "finding"},
		"each shows the other's":         {"b", "a", 201, "finding"},
		"both are called in another way": {"c", "c", 201, "finding"},
		"one is called in another way":   {"c", "b", 201, ""},
		"one has the name that was sent": {"b", "c", 201, "finding"},
		"a rejection, whatever it shows": {"b", "b", 409, ""},
	} {
		w := worldtest.On(t, target.Target{})
		create := func(sent, shown string, status int) *client.Exchange {
			body := `{"status":"created","data":{"service_name":"` + shown + `","label":"L"}}`
			e := exchangeOf(spec.CreateConnector, "/api/v1/connectors", status, body)
			e.Method = http.MethodPost
			e.Request.Body = []byte(`{"connector":{"service_name":"` + sent + `"}}`)
			return e
		}
		w.Several = []*client.Exchange{create("a", c.ofA, c.status), create("b", c.ofB, 201)}
		if err := connectorsAreOwn(w); endOf(err) != c.want {
			t.Errorf("%s: %q, want %q: %v", rule, endOf(err), c.want, err)
		}
	}
}
