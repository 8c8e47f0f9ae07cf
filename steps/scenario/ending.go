package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"understudy/steps/outcome"
	"understudy/steps/report"
)

// ReasonOf returns the reason of an error. Its text is redacted; kind and by
// are our own words.
func (r *Run) ReasonOf(err error) report.Reason {
	var s *outcome.Skipped
	if !errors.As(err, &s) {
		return report.Reason{Kind: report.HarnessError, Text: r.Redact.Text(err.Error())}
	}
	reason := s.Reason
	reason.Text = r.Redact.Text(reason.Text)
	return reason
}

// BlockedOn blocks a scenario by a finding about another promise, which is
// recorded as a failure of that promise.
func (s *Scenario) BlockedOn(promise string, f *outcome.Finding) error {
	f.About(promise)
	if slices.Contains(s.Text.Promises, promise) {
		return f
	}
	s.run.Accuse(f)
	return outcome.BlockedBy(promise)
}

// Accuse records a finding about a promise that the scenario may not name, so that the
// promise does not pass.
func (r *Run) Accuse(f *outcome.Finding) { r.Violations.Accuse(f) }

// errInterrupted skips what was not reached because the run was ended before.
var errInterrupted = &outcome.Skipped{Reason: report.Reason{Kind: report.Inconclusive, Text: "the run was interrupted"}}

// setVerdict turns the error of a scenario's first unsuccessful step into its verdict.
func (s *Scenario) setVerdict(err error) {
	var skipped *outcome.Skipped
	var f *outcome.Finding
	switch {
	case err == nil:
	case s.Ctx.Err() != nil:
		s.Result.Verdict, s.Result.Reason = report.Skip, errInterrupted.Reason
	case errors.As(err, &skipped):
		s.Result.Verdict, s.Result.Reason, s.Result.Needs = report.Skip, s.run.ReasonOf(err), skipped.Needs
		s.run.Operations.End(s.Result.Address, skipped.Failed)
	case errors.As(err, &f):
		s.Fail(f)
		s.leaveOut(f)
	default:
		s.Result.Verdict, s.Result.Reason = report.Error, s.run.ReasonOf(err)
	}
}

// leaveOut marks the promises of a scenario that were not checked before a
// finding about another one ended it, so that they do not pass.
func (s *Scenario) leaveOut(f *outcome.Finding) {
	for _, id := range s.Text.Promises {
		if _, unseen := s.Result.Unseen[id]; f.Promise != "" && id != f.Promise && !unseen && !s.passed[id] && !s.hasFailed(id) {
			s.Unseen(id, report.Reason{Kind: report.Blocked, By: f.Promise})
		}
	}
}

// Finish settles a scenario after its last step, calls what it registered for
// its end and keeps its result. The error says why a step could not be called,
// so that the scenario does not pass unchecked: a number in the text may be too
// large.
func (s *Scenario) Finish(uncalled error) {
	if uncalled != nil && s.Result.Verdict == report.Pass {
		s.setVerdict(fmt.Errorf("a step could not be run: %w", uncalled))
	}
	s.settleVoid()
	s.settleUnseen()
	s.settleUnshown()
	s.runEndings()
	for _, e := range s.large {
		s.run.Client.Release(e)
	}
	s.Result.DurationMS = time.Since(s.Result.Started).Milliseconds()
	s.run.finish(*s.Result)
}

// settleVoid keeps a scenario, and its promises, from passing if it could not read
// or send everything.
func (s *Scenario) settleVoid() {
	if s.Void == nil || s.Result.Verdict != report.Pass && s.Result.Verdict != report.Fail {
		return
	}
	for _, id := range s.Text.Promises {
		if !s.hasFailed(id) {
			s.Unseen(id, s.run.ReasonOf(s.Void))
		}
	}
	if s.Result.Verdict == report.Pass {
		s.setVerdict(s.Void)
	}
}

// settleUnseen keeps a scenario from passing that saw none of its promises.
func (s *Scenario) settleUnseen() {
	if ids := s.Text.Promises; s.Result.Verdict == report.Pass && len(ids) > 0 && len(s.Result.Unseen) == len(ids) {
		s.setVerdict(&outcome.Skipped{Reason: s.Result.Unseen[ids[0]], Failed: s.failed})
	}
}

// settleUnshown settles a scenario that would pass although none of its requests got
// a response that shows anything: nothing was checked.
func (s *Scenario) settleUnshown() {
	if s.Result.Verdict != report.Pass || s.Last == nil || s.Shown || s.OwnExpectation() && len(s.Text.Promises) == 0 {
		return
	}
	for _, e := range s.Exchanges {
		if err := s.Usable(e); err != nil {
			s.setVerdict(err)
			return
		}
	}
	s.setVerdict(outcome.Skip(report.MissingTestData, "no response contained a resource"))
}

// Step runs the function of one step and settles the scenario if it does not
// succeed. A panic is a bug of ours. In a scenario with several promises, the
// step checks at most one of them: see recordSeparately.
func (s *Scenario) Step(promise string, body func() error) (err error) {
	defer s.noteStep(time.Now(), len(s.Result.Failures), len(s.Result.Unseen))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a step panicked: %v\n%s", p, debug.Stack())
		}
		s.passed[promise] = s.passed[promise] || err == nil
		err = s.recordSeparately(promise, err)
		s.setVerdict(err)
	}()
	return body()
}

// recordSeparately records the result of a step under the promise that it checks, if the
// scenario has others: they are still checked. It returns the errors that end
// the scenario.
func (s *Scenario) recordSeparately(promise string, err error) error {
	if len(s.Text.Promises) < 2 || !slices.Contains(s.Text.Promises, promise) || s.Ctx.Err() != nil {
		return err
	}
	var skipped *outcome.Skipped
	var f *outcome.Finding
	switch {
	case errors.As(err, &skipped):
		s.failed = cmp.Or(s.failed, skipped.Failed)
		s.Unseen(promise, s.run.ReasonOf(err))
	case errors.As(err, &f):
		f.Promise = cmp.Or(f.Promise, promise)
		if f.Promise != promise {
			s.Unseen(promise, report.Reason{Kind: report.Blocked, By: f.Promise})
		}
		if !s.hasFailed(f.Promise) {
			s.Fail(f)
		}
	default:
		return err
	}
	return nil
}

// hasFailed reports whether the scenario has a failure of a promise.
func (s *Scenario) hasFailed(promise string) bool {
	return slices.ContainsFunc(s.Result.Failures, func(f report.Failure) bool { return f.Promise == promise })
}

// noteStep records how the next step of the scenario ended. It began at an
// instant, when the scenario had a number of failures and of unseen promises.
func (s *Scenario) noteStep(start time.Time, failures, unseen int) {
	st := &s.Result.Steps[s.ran]
	s.ran++
	st.DurationMS = time.Since(start).Milliseconds()
	st.Verdict = report.Pass
	switch {
	case len(s.Result.Failures) > failures || s.Result.Verdict != report.Pass && s.Result.Verdict != report.Fail:
		st.Verdict = s.Result.Verdict
	case len(s.Result.Unseen) > unseen:
		st.Verdict = report.Skip
	}
	if s.run.Options.OnStep != nil {
		s.run.Options.OnStep(s.Result.Address, s.ran-1, *st)
	}
}

// AtEnd registers a function to call when the scenario ends, however it ends.
// The last one registered is called first.
func (s *Scenario) AtEnd(do func()) { s.endings = append(s.endings, do) }

// restoreTimeout limits what is done after a scenario, also after Ctrl-C; the
// target's own limits come on top.
const restoreTimeout = 15 * time.Second

func (r *Run) restoreTimeout() time.Duration {
	timeout := restoreTimeout + time.Duration(r.Target.Limits.RequestTimeout)
	if rate := r.Target.Limits.RequestsPerSecond; rate > 0 {
		timeout += time.Duration(3 * float64(time.Second) / rate)
	}
	return timeout
}

// runEndings calls what AtEnd registered, outside the run's own context. A panic in
// one function is an error, and does not prevent the others.
func (s *Scenario) runEndings() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.Ctx), s.run.restoreTimeout())
	defer cancel()
	s.Ctx, s.Ending = ctx, true
	for len(s.endings) > 0 {
		last := s.endings[len(s.endings)-1]
		s.endings = s.endings[:len(s.endings)-1]
		func() {
			defer func() {
				if p := recover(); p != nil {
					s.setVerdict(fmt.Errorf("the end of the scenario panicked, and may have left what it changed: %v", p))
				}
			}()
			last()
		}()
	}
}
