package steps

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/target"
)

// answered is an exchange on a connector.
func answered(operation, path string, status int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: operation, Method: http.MethodPut, Path: path, Allowed: true},
		Status: status, Body: []byte(body), Received: time.Now()}
}

const aConnector = `{"status":"published_to_organization","data":{"service_name":"mine","label":"L"}}`

func published(status int, body string) *client.Exchange {
	return answered(spec.PublishConnector, "", status, body)
}

func faulty(e *client.Exchange) *client.Exchange {
	e.Allowed = false
	return e
}

func TestOnlyWhatWasPublishedIsNotedAsPublished(t *testing.T) {
	silence, unsent := published(0, ""), published(0, "")
	silence.Err, unsent.Err, unsent.Received = errors.New("timed out"), errors.New("context canceled"), time.Time{}
	const done, perhaps = "published to the organization, for ever", "perhaps published to the organization, for ever: no answer tells"
	for rule, c := range map[string]struct {
		sent []*client.Exchange
		want string
	}{
		"a success":                        {[]*client.Exchange{published(200, aConnector)}, done},
		"a refusal":                        {[]*client.Exchange{published(403, `{"status":"error"}`)}, ""},
		"a refusal by its words":           {[]*client.Exchange{published(200, `{"status":"error"}`)}, ""},
		"silence":                          {[]*client.Exchange{silence}, perhaps},
		"a refusal after silence":          {[]*client.Exchange{silence, published(409, "")}, perhaps},
		"a success after silence":          {[]*client.Exchange{silence, published(200, aConnector)}, done},
		"a server error":                   {[]*client.Exchange{published(500, "")}, perhaps},
		"what an interruption kept back":   {[]*client.Exchange{unsent}, ""},
		"a faulty request that published":  {[]*client.Exchange{faulty(published(200, aConnector)), published(409, "")}, done},
		"a faulty success without content": {[]*client.Exchange{faulty(published(204, "")), published(409, "")}, perhaps},
	} {
		w := worldOn(t, target.Target{})
		w.notePublishing(connectorState{service: "mine"}, c.sent...)
		got := ""
		for _, e := range w.run.ledger {
			got += e.Note
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAConnectorOfTheRunStandsInTheLedgerOnce(t *testing.T) {
	w := worldOn(t, target.Target{})
	w.record(answered(spec.CreateConnector, "", 201, aConnector))
	w.notePublishing(connectorState{service: "mine", label: "L", whole: map[string]any{}}, published(200, aConnector))
	if l := w.run.ledger; len(l) != 1 || l[0].Note != "published to the organization, for ever" {
		t.Errorf("%+v", l)
	}
}

func TestARelabellingIsNotedWhenItSucceeded(t *testing.T) {
	const mine = "/api/v1/connectors/mine"
	for rule, c := range map[string]struct {
		e    *client.Exchange
		want string
	}{
		"a success":               {answered(spec.UpdateConnector, mine, 200, aConnector), "its label was changed: this API cannot read the one from before"},
		"a refusal":               {answered(spec.UpdateConnector, mine, 403, ""), ""},
		"a server error":          {answered(spec.UpdateConnector, mine, 500, ""), "its label was perhaps changed: this API cannot read it"},
		"of another connector":    {answered(spec.UpdateConnector, mine+"2", 200, aConnector), ""},
		"by another operation":    {answered(spec.PublishConnector, mine, 200, aConnector), ""},
		"a success, by two steps": {answered(spec.UpdateConnector, mine, 200, aConnector), "its label was changed: this API cannot read the one from before"},
	} {
		w := worldOn(t, target.Target{Ground: target.Ground{ConnectorServiceName: "mine"}})
		w.noteRelabelling(c.e)
		w.noteRelabelling(c.e)
		got := ""
		for _, e := range w.run.ledger {
			got += e.Note
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAConnectorAtHandIsNotNotedBeforeItIsChanged(t *testing.T) {
	tg := target.Target{BaseURL: "http://127.0.0.1:1", Ground: target.Ground{ConnectorServiceName: "mine"}}
	w := worldOn(t, tg)
	w.ctx = t.Context()
	if err := w.connectorAtHand(); err != nil || w.connector.service != "mine" || len(w.run.ledger) != 0 {
		t.Errorf("%v, %+v", err, w.run.ledger)
	}
	w.end()
}
