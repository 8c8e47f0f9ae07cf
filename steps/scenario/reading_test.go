package scenario

import (
	"net/http"
	"strconv"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/target"
)

func TestAResponseIsCheckedOnceForItsBytes(t *testing.T) {
	asked := question{operation: spec.ListInvitations, status: 200, body: [32]byte{1}}
	for rule, c := range map[string]struct {
		change func(*question)
		again  bool
	}{
		"the same response":      {func(*question) {}, false},
		"another operation":      {func(q *question) { q.operation = spec.ListTopics }, true},
		"another status":         {func(q *question) { q.status = 201 }, true},
		"another body":           {func(q *question) { q.body[0] = 2 }, true},
		"personal data are kept": {func(q *question) { q.keepPersonal = true }, true},
	} {
		var rs readings
		checks := 0
		check := func() checked { checks++; return checked{} }
		rs.of(asked, check)
		q := asked
		c.change(&q)
		rs.of(q, check)
		if (checks == 2) != c.again {
			t.Errorf("%s: %d checks", rule, checks)
		}
	}
}

func TestReadingsAreBounded(t *testing.T) {
	var rs readings
	kept := question{operation: "kept"}
	checks := 0
	for i := range 5 * generation {
		rs.of(question{operation: strconv.Itoa(i)}, func() checked { return checked{} })
		rs.of(kept, func() checked { checks++; return checked{} })
		if held := len(rs.young) + len(rs.old); held > 2*generation {
			t.Fatalf("%d are cached after %d", held, i)
		}
	}
	if checks != 1 {
		t.Errorf("what is asked for all the time was checked %d times", checks)
	}
	if _, ok := rs.lookUp(question{operation: "0"}); ok {
		t.Error("the oldest is still cached")
	}
}

// A finding of one run is redacted in another as that one requires.
func TestRunsShareNoPersonalData(t *testing.T) {
	body := `{"connection_details":{"account_id":8675309}}`
	open, closed := scenarioOn(t, target.Target{}), scenarioOn(t, target.Target{})
	open.run.Options.KeepPersonalData = true
	open.run.Redact = client.NewRedactor(target.Target{}, true)
	for w, want := range map[*Scenario]string{open: "8675309", closed: "a number (not shown)"} {
		e := updatedWith(body)
		w.check(e)
		if v := violationAt(w, e, "/data/connection_details/account_id"); v.Found != want {
			t.Errorf("%q, want %q", v.Found, want)
		}
	}
}

func violationAt(w *Scenario, e *client.Exchange, pointer string) contract.Violation {
	for _, v := range e.Violations {
		if v.Pointer == pointer {
			return v
		}
	}
	return contract.Violation{}
}

func TestAViolationInPersonalDataShowsItsKind(t *testing.T) {
	w := scenarioOn(t, target.Target{})
	e := updatedWith(`{"connection_details":{"account_id":8675309}}`)
	w.check(e)
	for _, v := range e.Violations {
		if v.Pointer == "/data/connection_details/account_id" && v.Found == "a number (not shown)" {
			return
		}
	}
	t.Errorf("%+v", e.Violations)
}

// updatedWith returns a response that updates a destination.
func updatedWith(data string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.UpdateDestination, Method: http.MethodPatch, Allowed: true},
		Status: 200, Body: []byte(`{"status":"updated","data":` + data + `}`)}
}
