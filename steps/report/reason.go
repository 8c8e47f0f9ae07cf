package report

import "strings"

// ReasonKind is the kind of a reason. Verdicts, drift and baselines depend on it.
type ReasonKind string

// The kinds of skips.
const (
	MissingTestData ReasonKind = "missing test data"
	Unsupported     ReasonKind = "unsupported"
	Blocked         ReasonKind = "blocked"
	Inconclusive    ReasonKind = "inconclusive"
	LeftOut         ReasonKind = "left out"
	NoItemSeen      ReasonKind = "no item seen"
)

// SkipKinds are the kinds of skips that a scenario may end with.
var SkipKinds = []ReasonKind{MissingTestData, Unsupported, Blocked, Inconclusive, LeftOut, NoItemSeen}

// The kinds of the other reasons.
const (
	// Broken is the kind of a broken promise, KnownFailure where a baseline lists it.
	Broken ReasonKind = "broken"
	// Unmet is the kind of an expectation of the user's own that is not met.
	Unmet        ReasonKind = "expectation not met"
	KnownFailure ReasonKind = "known failure"
	// HarnessError is the kind of a scenario that went wrong through no fault of the
	// deployment, Unreached where no operation responds.
	HarnessError ReasonKind = "harness error"
	Unreached    ReasonKind = "no operation responds"
	// NoScenario is the kind of a promise or a gap without a scenario in the run.
	NoScenario ReasonKind = "without a scenario in the run"
	// Masked is the kind of a gap that another gap hides.
	Masked ReasonKind = "masked"
)

// ReasonKinds are all kinds.
var ReasonKinds = append(SkipKinds[:len(SkipKinds):len(SkipKinds)], Broken, Unmet, KnownFailure, HarnessError, Unreached,
	NoScenario, Masked)

// The values of a reason's By besides promises and gaps.
const (
	// Writes is for a run that leaves out what writes.
	Writes = "writes"
	// Accepted is for a request that was expected to be rejected and was not.
	Accepted = "accepted"
)

// Reason is why a scenario or a promise has its verdict, or why a gap was not
// observed. No decision depends on Text.
type Reason struct {
	Kind ReasonKind `json:"kind"`
	// By is what the reason comes from: the id of the promise that blocks or is
	// broken, the id of the gap that masks, "writes" where the run leaves out what
	// writes, "accepted" where a request was accepted that was expected to be
	// rejected.
	By string `json:"by,omitempty"`
	// Text explains the reason to people.
	Text string `json:"text,omitempty"`
}

// String returns the reason for people. Where the text says the kind in other words,
// it is the text alone.
func (r Reason) String() string {
	opening := string(r.Kind)
	switch r.Kind {
	case "", Broken, Unmet, HarnessError, NoScenario, Masked:
		return r.Text
	case Blocked:
		if r.By != "" {
			opening += ": by " + r.By
		}
	}
	if r.Text == "" {
		return opening
	}
	return opening + ": " + r.Text
}

// Reason returns the reason of a promise or an expectation with this failure.
func (f Failure) Reason() Reason {
	reason := broken(f.Promise, f.ExpectedAt(), f.Actual)
	if f.Expectation != "" {
		reason.Kind, reason.By = Unmet, f.Expectation
	}
	return reason
}

// ExpectedAt says what was expected, with its place: "a string at /data/1/role". Where the words
// name the place already, as in "data.name to be …", they stay as they are.
func ExpectedAt(expected, pointer string) string {
	member := strings.ReplaceAll(strings.TrimPrefix(pointer, "/"), "/", ".")
	begins := strings.HasPrefix(strings.TrimPrefix(expected, `"`), member) // also where there is no pointer
	if begins || strings.Contains(member, ".") && strings.Contains(expected, member) {
		return expected
	}
	return expected + " at " + pointer
}

// ExpectedAt says what was expected, with its place.
func (f Failure) ExpectedAt() string { return ExpectedAt(f.Expected, f.Pointer) }

// Kind says whether a failure is about a promise, or an expectation of the user's own.
func (f Failure) Kind() string {
	if f.Expectation != "" {
		return "expectation"
	}
	return "promise"
}

// ID is the id of the promise or the expectation that a failure is about.
func (f Failure) ID() string { return f.Promise + f.Expectation }

// About names what a failure is about.
func (f Failure) About() string { return f.Kind() + " " + f.ID() }

// Reason returns the reason of a promise with this violation.
func (v Violation) Reason() Reason { return broken(v.Promise, v.Expected, v.Actual) }

func broken(promise, expected, actual string) Reason {
	return Reason{Kind: Broken, By: promise, Text: "expected " + expected + ", found " + actual}
}
