package steps

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

const canary = "CANARY"

// worldOn is the world of a scenario on a target, which no request is sent to.
func worldOn(t *testing.T, tg target.Target) *world {
	t.Helper()
	r, err := newRun(tg, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newWorld(t.Context(), r, &feature.Scenario{})
}

// updated is an answer that updates a destination.
func updated(data string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.UpdateDestination, Method: http.MethodPatch, Allowed: true},
		Status: 200, Body: []byte(`{"status":"updated","data":` + data + `}`)}
}

// TestAViolationDoesNotShowWhatItIsAbout looks at violations and at the
// findings of scenarios, which are both told from what the run remembers.
func TestAViolationDoesNotShowWhatItIsAbout(t *testing.T) {
	for rule, data := range map[string]string{
		"a number in the details":      `{"connection_details":{"account_id":8675309}}`,
		"a text for the details":       `{"connection_details":"CANARY"}`,
		"an address as a member":       `{"connection_details":{"CANARY@example.com":1}}`,
		"a link's auth behind escapes": `{"created_at":"https:\/\/h\/e\u003fauth\u003dCANARY"}`,
	} {
		w := worldOn(t, target.Target{})
		e := updated(data)
		w.CheckSuccess(e)
		shown, err := json.Marshal(tree(w.run, Options{}, false))
		if err != nil || len(w.run.Violations.All()) == 0 {
			t.Fatalf("%s: %v, %d violations", rule, err, len(w.run.Violations.All()))
		}
		for _, v := range e.Violations {
			shown = append(shown, w.run.Redact.Text(v.Found)...)
		}
		if strings.Contains(string(shown), canary) || strings.Contains(string(shown), "8675309") {
			t.Errorf("%s: %s", rule, shown)
		}
	}
}
