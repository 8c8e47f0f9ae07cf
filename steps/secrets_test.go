package steps

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/target"
)

const canary = "CANARY"

// worldOn is the world of a scenario on a target, which no request is sent to.
func worldOn(t *testing.T, tg target.Target) *world {
	t.Helper()
	r, err := newRun(tg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &world{run: r, sc: &feature.Scenario{}, result: &report.Scenario{}, holds: map[string]bool{}}
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
		w.judge(e)
		shown, err := json.Marshal(w.run.tree())
		if err != nil || len(w.run.Violations.All()) == 0 {
			t.Fatalf("%s: %v, %d violations", rule, err, len(w.run.Violations.All()))
		}
		for _, v := range e.Violations {
			shown = append(shown, w.run.redact.Text(v.Found)...)
		}
		if strings.Contains(string(shown), canary) || strings.Contains(string(shown), "8675309") {
			t.Errorf("%s: %s", rule, shown)
		}
	}
}

func TestAViolationOfThePersonalTellsItsKind(t *testing.T) {
	w := worldOn(t, target.Target{})
	e := updated(`{"connection_details":{"account_id":8675309}}`)
	w.check(e)
	for _, v := range e.Violations {
		if v.Pointer == "/data/connection_details/account_id" && v.Found == "a number (not shown)" {
			return
		}
	}
	t.Errorf("%+v", e.Violations)
}
