package evidence

import (
	"slices"

	"understudy/spec/promise"
	"understudy/steps/report"
)

// verdictOn returns the verdict on one promise: the worst of its failures; a
// pass if a scenario passed that observed it; else a skip.
func verdictOn(t *report.Run, p promise.Promise) report.Promise {
	out := report.Promise{ID: p.ID, Section: string(p.At.Section), Says: p.Says, Verdict: report.Skip, Scenarios: []string{}}
	raise := func(v report.Verdict, reason report.Reason) {
		if report.Worse(out.Verdict, v) != out.Verdict {
			out.Verdict, out.Reason = v, reason
		}
	}
	var skips []report.Reason
	for _, s := range t.Scenarios {
		for _, f := range s.Failures {
			if f.Promise == p.ID {
				raise(report.Fail, f.Reason())
			}
		}
		if !slices.Contains(s.Promises, p.ID) {
			continue
		}
		out.Scenarios = append(out.Scenarios, s.Address)
		unseen, notSeen := s.Unseen[p.ID]
		switch {
		case s.Verdict == report.Skip:
			skips = append(skips, s.Reason)
		case s.Verdict != report.Pass && s.Verdict != report.Warn && s.Verdict != report.Fail:
			raise(s.Verdict, s.Reason)
		case notSeen:
			skips = append(skips, unseen)
		default:
			// Its failures were counted above: the other promises passed.
			raise(report.Pass, report.Reason{})
		}
	}
	for _, v := range t.Violations {
		if v.Promise == p.ID {
			raise(report.Fail, v.Reason())
		}
	}
	if out.Verdict == report.Skip {
		out.Reason = whySkipped(skips)
	}
	out.Evidence = restsOn(t, out)
	return out
}

// whySkipped chooses the reason for a promise that was not checked: a failed
// attempt says more than a response that did not show it, and that says more
// than what the operator left out.
func whySkipped(reasons []report.Reason) report.Reason {
	without := func(kinds ...report.ReasonKind) int {
		return slices.IndexFunc(reasons, func(reason report.Reason) bool { return !slices.Contains(kinds, reason.Kind) })
	}
	for _, i := range []int{without(report.LeftOut, report.NoItemSeen), without(report.LeftOut), without()} {
		if i >= 0 {
			return reasons[i]
		}
	}
	return report.Reason{Kind: report.NoScenario, Text: "no scenario of this run checks it"}
}
