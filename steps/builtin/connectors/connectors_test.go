package connectors

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// exchangeOf returns an exchange on a connector.
func exchangeOf(operation, path string, status int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: operation, Method: http.MethodPut, Path: path, Allowed: true},
		Status: status, Body: []byte(body), Received: time.Now()}
}

const aConnector = `{"status":"published_to_organization","data":{"service_name":"mine","label":"L"}}`

func wasPublished(status int, body string) *client.Exchange {
	return exchangeOf(spec.PublishConnector, "", status, body)
}

func faulty(e *client.Exchange) *client.Exchange {
	e.Allowed = false
	return e
}

func TestOnlyAPublishedConnectorIsRecordedAsPublished(t *testing.T) {
	silence, unsent := wasPublished(0, ""), wasPublished(0, "")
	silence.Err, unsent.Err, unsent.Received = errors.New("timed out"), errors.New("context canceled"), time.Time{}
	const done, perhaps = "published to the organization, which cannot be undone", "perhaps published to the organization, which cannot be undone: no response shows it"
	for rule, c := range map[string]struct {
		sent []*client.Exchange
		want string
	}{
		"a success":                        {[]*client.Exchange{wasPublished(200, aConnector)}, done},
		"a rejection":                      {[]*client.Exchange{wasPublished(403, `{"status":"error"}`)}, ""},
		"a rejection by its words":         {[]*client.Exchange{wasPublished(200, `{"status":"error"}`)}, ""},
		"silence":                          {[]*client.Exchange{silence}, perhaps},
		"a rejection after silence":        {[]*client.Exchange{silence, wasPublished(409, "")}, perhaps},
		"a success after silence":          {[]*client.Exchange{silence, wasPublished(200, aConnector)}, done},
		"a server error":                   {[]*client.Exchange{wasPublished(500, "")}, perhaps},
		"what an interruption kept back":   {[]*client.Exchange{unsent}, ""},
		"a faulty request that published":  {[]*client.Exchange{faulty(wasPublished(200, aConnector)), wasPublished(409, "")}, done},
		"a faulty success without content": {[]*client.Exchange{faulty(wasPublished(204, "")), wasPublished(409, "")}, perhaps},
	} {
		w := worldtest.On(t, target.Target{})
		notePublishing(w, world.Connector{Service: "mine"}, c.sent...)
		got := ""
		for _, e := range w.Run.Ledger.Entries() {
			got += e.Note
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAConnectorOfTheRunIsInTheLedgerOnce(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	made := exchangeOf(spec.CreateConnector, "", 201, aConnector)
	made.Method = http.MethodPost
	w.NoteEffects(made)
	notePublishing(w, world.Connector{Service: "mine", Label: "L", Whole: map[string]any{}}, wasPublished(200, aConnector))
	if l := w.Run.Ledger.Entries(); len(l) != 1 || l[0].Note != "published to the organization, which cannot be undone" {
		t.Errorf("%+v", l)
	}
}

func relabelling(path string, status int, body string) *client.Exchange {
	e := exchangeOf(spec.UpdateConnector, path, status, body)
	e.Request.Body = []byte(`{"connector":{"label":"understudy 1"}}`)
	return e
}

func TestARelabellingCountsWhereItMayHaveSucceeded(t *testing.T) {
	const mine = "/api/v1/connectors/mine"
	for rule, c := range map[string]struct {
		e    *client.Exchange
		want int
	}{
		"a success":            {relabelling(mine, 200, aConnector), 1},
		"a rejection":          {relabelling(mine, 403, ""), 0},
		"a rejection and done": {relabelling(mine, 403, aConnector), 1},
		"a server error":       {relabelling(mine, 500, ""), 1},
		"of another connector": {relabelling(mine+"2", 200, aConnector), 0},
		"by another operation": {exchangeOf(spec.PublishConnector, mine, 200, aConnector), 0},
	} {
		w := worldtest.On(t, target.Target{Resources: target.Resources{ConnectorServiceName: "mine"}})
		NoteRelabelling(w, c.e)
		if got := ofRun(w.Run).connectorLabel.Times; got != c.want {
			t.Errorf("%s: %d, want %d", rule, got, c.want)
		}
	}
}

func TestTheCurrentConnectorIsInTheLedgerOnlyAfterAChange(t *testing.T) {
	tg := target.Target{BaseURL: "http://127.0.0.1:1", Resources: target.Resources{ConnectorServiceName: "mine"}}
	w := worldtest.On(t, tg)
	if err := ensureConnector(w); err != nil || w.Connector.Service != "mine" || len(w.Run.Ledger.Entries()) != 0 {
		t.Errorf("%v, %+v", err, w.Run.Ledger.Entries())
	}
	w.Finish(nil)
}

func TestAServiceNameHasTheFormOfTheSample(t *testing.T) {
	for sample, want := range map[string]string{"": "understudy1a2b3", "crm": "crm1a2b3", "our_crm": "our_crm_1a2b_3", "our-crm": "our-crm-1a2b-3"} {
		if got := serviceName(sample, "1a2b 3"); got != want {
			t.Errorf("%q: %s, want %s", sample, got, want)
		}
	}
}

func TestAFaultThatPublishedFailsWhereTheGoodRequestIsRejectedAfterIt(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	_, _ = ofRun(w.Run).publishing.Get(func() (*publishing, error) {
		return &publishing{good: wasPublished(422, ""), faulty: map[string]*client.Exchange{
			"shortened": faulty(wasPublished(401, "")), "lengthened": faulty(wasPublished(200, aConnector)),
		}}, nil
	})
	for fault, wantFinding := range map[string]bool{"shortened": false, "lengthened": true} {
		if err := FaultyPublishing(w, fault); err != nil {
			t.Fatalf("%s ends the scenario: %v", fault, err)
		}
		if what := w.Last.Effect(); (what != "") != wantFinding {
			t.Errorf("%s: %q", fault, what)
		}
	}
	if w.Void == nil {
		t.Error("a rejection counts as a pass, though the good request was rejected too")
	}
}

func TestASecondPublishingShowsTheLabelFromBeforeIt(t *testing.T) {
	for rule, c := range map[string]struct {
		before, shown string
		broken        bool
	}{
		"the label from before":                            {"sent", "sent", false},
		"a label that was never sent":                      {"sent", "mine", true},
		"another label that was sent":                      {"sent", "sent later", false},
		"what an update without a label had changed it to": {"mine", "mine", false},
		"another one after such an update":                 {"mine", "mine again", false},
	} {
		w := worldtest.On(t, target.Target{})
		w.Run.Sent.Add("data.label", "sent")
		w.Run.Sent.Add("data.label", "sent later")
		checkSecondPublishing(w, c.before, wasPublished(200, `{"status":"published_to_organization","data":{"service_name":"mine","label":"`+c.shown+`"}}`))
		if broken := len(w.Run.Violations.All()) > 0; broken != c.broken {
			t.Errorf("%s: broken %t, want %t", rule, broken, c.broken)
		}
	}
}
