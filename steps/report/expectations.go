package report

import (
	"fmt"
	"slices"
)

// Expectation is the verdict on an expectation of the user's own, which is no promise of
// the document: fail where one that must be met is not, warn where it only should.
type Expectation struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	// Source says where it comes from.
	Source string `json:"source,omitempty"`
	// Severity is must or should.
	Severity string  `json:"severity"`
	Verdict  Verdict `json:"verdict"`
	// Reason says why it was not checked, or what was found first.
	Reason Reason `json:"reason,omitzero"`
	// Scenarios are the addresses of the scenarios that check it.
	Scenarios []string `json:"scenarios"`
}

// Own reports whether a scenario checks an expectation of the user's own, and nothing of
// the document.
func (s Scenario) Own() bool { return len(s.Expects) > 0 && len(s.Promises)+len(s.Gaps) == 0 }

// Yours counts the user's own expectations by verdict; one that only warns counts in no
// number but the total.
func (r *Run) Yours() (s Summary) {
	for _, e := range r.Expectations {
		if e.Verdict != Warn {
			s.Add(e.Verdict)
		}
	}
	return s
}

// unmet lists the ids of the expectations with a verdict.
func (r *Run) unmet(v Verdict) (ids []string) {
	for _, e := range r.Expectations {
		if e.Verdict == v {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// closingYours counts the user's own expectations, apart from the promises.
func (r *Run) closingYours() string {
	if len(r.Expectations) == 0 {
		return ""
	}
	text := fmt.Sprintf("; yours: %d of %d", r.Yours().Pass, len(r.Expectations))
	for _, part := range []struct {
		verdict Verdict
		words   string
	}{{Fail, "not met"}, {Warn, "not met, as a warning"}, {Error, "could not be verified"}} {
		if ids := r.unmet(part.verdict); len(ids) > 0 {
			text += fmt.Sprintf(", %s: %s", part.words, some(ids))
		}
	}
	if n := r.Yours().Skip; n > 0 {
		text += fmt.Sprintf(", %d not checked", n)
	}
	return text
}

// mergeExpectation takes the worse verdict, with its reason; of two skips, the reason that
// a scenario gives.
func mergeExpectation(a, b Expectation) Expectation {
	if Worse(a.Verdict, b.Verdict) != a.Verdict || a.Verdict == b.Verdict && a.Reason.Kind == NoScenario {
		a.Verdict, a.Reason = b.Verdict, b.Reason
	}
	a.Scenarios = united(a.Scenarios, b.Scenarios)
	slices.Sort(a.Scenarios)
	return a
}
