package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"understudy/steps/outcome"
	"understudy/steps/report"
)

// ErrNothingSent ends a scenario that checks a response before it sent a request.
var ErrNothingSent = errors.New("no request was sent before this step: put a When step before it")

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
		s.Result.Reason = s.run.ReasonOf(fmt.Errorf("a step failed without naming its promise: give the scenario exactly one @promise "+
			"tag, or an @expect tag: %w", f))
		return
	}
	s.Result.Verdict = report.Fail
	s.addFailure(f, report.Failure{Promise: id})
}

// addFailure adds a failure of a promise or of an expectation, with what the finding says, redacted.
func (s *Scenario) addFailure(f *outcome.Finding, failure report.Failure) {
	redact := s.run.Redact
	failure.Expected, failure.Actual, failure.Pointer = redact.Text(f.Expected), redact.Text(f.Actual), redact.Text(f.Pointer)
	failure.Exchange = redact.Exchange(f.Exchange)
	s.Result.Reason = cmp.Or(s.Result.Reason, failure.Reason())
	s.Result.Failures = append(s.Result.Failures, failure)
}

// unmet records a finding under the scenario's expectation, which is no promise of the
// document. It ends the scenario before its promises are checked.
func (s *Scenario) unmet(f *outcome.Finding) {
	id := s.Text.Expects[0]
	verdict := report.Fail
	if s.run.Options.Warns[id] {
		verdict = report.Warn
	}
	s.Result.Verdict = report.Worse(s.Result.Verdict, verdict)
	s.addFailure(f, report.Failure{Expectation: id})
	for _, promise := range s.Text.Promises {
		if _, unseen := s.Result.Unseen[promise]; !unseen && !s.passed[promise] && !s.hasFailed(promise) {
			s.Unseen(promise, report.Reason{Kind: report.Blocked, By: id, Text: "an expectation that is not met ended the scenario"})
		}
	}
}

// Unseen records that a promise of the scenario could not be observed.
func (s *Scenario) Unseen(promise string, reason report.Reason) {
	if s.Result.Unseen == nil {
		s.Result.Unseen = map[string]report.Reason{}
	}
	s.Result.Unseen[promise] = reason
}

// Remark records something that changes no verdict.
func (s *Scenario) Remark(format string, args ...any) {
	text := s.run.Redact.Text(fmt.Sprintf(format, args...))
	if !slices.Contains(s.Result.Remarks, text) {
		s.Result.Remarks = append(s.Result.Remarks, text)
	}
}

// ReadBackBy records how the scenario read back what a write did.
func (s *Scenario) ReadBackBy(by string) {
	s.Remark("read back by: %s", by)
	s.Result.ReadBack = cmp.Or(s.Result.ReadBack, s.run.Redact.Text(by))
}

// NotReadBack records that nothing shows what a write did.
func (s *Scenario) NotReadBack(remark string) {
	s.Remark("%s", remark)
	s.Result.ReadBack = cmp.Or(s.Result.ReadBack, s.run.Redact.Text(remark))
}

// Observe records the variant of a gap on the operation of a response.
func (s *Scenario) Observe(gapID, operation, variant, evidence string) {
	s.run.Observations.Observe(report.Gap{ID: gapID, Operation: operation, Observed: variant, Evidence: s.run.Redact.Evidence(evidence)})
}
