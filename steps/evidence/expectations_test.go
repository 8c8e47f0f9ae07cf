package evidence

import (
	"testing"

	"understudy/steps/report"
)

func TestAnExpectationHasTheWorstVerdictOfItsScenarios(t *testing.T) {
	unmet := []report.Failure{{Expectation: "quick", Expected: "1s", Actual: "2s"}}
	other := []report.Failure{{Promise: "list-data", Expected: "a", Actual: "b"}}
	of := func(v report.Verdict, failures []report.Failure) report.Scenario {
		return report.Scenario{Address: "own#a", Verdict: v, Expects: []string{"quick"}, Failures: failures}
	}
	for name, c := range map[string]struct {
		scenarios []report.Scenario
		want      report.Verdict
	}{
		"none":                        {nil, report.Skip},
		"a pass":                      {[]report.Scenario{of(report.Pass, nil)}, report.Pass},
		"a pass and a skip":           {[]report.Scenario{of(report.Pass, nil), of(report.Skip, nil)}, report.Pass},
		"a pass and a failure":        {[]report.Scenario{of(report.Pass, nil), of(report.Fail, unmet)}, report.Fail},
		"a warning":                   {[]report.Scenario{of(report.Warn, unmet), of(report.Pass, nil)}, report.Warn},
		"an error":                    {[]report.Scenario{of(report.Error, nil)}, report.Error},
		"a failure of a promise only": {[]report.Scenario{of(report.Fail, other)}, report.Skip},
	} {
		r := &report.Run{Scenarios: c.scenarios, Expectations: []report.Expectation{{ID: "quick"}}}
		Conclude(r)
		if got := r.Expectations[0]; got.Verdict != c.want || got.Verdict != report.Pass && got.Reason == (report.Reason{}) && name == "none" {
			t.Errorf("%s: %s for %v, want %s", name, got.Verdict, got.Reason, c.want)
		}
	}
}
