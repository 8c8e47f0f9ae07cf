package evidence

import (
	"testing"

	"understudy/spec/promise"
	"understudy/steps/report"
)

func TestASkippedPromiseHasTheMostInformativeReason(t *testing.T) {
	missing := report.Reason{Kind: report.MissingTestData, Text: "none"}
	unseen := report.Reason{Kind: report.NoItemSeen, Text: "nothing"}
	left := report.Reason{Kind: report.LeftOut, Text: "left out"}
	for want, reasons := range map[report.Reason][]report.Reason{
		missing: {unseen, left, missing},
		unseen:  {left, unseen},
		left:    {left},
		{Kind: report.NoScenario, Text: "no scenario of this run checks it"}: nil,
	} {
		if got := whySkipped(reasons); got != want {
			t.Errorf("of %q: %q, want %q", reasons, got, want)
		}
	}
}

func TestThePromiseHasTheWorstOfItsVerdicts(t *testing.T) {
	p := promise.All[0]
	why := report.Reason{Kind: report.NoItemSeen, Text: "nothing"}
	scenario := func(v report.Verdict, reason report.Reason) report.Scenario {
		return report.Scenario{Address: "a#" + string(v), Verdict: v, Promises: []string{p.ID}, Reason: reason}
	}
	passed, skipped := scenario(report.Pass, report.Reason{}), scenario(report.Skip, why)
	broken, other, unseen, blind := scenario(report.Fail, report.Reason{}), scenario(report.Fail, report.Reason{}), scenario(report.Pass, report.Reason{}), scenario(report.Fail, report.Reason{})
	broken.Failures = []report.Failure{{Promise: p.ID, Expected: "one", Actual: "two"}}
	other.Failures = []report.Failure{{Promise: "another"}}
	unseen.Unseen = map[string]report.Reason{p.ID: why}
	blind.Unseen, blind.Failures = unseen.Unseen, other.Failures
	crashed := scenario(report.Error, report.Reason{Kind: report.HarnessError, Text: "a step panicked"})
	foreign := report.Scenario{Address: "a#foreign", Verdict: report.Fail, Failures: broken.Failures}
	failure := report.Reason{Kind: report.Broken, By: p.ID, Text: "expected one, found two"}
	for rule, c := range map[string]struct {
		scenarios  []report.Scenario
		violations []report.Violation
		verdict    report.Verdict
		reason     report.Reason
	}{
		"none":                                 {nil, nil, report.Skip, report.Reason{Kind: report.NoScenario, Text: "no scenario of this run checks it"}},
		"a pass outdoes a skip":                {[]report.Scenario{skipped, passed}, nil, report.Pass, report.Reason{}},
		"an error outdoes a pass":              {[]report.Scenario{passed, crashed}, nil, report.Error, crashed.Reason},
		"a failure outdoes an error":           {[]report.Scenario{crashed, broken}, nil, report.Fail, failure},
		"one for another promise is a pass":    {[]report.Scenario{other}, nil, report.Pass, report.Reason{}},
		"a pass that did not observe it":       {[]report.Scenario{unseen}, nil, report.Skip, why},
		"nor is a failure that did not":        {[]report.Scenario{blind}, nil, report.Skip, why},
		"a scenario of another promise counts": {[]report.Scenario{foreign, passed}, nil, report.Fail, failure},
		"a violation of the contract counts":   {[]report.Scenario{passed}, []report.Violation{{Promise: p.ID, Expected: "one", Actual: "two"}}, report.Fail, failure},
		"that of another promise does not":     {[]report.Scenario{passed}, []report.Violation{{Promise: "another"}}, report.Pass, report.Reason{}},
	} {
		got := verdictOn(&report.Run{Scenarios: c.scenarios, Violations: c.violations}, p)
		if got.Verdict != c.verdict || got.Reason != c.reason {
			t.Errorf("%s: %s %+v, want %s %+v", rule, got.Verdict, got.Reason, c.verdict, c.reason)
		}
	}
}
