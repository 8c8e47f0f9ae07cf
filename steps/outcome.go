package steps

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

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
func (r *coreRun) reasonOf(err error) report.Reason {
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
func (w *coreScenario) blockedOn(promise string, f *finding) error {
	f.promise = promise
	if slices.Contains(w.text.Promises, promise) {
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
func (w *coreScenario) settle(err error) {
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

// start begins a scenario whose result is yet blank, and reports whether its steps
// are to be run.
func (w *coreScenario) start(blank report.Scenario) bool {
	w.result = &blank
	w.result.Started = time.Now()
	if err := w.admit(); err != nil {
		w.settle(err)
		return false
	}
	w.result.Verdict = report.Pass
	w.holdClock()
	return true
}

// finish settles a scenario after its last step, does what it asked for at its end
// and keeps its result. The error is why a step could not be called, so that the
// scenario does not pass unchecked: a number of the text may be too large.
func (w *coreScenario) finish(uncalled error) {
	if uncalled != nil && w.result.Verdict == report.Pass {
		w.settle(fmt.Errorf("a step could not be run: %w", uncalled))
	}
	w.voided()
	w.unshown()
	w.end()
	for _, e := range w.large {
		w.run.client.Release(e)
	}
	w.result.DurationMS = time.Since(w.result.Started).Milliseconds()
	w.run.finish(*w.result)
}

// voided lets a scenario be no pass, and none of its promises, that could not see
// all that it asked for.
func (w *coreScenario) voided() {
	if w.void == nil || w.result.Verdict != report.Pass && w.result.Verdict != report.Fail {
		return
	}
	for _, id := range w.text.Promises {
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
func (w *coreScenario) unshown() {
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
func (w *coreScenario) fail(f *finding) {
	id := f.promise
	if id == "" && len(w.text.Promises) == 1 {
		id = w.text.Promises[0]
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

// rejectsBody reports whether a request was rejected for what may be its body: it
// was neither redirected nor rejected for its token.
func rejectsBody(e *client.Exchange) bool {
	return e.Rejected() && e.Status/100 != 3 && !slices.Contains([]int{401, 402, 403}, e.Status)
}

// notice says something while the run goes on.
func (w *coreScenario) notice(format string, args ...any) {
	w.run.mu.Lock()
	defer w.run.mu.Unlock()
	if w.run.opts.OnNotice != nil {
		w.run.opts.OnNotice(fmt.Sprintf(format, args...))
	}
}

// step runs one step's body and settles the scenario where it does not
// succeed. A panic is a fault of ours.
func (w *coreScenario) step(body func() error) (err error) {
	defer w.noteStep(time.Now(), len(w.result.Failures))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a step panicked: %v\n%s", p, debug.Stack())
		}
		w.settle(err)
	}()
	return body()
}

// noteStep notes how the next step of the scenario ended, which began at an
// instant, with a number of failures known.
func (w *coreScenario) noteStep(start time.Time, failures int) {
	st := &w.result.Steps[w.ran]
	w.ran++
	st.DurationMS = time.Since(start).Milliseconds()
	st.Verdict = report.Pass
	if len(w.result.Failures) > failures || w.result.Verdict != report.Pass && w.result.Verdict != report.Fail {
		st.Verdict = w.result.Verdict
	}
}
