package steps

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

const canary = "CANARY"

// scenarioOn is a scenario of a run on a target.
func scenarioOn(t *testing.T, tg target.Target) (*scenario.Scenario, *builtin.Run) {
	t.Helper()
	r, err := builtin.NewRun(tg, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return builtin.NewWorld(t.Context(), r, &feature.Scenario{}).Scenario, r
}

// updated is a response to an update of a destination.
func updated(data string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.UpdateDestination, Method: http.MethodPatch, Allowed: true},
		Status: 200, Body: []byte(`{"status":"updated","data":` + data + `}`)}
}

// TestAViolationDoesNotShowSecretValues checks violations and the findings of
// scenarios, which are both made from what the run has recorded.
func TestAViolationDoesNotShowSecretValues(t *testing.T) {
	for rule, data := range map[string]string{
		"a number in the details":      `{"connection_details":{"account_id":8675309}}`,
		"a text for the details":       `{"connection_details":"CANARY"}`,
		"an address as a member":       `{"connection_details":{"CANARY@example.com":1}}`,
		"a link's auth behind escapes": `{"created_at":"https:\/\/h\/e\u003fauth\u003dCANARY"}`,
	} {
		w, r := scenarioOn(t, target.Target{})
		e := updated(data)
		w.CheckSuccess(e)
		shown, err := json.Marshal(tree(r, Options{}, &feature.Suite{}, false))
		if err != nil || len(r.Violations.All()) == 0 {
			t.Fatalf("%s: %v, %d violations", rule, err, len(r.Violations.All()))
		}
		for _, v := range e.Violations {
			shown = append(shown, r.Redact.Text(v.Found)...)
		}
		if strings.Contains(string(shown), canary) || strings.Contains(string(shown), "8675309") {
			t.Errorf("%s: %s", rule, shown)
		}
	}
}
