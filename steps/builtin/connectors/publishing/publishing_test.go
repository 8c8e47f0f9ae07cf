package publishing

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

const aConnector = `{"status":"published_to_organization","data":{"service_name":"mine","label":"L"}}`

// wasPublished returns the response to the publishing of a connector.
func wasPublished(status int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.PublishConnector, Method: http.MethodPut, Allowed: true},
		Status: status, Body: []byte(body), Received: time.Now()}
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
		record(w, world.Connector{Service: "mine"}, c.sent...)
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
	made := wasPublished(201, aConnector)
	made.Operation, made.Method = spec.CreateConnector, http.MethodPost
	w.NoteEffects(made)
	record(w, world.Connector{Service: "mine", Label: "L", Whole: map[string]any{}}, wasPublished(200, aConnector))
	if l := w.Run.Ledger.Entries(); len(l) != 1 || l[0].Note != "published to the organization, which cannot be undone" {
		t.Errorf("%+v", l)
	}
}

func TestAFaultThatPublishedFailsWhereTheGoodRequestIsRejectedAfterIt(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	_, _ = ofRun(w.Run).result.Get(func() (*result, error) {
		return &result{attempt: attempt{good: wasPublished(422, ""), faulty: map[string]*client.Exchange{
			"shortened": faulty(wasPublished(401, "")), "lengthened": faulty(wasPublished(200, aConnector)),
		}}}, nil
	})
	for fault, wantFinding := range map[string]bool{"shortened": false, "lengthened": true} {
		if err := TakeFaulty(w, fault); err != nil {
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

func TestASecondPublishingIsBlamedForATextInASuccessOnly(t *testing.T) {
	for rule, e := range map[string]*client.Exchange{
		"a rejection":  wasPublished(409, `{"status":"error","data":{"label":"mine"}}`),
		"no label":     wasPublished(200, `{"status":"published_to_organization","data":{"service_name":"mine"}}`),
		"a number":     wasPublished(200, `{"status":"published_to_organization","data":{"service_name":"mine","label":7}}`),
		"another form": wasPublished(200, `{"status":"published_to_organization","data":{"service_name":"mine","label":" sent\n"}}`),
	} {
		w := worldtest.On(t, target.Target{})
		w.Run.Sent.Add("data.label", "sent")
		if checkSecondPublishing(w, "sent", e); len(w.Run.Violations.All()) > 0 {
			t.Errorf("%s: %v", rule, w.Run.Violations.All())
		}
	}
}
