package report

import (
	"strings"
	"testing"
)

// expecting is a run that checked an expectation, with a verdict, and one promise.
func expecting(v Verdict, promise Verdict) *Run {
	s := Scenario{Address: "own#a", Verdict: v, Expects: []string{"quick"}}
	if v == Fail || v == Warn {
		s.Failures = []Failure{{Expectation: "quick", Expected: "a response within 1s", Actual: "2s"}}
	}
	r := &Run{Promises: []Promise{{ID: "list-data", Verdict: promise}}, Scenarios: []Scenario{s},
		Expectations: []Expectation{{ID: "quick", Says: "Lists are quick.", Severity: "must", Verdict: v}, {ID: "other", Severity: "must", Verdict: Skip}}}
	r.Count()
	return r
}

func TestAnExpectationDecidesTheExitCodeButNotTheConformance(t *testing.T) {
	for _, c := range []struct {
		expectation, promise Verdict
		exit                 int
		closing              string
	}{
		{Pass, Pass, 0, "conforming: 1 of 1 promise checked; yours: 1 of 2, 1 not checked"},
		{Warn, Pass, 0, "conforming: 1 of 1 promise checked; yours: 0 of 2, not met, as a warning: quick, 1 not checked"},
		{Fail, Pass, 1, "not as you expect: no promise is broken; 1 of 1 promise checked; yours: 0 of 2, not met: quick, 1 not checked"},
		{Pass, Fail, 1, "not conforming: 1 of 1 promise broken: list-data; yours: 1 of 2, 1 not checked"},
		{Fail, Fail, 1, "not conforming: 1 of 1 promise broken: list-data; yours: 0 of 2, not met: quick, 1 not checked"},
		{Pass, Skip, 0, "conforming: 0 of 1 promise checked, 1 not (); yours: 1 of 2, 1 not checked"},
		{Skip, Skip, 3, "too little checked: "},
		{Error, Pass, 2, "error: 1 scenario could not be verified: own#a; yours: 0 of 2, could not be verified: quick, 1 not checked"},
	} {
		r := expecting(c.expectation, c.promise)
		if got := r.Closing(); r.Exit() != c.exit || !strings.HasPrefix(got, c.closing) {
			t.Errorf("expectation %s, promise %s: exit code %d, closing %q; want %d, %q", c.expectation, c.promise, r.Exit(), got, c.exit, c.closing)
		}
		for _, id := range r.Broken() {
			if id != "list-data" {
				t.Errorf("the expectation is among the broken promises: %v", r.Broken())
			}
		}
	}
}

func TestMergedRunsHaveTheWorseVerdictOnAnExpectation(t *testing.T) {
	a, b := expecting(Pass, Pass), expecting(Fail, Pass)
	b.Expectations[1] = Expectation{ID: "other", Verdict: Pass}
	m := Merge(a, b)
	if len(m.Expectations) != 2 || m.Expectations[0].Verdict != Fail || m.Expectations[1].Verdict != Pass {
		t.Errorf("merged %+v", m.Expectations)
	}
}
