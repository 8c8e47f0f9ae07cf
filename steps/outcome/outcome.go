// Package outcome has the errors with which a check ends: a Finding breaks a promise, Blocked is a
// finding on which the check depends, and Skipped says why there is no result.
package outcome

import (
	"fmt"

	"understudy/spec/pattern"
	"understudy/steps/client"
	"understudy/steps/report"
)

// Finding is a broken promise: what was expected, what was found, and the
// exchange that shows it. An empty promise means the scenario's only one.
type Finding struct {
	Promise          string
	Expected, Actual string
	// Pointer is the place in the body of the response, as a JSON pointer; empty where it is no
	// single one.
	Pointer  string
	Exchange *client.Exchange
	// Own says that a step checked what the scenario's writer wrote, which is no
	// sentence of the document.
	Own bool
}

func (f *Finding) Error() string {
	return fmt.Sprintf("expected %s, found %s", report.ExpectedAt(f.Expected, f.Pointer), f.Actual)
}

// Err returns a finding as an error; nil if there is none.
func (f *Finding) Err() error {
	if f == nil {
		return nil
	}
	return f
}

// About sets the promise that a finding is about.
func (f *Finding) About(promise string) *Finding {
	f.Promise = promise
	return f
}

// At sets the place of a finding, a gjson path. A path with a query or a modifier names no single
// place.
func (f *Finding) At(path string) *Finding {
	if plainPath().MatchString(path) {
		f.Pointer = client.PointerOf(path)
	}
	return f
}

var plainPath = pattern.Lazy(`^[\w-]+(\.[\w-]+)*$`)

// Found returns the error of a check: what was expected, what the response
// contains, and the response.
func Found(e *client.Exchange, expected, format string, args ...any) *Finding {
	return &Finding{Expected: expected, Actual: fmt.Sprintf(format, args...), Exchange: e}
}

// Blocked is a finding about a promise that a check depends on: the check itself has no
// result.
type Blocked struct{ *Finding }

func (b *Blocked) Error() string { return "blocked by " + b.Promise + ": " + b.Finding.Error() }

// Skipped ends a check, and its scenario, without a verdict on the deployment. If it is
// blocked it names the promise that blocks it.
type Skipped struct {
	report.Reason
	// Needs is what would let the scenario be checked, as a key of the target
	// file; empty if that is not known.
	Needs string
	// Failed is the operation of the failed call that ended the scenario, if one did.
	Failed string
}

func (s *Skipped) Error() string { return s.Reason.String() }

// Skip returns the error of a check that ends without a verdict.
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

// BlockedAt skips what cannot be checked because the contract check found a promise broken at a
// JSON pointer, or at one of its parents; nil where it did not.
func BlockedAt(e *client.Exchange, pointer string) error {
	if promise := e.BrokenAt(pointer); promise != "" {
		return BlockedBy(promise)
	}
	return nil
}

// Unlike skips what needs another value at a gjson path, such as "a number": it is blocked by the
// promise that owns the place, if that is broken there. A response that asks to wait says nothing.
func Unlike(e *client.Exchange, path, want string) error {
	if e.Throttled() {
		return Skip(report.Inconclusive, "%s", e.Outcome())
	}
	if err := BlockedAt(e, client.PointerOf(path)); err != nil {
		return err
	}
	return Skip(report.MissingTestData, "%q is not %s", path, want)
}
