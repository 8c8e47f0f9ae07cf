package evidence

import (
	"fmt"
	"slices"

	"understudy/steps/report"
)

// restsOn finds the evidence for the verdict on a promise; nil if the promise
// was not observed.
func restsOn(t *report.Run, p report.Promise) *report.Evidence {
	for _, s := range t.Scenarios {
		if supports(s, p) {
			return &report.Evidence{Scenario: s.Address, By: s.ReadBack}
		}
	}
	for _, v := range t.Violations {
		if v.Promise == p.ID && p.Verdict == report.Fail && v.Calls > 0 {
			return &report.Evidence{By: fmt.Sprintf("the count of failed calls of %s", v.Operation)}
		}
		if v.Promise == p.ID && p.Verdict == report.Fail {
			return &report.Evidence{By: fmt.Sprintf("the check of all responses of %s against the contract", v.Operation)}
		}
	}
	return nil
}

// supports reports whether a scenario supports the verdict on a promise.
func supports(s report.Scenario, p report.Promise) bool {
	failed := slices.ContainsFunc(s.Failures, func(f report.Failure) bool { return f.Promise == p.ID })
	switch p.Verdict {
	case report.Fail:
		return failed
	case report.Pass:
		_, unseen := s.Unseen[p.ID]
		return slices.Contains(s.Promises, p.ID) && !unseen && (s.Verdict == report.Pass || s.Verdict == report.Fail)
	}
	return false
}
