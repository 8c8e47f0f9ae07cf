package scenario

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

// Skipped ends a scenario without a verdict on the deployment. One that is
// blocked names the promise that it is blocked by.
type Skipped struct {
	report.Reason
	// Needs is what would let the scenario be checked, as a key of the target
	// file; empty where that is not known.
	Needs string
	// failed is the operation of the failed call that ended the scenario, if one did.
	failed string
}

func (s *Skipped) Error() string { return s.Reason.String() }

// ReasonOf is the reason that an error gives. Its text is redacted; kind and by
// are words of ours.
func (r *Run) ReasonOf(err error) report.Reason {
	var s *Skipped
	if !errors.As(err, &s) {
		return report.Reason{Kind: report.HarnessError, Text: r.Redact.Text(err.Error())}
	}
	reason := s.Reason
	reason.Text = r.Redact.Text(reason.Text)
	return reason
}

// Skip is the error of a step that ends its scenario without a verdict.
func Skip(kind report.ReasonKind, format string, args ...any) error {
	return &Skipped{Reason: report.Reason{Kind: kind, Text: fmt.Sprintf(format, args...)}}
}

// SkipFor skips with what would let the scenario be checked.
func SkipFor(needs string, kind report.ReasonKind, format string, args ...any) error {
	return &Skipped{Reason: report.Reason{Kind: kind, Text: fmt.Sprintf(format, args...)}, Needs: needs}
}

// BlockedBy skips what cannot be checked because another promise is broken.
func BlockedBy(promise string) error {
	return &Skipped{Reason: report.Reason{Kind: report.Blocked, By: promise}}
}

// BlockedOn blocks a scenario by a finding about another promise, which is kept
// against that promise.
func (w *Scenario) BlockedOn(promise string, f *Finding) error {
	f.Promise = promise
	if slices.Contains(w.Text.Promises, promise) {
		return f
	}
	w.Run.Violations.Accuse(promise, f.Expected, f.Actual, f.Exchange)
	return BlockedBy(promise)
}

// Finding is a broken promise: what was expected, what was found, and the
// exchange that shows it. An empty promise is the scenario's only one.
type Finding struct {
	Promise          string
	Expected, Actual string
	Exchange         *client.Exchange
}

func (f *Finding) Error() string { return fmt.Sprintf("expected %s, found %s", f.Expected, f.Actual) }

// Found is the error of a check: what was expected, what the response holds, and the
// response.
func Found(e *client.Exchange, expected, format string, args ...any) *Finding {
	return &Finding{Expected: expected, Actual: fmt.Sprintf(format, args...), Exchange: e}
}

// errInterrupted skips what a run that was ended before did not come to.
var errInterrupted = &Skipped{Reason: report.Reason{Kind: report.Inconclusive, Text: "the run was interrupted"}}

// settle turns the error of a scenario's first unsuccessful step into its
// verdict.
func (w *Scenario) settle(err error) {
	var s *Skipped
	var f *Finding
	switch {
	case err == nil:
	case w.Ctx.Err() != nil:
		w.Result.Verdict, w.Result.Reason = report.Skip, errInterrupted.Reason
	case errors.As(err, &s):
		w.Result.Verdict, w.Result.Reason, w.Result.Needs = report.Skip, w.Run.ReasonOf(err), s.Needs
		w.Run.Operations.End(w.Result.Address, s.failed)
	case errors.As(err, &f):
		w.Fail(f)
	default:
		w.Result.Verdict, w.Result.Reason = report.Error, w.Run.ReasonOf(err)
	}
}

// Start begins a scenario whose result is yet blank, and reports whether its steps
// are to be run.
func (w *Scenario) Start(blank report.Scenario) bool {
	w.Result = &blank
	w.Result.Started = time.Now()
	if err := w.Admit(); err != nil {
		w.settle(err)
		return false
	}
	w.Result.Verdict = report.Pass
	w.holdClock()
	return true
}

// Finish settles a scenario after its last step, does what it asked for at its end
// and keeps its result. The error is why a step could not be called, so that the
// scenario does not pass unchecked: a number of the text may be too large.
func (w *Scenario) Finish(uncalled error) {
	if uncalled != nil && w.Result.Verdict == report.Pass {
		w.settle(fmt.Errorf("a step could not be run: %w", uncalled))
	}
	w.voided()
	w.unseen()
	w.unshown()
	w.end()
	for _, e := range w.large {
		w.Run.Client.Release(e)
	}
	w.Result.DurationMS = time.Since(w.Result.Started).Milliseconds()
	w.Run.finish(*w.Result)
}

// voided lets a scenario be no pass, and none of its promises, that could not see
// all that it asked for.
func (w *Scenario) voided() {
	if w.Void == nil || w.Result.Verdict != report.Pass && w.Result.Verdict != report.Fail {
		return
	}
	for _, id := range w.Text.Promises {
		if !w.hasFailed(id) {
			w.Unseen(id, w.Run.ReasonOf(w.Void))
		}
	}
	if w.Result.Verdict == report.Pass {
		w.settle(w.Void)
	}
}

// unseen lets a scenario be no pass that saw none of its promises.
func (w *Scenario) unseen() {
	if ids := w.Text.Promises; w.Result.Verdict == report.Pass && len(ids) > 0 && len(w.Result.Unseen) == len(ids) {
		w.settle(&Skipped{Reason: w.Result.Unseen[ids[0]]})
	}
}

// unshown settles a scenario that would pass although none of its requests got
// a response that shows anything: nothing was checked.
func (w *Scenario) unshown() {
	if w.Result.Verdict != report.Pass || w.Last == nil || w.Shown {
		return
	}
	for _, e := range w.Exchanges {
		if err := w.Usable(e); err != nil {
			w.settle(err)
			return
		}
	}
	w.settle(Skip(report.MissingTestData, "no response showed a resource"))
}

// Fail records a finding under its promise.
func (w *Scenario) Fail(f *Finding) {
	id := f.Promise
	if id == "" && len(w.Text.Promises) == 1 {
		id = w.Text.Promises[0]
	}
	if id == "" {
		w.Result.Verdict = report.Error
		w.Result.Reason = w.Run.ReasonOf(fmt.Errorf("a step failed without naming its promise: give the scenario exactly one @promise tag: %w", f))
		return
	}
	failure := report.Failure{Promise: id,
		Expected: w.Run.Redact.Text(f.Expected), Actual: w.Run.Redact.Text(f.Actual), Exchange: w.Run.Redact.Exchange(f.Exchange)}
	w.Result.Verdict = report.Fail
	w.Result.Reason = cmp.Or(w.Result.Reason, failure.Reason())
	w.Result.Failures = append(w.Result.Failures, failure)
}

// RejectsBody reports whether a request was rejected for what may be its body: it
// was neither redirected nor rejected for its token.
func RejectsBody(e *client.Exchange) bool {
	return e.Rejected() && e.Status/100 != 3 && !slices.Contains([]int{401, 402, 403}, e.Status)
}

// Notice says something while the run goes on.
func (w *Scenario) Notice(format string, args ...any) {
	w.Run.mu.Lock()
	defer w.Run.mu.Unlock()
	if w.Run.Options.OnNotice != nil {
		w.Run.Options.OnNotice(fmt.Sprintf(format, args...))
	}
}

// Step runs one step's body and settles the scenario where it does not
// succeed. A panic is a fault of ours. In a scenario with several promises, the step
// judges one of them only, if any: see apart.
func (w *Scenario) Step(judges string, body func() error) (err error) {
	defer w.noteStep(time.Now(), len(w.Result.Failures), len(w.Result.Unseen))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a step panicked: %v\n%s", p, debug.Stack())
		}
		err = w.apart(judges, err)
		w.settle(err)
	}()
	return body()
}

// apart notes what a step found under the promise that it judges, where the scenario
// has others: they are checked all the same. What is left is an error that ends the
// scenario.
func (w *Scenario) apart(judges string, err error) error {
	if len(w.Text.Promises) < 2 || !slices.Contains(w.Text.Promises, judges) || w.Ctx.Err() != nil {
		return err
	}
	var s *Skipped
	var f *Finding
	switch {
	case errors.As(err, &s):
		w.Unseen(judges, w.Run.ReasonOf(err))
	case errors.As(err, &f):
		f.Promise = cmp.Or(f.Promise, judges)
		if f.Promise != judges {
			w.Unseen(judges, report.Reason{Kind: report.Blocked, By: f.Promise})
		}
		if !w.hasFailed(f.Promise) {
			w.Fail(f)
		}
	default:
		return err
	}
	return nil
}

// hasFailed reports whether the scenario has a failure of a promise.
func (w *Scenario) hasFailed(promise string) bool {
	return slices.ContainsFunc(w.Result.Failures, func(f report.Failure) bool { return f.Promise == promise })
}

// noteStep notes how the next step of the scenario ended, which began at an
// instant, with a number of failures and of unseen promises known.
func (w *Scenario) noteStep(start time.Time, failures, unseen int) {
	st := &w.Result.Steps[w.ran]
	w.ran++
	st.DurationMS = time.Since(start).Milliseconds()
	st.Verdict = report.Pass
	switch {
	case len(w.Result.Failures) > failures || w.Result.Verdict != report.Pass && w.Result.Verdict != report.Fail:
		st.Verdict = w.Result.Verdict
	case len(w.Result.Unseen) > unseen:
		st.Verdict = report.Skip
	}
}
