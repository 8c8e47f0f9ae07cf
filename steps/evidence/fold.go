package evidence

import (
	"slices"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/steps/report"
)

// Fold writes the evidence into the report of a run, which already has the
// scenarios and says whether the run was interrupted, and finds the verdicts on
// the promises. unobservable reports whether a gap cannot be observed because the
// list that shows it changed.
func (v Evidence) Fold(t *report.Run, unobservable func(report.Gap) bool) {
	t.Ledger, t.Coverage, t.TestData = v.Ledger.Entries(), v.Coverage.All(), v.TestData.used(v.Operations)
	v.Observations.fold(t, v.Operations, unobservable)
	v.Operations.fold(t, v.Violations)
	t.Violations = v.Violations.All()
	v.Operations.foldEnded(t)
	for _, s := range t.Scenarios {
		for _, remark := range s.Remarks {
			t.Remarks = append(t.Remarks, report.Remark{Scenario: s.Address, Text: remark})
		}
	}
	t.Sort()
	v.Observations.list(t)
	Conclude(t)
	v.foldScope(t)
}

// Conclude finds the verdicts on the promises from the scenarios and the violations in
// a report.
func Conclude(t *report.Run) {
	t.Promises = nil
	for _, p := range promise.All {
		t.Promises = append(t.Promises, verdictOn(t, p))
	}
	for i := range t.Expectations {
		conclude(t, &t.Expectations[i])
	}
	t.Count()
}

// foldScope names the operations that gave no success response, and those that
// got no request.
func (v Evidence) foldScope(t *report.Run) {
	for _, o := range spec.Operations {
		if !o.Supplementary && inScope(t, o.ID) && !v.Operations.HasSucceeded(o.ID) {
			t.Unchecked = append(t.Unchecked, o.ID)
		}
		if !v.Operations.WasAsked(o.ID) && !o.Supplementary && !o.Linked {
			t.NotAsked = append(t.NotAsked, o.ID)
		}
	}
}

// inScope reports whether the run has a scenario of the operation that was not
// left out on purpose.
func inScope(t *report.Run, operation string) bool {
	return slices.ContainsFunc(t.Scenarios, func(s report.Scenario) bool {
		return slices.Contains(s.Operations, operation) && s.Reason.Kind != report.LeftOut && !s.Own()
	})
}
