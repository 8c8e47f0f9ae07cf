package steps

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/cucumber/godog"

	"understudy/steps/client"
	"understudy/steps/report"
)

// skipped ends a scenario without a verdict on the deployment. One that is
// blocked names the promise that it is blocked by.
type skipped struct {
	report.Reason
	// needs is what would let the scenario be checked, as a key of the target
	// file; empty where that is not known.
	needs string
	// failed is the operation of the failed call that ended the scenario, if one did.
	failed string
}

func (s *skipped) Error() string { return s.Reason.String() }

// reasonOf is the reason that an error gives. Its text is redacted; kind and by
// are words of ours.
func (r *run) reasonOf(err error) report.Reason {
	var s *skipped
	if !errors.As(err, &s) {
		return report.Reason{Kind: report.HarnessError, Text: r.redact.Text(err.Error())}
	}
	reason := s.Reason
	reason.Text = r.redact.Text(reason.Text)
	return reason
}

func skip(kind report.ReasonKind, format string, args ...any) error {
	return &skipped{Reason: report.Reason{Kind: kind, Text: fmt.Sprintf(format, args...)}}
}

// skipFor skips with what would let the scenario be checked.
func skipFor(needs string, kind report.ReasonKind, format string, args ...any) error {
	return &skipped{Reason: report.Reason{Kind: kind, Text: fmt.Sprintf(format, args...)}, needs: needs}
}

func blockedBy(promise string) error {
	return &skipped{Reason: report.Reason{Kind: report.Blocked, By: promise}}
}

// blockedOn blocks a scenario by a finding about another promise, which is kept
// against that promise.
func (w *world) blockedOn(promise string, f *finding) error {
	f.promise = promise
	if slices.Contains(w.sc.Promises, promise) {
		return f
	}
	w.run.Violations.Accuse(promise, f.expected, f.actual, f.exchange)
	return blockedBy(promise)
}

// finding is a broken promise: what was expected, what was found, and the
// exchange that shows it. An empty promise is the scenario's only one.
type finding struct {
	promise          string
	expected, actual string
	exchange         *client.Exchange
}

func (f *finding) Error() string { return fmt.Sprintf("expected %s, found %s", f.expected, f.actual) }

func found(e *client.Exchange, expected, format string, args ...any) *finding {
	return &finding{expected: expected, actual: fmt.Sprintf(format, args...), exchange: e}
}

// errInterrupted skips what a run that was ended before did not come to.
var errInterrupted = &skipped{Reason: report.Reason{Kind: report.Inconclusive, Text: "the run was interrupted"}}

// settle turns the error of a scenario's first unsuccessful step into its
// verdict.
func (w *world) settle(err error) {
	var s *skipped
	var f *finding
	switch {
	case err == nil:
	case w.ctx.Err() != nil:
		w.result.Verdict, w.result.Reason = report.Skip, errInterrupted.Reason
	case errors.As(err, &s):
		w.result.Verdict, w.result.Reason, w.result.Needs = report.Skip, w.run.reasonOf(err), s.needs
		w.run.Operations.End(w.result.Address, s.failed)
	case errors.As(err, &f):
		w.fail(f)
	default:
		w.result.Verdict, w.result.Reason = report.Error, w.run.reasonOf(err)
	}
}

// notRun settles a scenario whose step godog could not call, so that it does not
// pass unjudged: a number of the text may be too large.
func (w *world) notRun(err error) {
	if err != nil && !errors.Is(err, godog.ErrSkip) && w.result.Verdict == report.Pass {
		w.settle(fmt.Errorf("a step could not be run: %w", err))
	}
}

// voided lets a scenario be no pass, and none of its promises, that could not see
// all that it asked for.
func (w *world) voided() {
	if w.void == nil || w.result.Verdict != report.Pass && w.result.Verdict != report.Fail {
		return
	}
	for _, id := range w.sc.Promises {
		if !slices.ContainsFunc(w.result.Failures, func(f report.Failure) bool { return f.Promise == id }) {
			w.unseen(id, w.run.reasonOf(w.void))
		}
	}
	if w.result.Verdict == report.Pass {
		w.settle(w.void)
	}
}

// unshown settles a scenario that would pass although none of its requests got
// a response that shows anything: nothing was judged.
func (w *world) unshown() {
	if w.result.Verdict != report.Pass || w.last == nil || w.shown {
		return
	}
	for _, e := range w.exchanges {
		if err := w.usable(e); err != nil {
			w.settle(err)
			return
		}
	}
	w.settle(skip(report.MissingTestData, "no response showed a resource"))
}

// fail records a finding under its promise.
func (w *world) fail(f *finding) {
	id := f.promise
	if id == "" && len(w.sc.Promises) == 1 {
		id = w.sc.Promises[0]
	}
	if id == "" {
		w.result.Verdict = report.Error
		w.result.Reason = w.run.reasonOf(fmt.Errorf("a step failed without naming its promise: give the scenario exactly one @promise tag: %w", f))
		return
	}
	failure := report.Failure{Promise: id,
		Expected: w.run.redact.Text(f.expected), Actual: w.run.redact.Text(f.actual), Exchange: w.run.redact.Exchange(f.exchange)}
	w.result.Verdict = report.Fail
	w.result.Reason = cmp.Or(w.result.Reason, failure.Reason())
	w.result.Failures = append(w.result.Failures, failure)
}
