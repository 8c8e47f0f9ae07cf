package connectors

import (
	"net/http"
	"testing"
	"time"

	"understudy/spec"
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
