package scenario

import (
	"cmp"
	"fmt"

	"understudy/steps/outcome"
	"understudy/steps/report"
)

// Fail records a finding under its promise.
func (s *Scenario) Fail(f *outcome.Finding) {
	id := f.Promise
	if id == "" && len(s.Text.Expects) > 0 && (f.Own || len(s.Text.Promises) == 0) {
		s.unmet(f)
		return
	}
	if id == "" && len(s.Text.Promises) == 1 {
		id = s.Text.Promises[0]
	}
	if id == "" {
		s.Result.Verdict = report.Error
		s.Result.Reason = s.Run.ReasonOf(fmt.Errorf("a step failed without naming its promise: give the scenario exactly one @promise "+
			"tag, or an @expect tag: %w", f))
		return
	}
	failure := report.Failure{Promise: id,
		Expected: s.Run.Redact.Text(f.Expected), Actual: s.Run.Redact.Text(f.Actual), Pointer: s.Run.Redact.Text(f.Pointer),
		Exchange: s.Run.Redact.Exchange(f.Exchange)}
	s.Result.Verdict = report.Fail
	s.Result.Reason = cmp.Or(s.Result.Reason, failure.Reason())
	s.Result.Failures = append(s.Result.Failures, failure)
}

// unmet records a finding under the scenario's expectation, which is no promise of the
// document. It ends the scenario before its promises are checked.
func (s *Scenario) unmet(f *outcome.Finding) {
	id := s.Text.Expects[0]
	failure := report.Failure{Expectation: id,
		Expected: s.Run.Redact.Text(f.Expected), Actual: s.Run.Redact.Text(f.Actual), Pointer: s.Run.Redact.Text(f.Pointer),
		Exchange: s.Run.Redact.Exchange(f.Exchange)}
	verdict := report.Fail
	if s.Run.Options.Warns[id] {
		verdict = report.Warn
	}
	s.Result.Verdict = report.Worse(s.Result.Verdict, verdict)
	s.Result.Reason = cmp.Or(s.Result.Reason, failure.Reason())
	s.Result.Failures = append(s.Result.Failures, failure)
	for _, promise := range s.Text.Promises {
		if _, unseen := s.Result.Unseen[promise]; !unseen && !s.passed[promise] && !s.hasFailed(promise) {
			s.Unseen(promise, report.Reason{Kind: report.Blocked, By: id, Text: "an expectation that is not met ended the scenario"})
		}
	}
}
