package report

// ReasonKind is the kind of a reason: what verdicts, drift and baselines read.
type ReasonKind string

// The kinds of skips.
const (
	MissingTestData ReasonKind = "missing test data"
	Unsupported     ReasonKind = "unsupported"
	Blocked         ReasonKind = "blocked"
	Inconclusive    ReasonKind = "inconclusive"
	Narrowed        ReasonKind = "narrowed"
	NoItemSeen      ReasonKind = "no item seen"
)

// SkipKinds are the kinds of skips that a scenario may end with.
var SkipKinds = []ReasonKind{MissingTestData, Unsupported, Blocked, Inconclusive, Narrowed, NoItemSeen}

// The kinds of the other reasons.
const (
	// Broken is that of a promise that is broken, KnownFailure where a baseline
	// lists this.
	Broken       ReasonKind = "broken"
	KnownFailure ReasonKind = "known failure"
	// HarnessError is that of a scenario that went wrong by no fault of the
	// deployment, Unreached where no operation responds.
	HarnessError ReasonKind = "harness error"
	Unreached    ReasonKind = "no operation answers"
	// NoScenario is that of a promise or a gap without a scenario in the run.
	NoScenario ReasonKind = "without a scenario in the run"
	// Masked is that of a gap that another gap hides.
	Masked ReasonKind = "masked"
)

// ReasonKinds are all kinds.
var ReasonKinds = append(SkipKinds[:len(SkipKinds):len(SkipKinds)], Broken, KnownFailure, HarnessError, Unreached, NoScenario, Masked)

// What a reason names in By besides promises and gaps.
const (
	// Writes narrows a run that leaves out what writes.
	Writes = "writes"
	// Accepted is the response to a request that was expected to be rejected: no
	// rejection was seen.
	Accepted = "accepted"
)

// Reason is why a scenario or a promise has its verdict, or why a gap was not
// observed. No decision depends on Text.
type Reason struct {
	Kind ReasonKind `json:"kind"`
	// By is what the reason comes from: the id of the promise that blocks or is
	// broken, the id of the gap that masks, "writes" where the run leaves out what
	// writes, "accepted" where a request was not rejected that should have been.
	By string `json:"by,omitempty"`
	// Text explains the reason to people.
	Text string `json:"text,omitempty"`
}

// String is the reason as people read it. Where the text says the kind in other
// words, it stands alone.
func (r Reason) String() string {
	opening := string(r.Kind)
	switch r.Kind {
	case "", Broken, HarnessError, NoScenario, Masked:
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

// Reason is why a promise is broken that fails so.
func (f Failure) Reason() Reason { return broken(f.Promise, f.Expected, f.Actual) }

// Reason is why a promise is broken that is violated so.
func (v Violation) Reason() Reason { return broken(v.Promise, v.Expected, v.Actual) }

func broken(promise, expected, actual string) Reason {
	return Reason{Kind: Broken, By: promise, Text: "expected " + expected + ", found " + actual}
}
