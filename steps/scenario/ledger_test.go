package scenario

import (
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/target"
)

// responded returns a response to a request on a connector.
func responded(operation string, status int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: operation, Method: http.MethodPost, Allowed: true},
		Status: status, Body: []byte(body), Received: time.Now()}
}

func TestWhatCouldNotBeMadeIsAnErrorForEachScenarioThatNeedsIt(t *testing.T) {
	var s Shared[*int]
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Get(func() (*int, error) { panic("a fault of ours") })
	}()
	if b, err := s.Get(func() (*int, error) { return new(int), nil }); b != nil || err == nil {
		t.Errorf("%v, %v", b, err)
	}
}

func TestWhatMayHaveBeenMadeIsNoted(t *testing.T) {
	silence, unsent, unconnected := responded(spec.CreateConnector, 0, ""), responded(spec.CreateConnector, 0, ""), responded(spec.CreateConnector, 0, "")
	silence.Err, unsent.Err, unsent.Received = errors.New("timed out"), errors.New("context canceled"), time.Time{}
	unconnected.Err = &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	const perhaps = "perhaps created: no response shows it"
	for rule, c := range map[string]struct {
		e    *client.Exchange
		want string
	}{
		"a success":                   {responded(spec.CreateConnector, 201, `{"status":"created","data":{"service_name":"mine","label":"L"}}`), "this API cannot delete connectors"},
		"a rejection":                 {responded(spec.CreateConnector, 422, ""), ""},
		"a rejection by its status":   {responded(spec.CreateConnector, 200, `{"status":"error"}`), ""},
		"a success without content":   {responded(spec.CreateConnector, 204, ""), perhaps},
		"a server error":              {responded(spec.CreateConnector, 502, ""), perhaps},
		"silence":                     {silence, perhaps},
		"a request that was not sent": {unsent, ""},
		"no connection":               {unconnected, ""},
	} {
		w := scenarioOn(t, target.Target{})
		w.NoteEffects(c.e)
		got := ""
		for _, e := range w.run.Ledger.Entries() {
			got += e.Note
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAPanicAtTheEndIsAnErrorAndTheOtherEndingsAreDone(t *testing.T) {
	w := scenarioOn(t, target.Target{})
	w.Result.Verdict = report.Pass
	done := ""
	w.AtEnd(func() { done += "first" })
	w.AtEnd(func() { panic("a fault of ours") })
	w.AtEnd(func() { done += "last, " })
	w.runEndings()
	if done != "last, first" || w.Result.Verdict != report.Error || !strings.Contains(w.Result.Reason.Text, "may have left what it changed: a fault of ours") {
		t.Errorf("done: %s; %s: %s", done, w.Result.Verdict, w.Result.Reason)
	}
}
