package evidence

import (
	"testing"

	"understudy/spec"
	"understudy/steps/report"
)

func TestEvidenceIsWhatTheVerdictRestsOn(t *testing.T) {
	kept := report.Scenario{Address: "a#kept", Verdict: report.Pass, Promises: []string{"p"}, ReadBack: "GET of it"}
	unseen := report.Scenario{Address: "a#unseen", Verdict: report.Pass, Promises: []string{"p"}, Unseen: map[string]report.Reason{"p": {Kind: report.NoItemSeen}}}
	skipped := report.Scenario{Address: "a#skipped", Verdict: report.Skip, Promises: []string{"p"}}
	other := report.Scenario{Address: "a#other", Verdict: report.Fail, Promises: []string{"p", "q"}, Failures: []report.Failure{{Promise: "q"}}}
	broken := report.Scenario{Address: "a#broken", Verdict: report.Fail, Promises: []string{"p"}, Failures: []report.Failure{{Promise: "p"}}, ReadBack: "no read-back shows it"}
	for rule, c := range map[string]struct {
		verdict   report.Verdict
		scenarios []report.Scenario
		want      string
	}{
		"the first that saw it kept":            {report.Pass, []report.Scenario{unseen, skipped, kept}, "a#kept, GET of it"},
		"one that failed for another promise":   {report.Pass, []report.Scenario{unseen, other}, "a#other, "},
		"the first that saw it broken":          {report.Fail, []report.Scenario{kept, broken}, "a#broken, no read-back shows it"},
		"the contract check, without scenarios": {report.Fail, []report.Scenario{kept}, ", the check of all responses of list-topics against the contract"},
		"none, if the promise was not observed": {report.Skip, []report.Scenario{unseen, skipped}, "none"},
	} {
		t.Run(rule, func(t *testing.T) {
			tree := &report.Run{Scenarios: c.scenarios, Violations: []report.Violation{{Promise: "p", Operation: spec.ListTopics}}}
			got := "none"
			if w := restsOn(tree, report.Promise{ID: "p", Verdict: c.verdict}); w != nil {
				got = w.Scenario + ", " + w.By
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
