package evidence

import (
	"net/http"
	"slices"
	"testing"

	"understudy/spec"
	"understudy/steps/report"
)

func TestATokenMayHaveEnded(t *testing.T) {
	for rule, c := range map[string]struct {
		codes []int
		may   bool
	}{
		"it is rejected after a success":   {[]int{200, 401}, true},
		"403 is a rejection, too":          {[]int{200, 403, 403}, true},
		"it is accepted again":             {[]int{200, 401, 200}, false},
		"it was never accepted":            {[]int{401, 401}, false},
		"something else is rejected":       {[]int{200, 404}, false},
		"it was rejected before a success": {[]int{401, 200}, false},
	} {
		v := fresh()
		for i, code := range c.codes {
			v.Operations.Note(at(i, spec.ListTopics, code), code == http.StatusOK)
		}
		if got := slices.Contains(v.Operations.MayHaveEnded(), spec.WorkspaceToken); got != c.may {
			t.Errorf("%s: %t", rule, got)
		}
	}
}

// TestFailuresOfAnEndedTokenAreErrors has rejections of an ended token, and a failure beside them.
func TestFailuresOfAnEndedTokenAreErrors(t *testing.T) {
	exchange := func(operation string, status int) *report.Exchange {
		return &report.Exchange{Operation: operation, Status: status}
	}
	failed := func(e *report.Exchange) report.Scenario {
		return report.Scenario{Verdict: report.Fail, Failures: []report.Failure{{Promise: "page-zero-is-one", Exchange: e}}}
	}
	r := &report.Run{
		Scenarios: []report.Scenario{failed(exchange(spec.ListTopics, 401)), failed(exchange(spec.ListTopics, 200)),
			failed(exchange(spec.ListInvitations, 401))},
		Violations: []report.Violation{{Promise: "a", Exchange: exchange(spec.ListTopics, 403)}, {Promise: "b", Exchange: exchange(spec.ListTopics, 500)}},
	}
	v := fresh()
	v.Operations.NoteEnded(spec.WorkspaceToken)
	v.Operations.foldEnded(r)
	var verdicts []report.Verdict
	for _, s := range r.Scenarios {
		verdicts = append(verdicts, s.Verdict)
	}
	if want := []report.Verdict{report.Error, report.Fail, report.Fail}; !slices.Equal(verdicts, want) {
		t.Errorf("the scenarios end with %v, want %v", verdicts, want)
	}
	if len(r.Violations) != 1 || r.Violations[0].Promise != "b" {
		t.Errorf("violations %v", r.Violations)
	}
}
