package scenario

import (
	"testing"

	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
)

// TestAStepIsForItsOwnPromiseOnly runs the checks of a scenario with two promises.
func TestAStepIsForItsOwnPromiseOnly(t *testing.T) {
	const own, other = "page-echoed", "next-page-follows"
	passes := func() error { return nil }
	fails := func() error { return outcome.Found(nil, "page to be 2", "1") }
	skips := func() error { return outcome.Skip(report.MissingTestData, "one page only") }
	isBlocked := func() error { return &outcome.Finding{Promise: own, Expected: "page to be 2", Actual: "1"} }
	for rule, c := range map[string]struct {
		first, second func() error
		verdict       report.Verdict
		failed        string
		unseen        []string
	}{
		"both pass":                       {passes, passes, report.Pass, "", nil},
		"a failure is of one":             {fails, passes, report.Fail, own, nil},
		"a later failure is of one":       {passes, fails, report.Fail, other, nil},
		"a skip leaves the other":         {skips, passes, report.Pass, "", []string{own}},
		"a failure beside a skip":         {skips, fails, report.Fail, other, []string{own}},
		"no pass where nothing was seen":  {skips, skips, report.Skip, "", []string{own, other}},
		"a check that builds on a broken": {fails, isBlocked, report.Fail, own, []string{other}},
	} {
		t.Run(rule, func(t *testing.T) {
			s := scenarioOn(t, target.Target{})
			s.Text.Promises = []string{own, other}
			s.Start(report.Scenario{Steps: make([]report.Step, 2)})
			for i, check := range []func() error{c.first, c.second} {
				if err := s.Step(s.Text.Promises[i], check); err != nil {
					t.Errorf("step %d ends the scenario: %v", i, err)
				}
			}
			s.Finish(nil)
			r := s.Result
			if r.Verdict != c.verdict || len(r.Unseen) != len(c.unseen) {
				t.Errorf("%s, unseen %v", r.Verdict, r.Unseen)
			}
			for _, id := range c.unseen {
				if r.Unseen[id].Kind == "" {
					t.Errorf("%s counts as seen", id)
				}
			}
			if c.failed == "" && len(r.Failures) > 0 || c.failed != "" && (len(r.Failures) != 1 || r.Failures[0].Promise != c.failed) {
				t.Errorf("failures %+v", r.Failures)
			}
		})
	}
}

func TestAFindingThatEndsAScenarioLeavesNoOtherPromiseUncheckedAndPassed(t *testing.T) {
	const own, other, third = "page-echoed", "next-page-follows", "prev-page-precedes"
	s := scenarioOn(t, target.Target{})
	s.Text.Promises = []string{own, other, third}
	s.Start(report.Scenario{Steps: make([]report.Step, 2)})
	if err := s.Step(own, func() error { return nil }); err != nil {
		t.Errorf("a check that passes ends the scenario: %v", err)
	}
	if err := s.Step("", func() error { return &outcome.Finding{Promise: other, Expected: "a success", Actual: "HTTP 400"} }); err == nil {
		t.Error("the next step is run")
	}
	s.Finish(nil)
	r := s.Result
	if r.Verdict != report.Fail || len(r.Failures) != 1 || r.Failures[0].Promise != other {
		t.Errorf("%s, failures %+v", r.Verdict, r.Failures)
	}
	if len(r.Unseen) != 1 || r.Unseen[third] != (report.Reason{Kind: report.Blocked, By: other}) {
		t.Errorf("unseen %v, want %s blocked by %s", r.Unseen, third, other)
	}
}

func TestAStepOfOnePromiseEndsItsScenario(t *testing.T) {
	s := scenarioOn(t, target.Target{})
	s.Text.Promises = []string{"page-echoed"}
	s.Start(report.Scenario{Steps: make([]report.Step, 1)})
	if err := s.Step("page-echoed", func() error { return outcome.Skip(report.MissingTestData, "one page only") }); err == nil {
		t.Error("the next step is run")
	}
	if s.Result.Verdict != report.Skip || s.Result.Unseen != nil {
		t.Errorf("%s, unseen %v", s.Result.Verdict, s.Result.Unseen)
	}
}
