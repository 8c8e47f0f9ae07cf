package evidence

import (
	"slices"

	"understudy/steps/report"
)

// conclude finds the verdict on an expectation of the user's own: the worst of the
// scenarios that check it. What ended a scenario for another reason says nothing of it.
func conclude(t *report.Run, e *report.Expectation) {
	e.Verdict, e.Reason, e.Scenarios = report.Skip, report.Reason{}, []string{}
	raise := func(v report.Verdict, reason report.Reason) {
		if report.Worse(e.Verdict, v) != e.Verdict {
			e.Verdict, e.Reason = v, reason
		}
	}
	var skips []report.Reason
	for _, s := range t.Scenarios {
		if !slices.Contains(s.Expects, e.ID) {
			continue
		}
		e.Scenarios = append(e.Scenarios, s.Address)
		i := slices.IndexFunc(s.Failures, func(f report.Failure) bool { return f.Expectation == e.ID })
		switch {
		case i >= 0:
			raise(s.Verdict, s.Failures[i].Reason())
		case s.Verdict == report.Pass || s.Verdict == report.Error:
			raise(s.Verdict, s.Reason)
		default:
			skips = append(skips, s.Reason)
		}
	}
	if e.Verdict == report.Skip {
		e.Reason = whySkipped(skips)
	}
}
