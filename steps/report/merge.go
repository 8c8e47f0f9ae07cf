package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"understudy/spec"
	"understudy/spec/gap"
)

// Merge combines two runs that verified one deployment with parts of the scenarios
// into what one run of all of them would report. The verdict on a promise is the
// worse of the two, where a pass outranks a skip. What a run has only once, such as
// its target, is taken from a. Neither a nor b is changed.
func Merge(a, b *Run) *Run {
	m := *a
	m.RunID = joined(a.RunID, b.RunID)
	m.Target.Writes = a.Target.Writes || b.Target.Writes
	m.Target.Resources = united(a.Target.Resources, b.Target.Resources)
	m.Scenarios = mergeRows(a.Scenarios, b.Scenarios, func(s Scenario) string { return s.Address }, worseScenario)
	m.Promises = mergeRows(a.Promises, b.Promises, func(p Promise) string { return p.ID }, mergePromise)
	m.Expectations = mergeRows(a.Expectations, b.Expectations, func(e Expectation) string { return e.ID }, mergeExpectation)
	m.Gaps = mergeRows(a.Gaps, b.Gaps, func(g Gap) [2]string { return [2]string{g.ID, g.Operation} }, mergeGap)
	m.Unobserved = m.mergeUnobserved(a, b)
	m.Violations = mergeRows(a.Violations, b.Violations, Violation.key, mergeViolation)
	m.Coverage = mergeRows(a.Coverage, b.Coverage, Coverage.uncounted, mergeCoverage)
	m.Ledger = slices.Concat(a.Ledger, b.Ledger)
	m.Remarks = united(a.Remarks, b.Remarks)
	m.Sources = mergeRows(a.Sources, b.Sources, func(s Source) string { return s.Document.Uri }, func(s, _ Source) Source { return s })
	m.Unchecked = slices.DeleteFunc(united(a.Unchecked, b.Unchecked), func(op string) bool { return a.saw(op) || b.saw(op) })
	m.TestData = mergeRows(a.TestData, b.TestData, func(d TestData) string { return d.Key }, mergeTestData)
	m.NotAsked = slices.DeleteFunc(united(a.NotAsked, b.NotAsked), func(op string) bool { return a.asked(op) || b.asked(op) })
	m.ShutOut = slices.DeleteFunc(united(a.ShutOut, b.ShutOut), func(key string) bool { return a.accepted(key) || b.accepted(key) })
	m.EndedTokens = united(a.EndedTokens, b.EndedTokens)
	m.Interrupted = a.Interrupted || b.Interrupted
	m.InterruptedBy = cmp.Or(a.InterruptedBy, b.InterruptedBy)
	m.DurationMS = a.DurationMS + b.DurationMS
	m.Started = earlier(a.Started, b.Started)
	m.Summary = summaryOf(m.Promises)
	m.Required = slices.DeleteFunc(united(a.Required, b.Required), func(id string) bool { return m.Promise(id).Verdict != Skip })
	m.Sort()
	return &m
}

// earlier is the earlier of two instants, where both are known.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func joined(a, b string) string {
	if a == b || b == "" {
		return a
	}
	return strings.TrimPrefix(a+"+"+b, "+")
}

// united returns the items of both lists, each once, those of a first.
func united[T comparable](a, b []T) []T {
	return mergeRows(a, b, func(v T) T { return v }, func(v, _ T) T { return v })
}

// mergeRows returns the rows of both lists, those of a first. Two rows with the same
// key become one.
func mergeRows[R any, K comparable](a, b []R, key func(R) K, merge func(R, R) R) []R {
	all := make([]R, 0, len(a)+len(b))
	at := map[K]int{}
	for _, row := range slices.Concat(a, b) {
		k := key(row)
		if i, have := at[k]; have {
			all[i] = merge(all[i], row)
			continue
		}
		at[k] = len(all)
		all = append(all, row)
	}
	return all
}

func worseScenario(a, b Scenario) Scenario {
	if Worse(a.Verdict, b.Verdict) != a.Verdict {
		return b
	}
	return a
}

// mergePromise takes the reason and the evidence of the worse verdict; of two skips,
// it takes the reason that a scenario gives.
func mergePromise(a, b Promise) Promise {
	m := a
	if Worse(a.Verdict, b.Verdict) != a.Verdict {
		m.Verdict, m.Reason, m.Evidence = b.Verdict, b.Reason, b.Evidence
	}
	if a.Verdict == b.Verdict && a.Evidence == nil {
		m.Evidence = b.Evidence
	}
	if a.Verdict == b.Verdict && (a.Reason == (Reason{}) || a.Verdict == Skip && a.Reason.Kind == NoScenario) {
		m.Reason = cmp.Or(b.Reason, a.Reason)
	}
	m.Scenarios = united(a.Scenarios, b.Scenarios)
	slices.Sort(m.Scenarios)
	return m
}

// mergeGap observes neither variant where the two runs observed different ones, as a
// run itself does.
func mergeGap(a, b Gap) Gap {
	if gap.Same(a.ID, a.Observed, b.Observed) {
		return a
	}
	a.Observed = Other
	a.Evidence += "; elsewhere " + b.Evidence
	return a
}

// Place replaces the indices of a JSON pointer by *, so that the same member of a hundred
// records is one place.
func Place(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i, p := range parts {
		if p != "" && strings.Trim(p, "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// key identifies violations that are reported once.
func (v Violation) key() [3]string {
	return [3]string{v.Promise, v.Operation, Place(v.Pointer)}
}

func mergeViolation(a, b Violation) Violation {
	if a.Calls == 0 { // else the finding itself contains the number of calls
		a.Count += b.Count
	}
	return a
}

func (c Coverage) uncounted() Coverage {
	c.Seen, c.Rejected = 0, 0
	return c
}

func mergeCoverage(a, b Coverage) Coverage {
	a.Seen += b.Seen
	a.Rejected += b.Rejected
	return a
}

// saw reports whether an operation was in scope and gave a success response.
func (r *Run) saw(operation string) bool {
	return !slices.Contains(r.Unchecked, operation) && slices.ContainsFunc(r.Scenarios, func(s Scenario) bool {
		return slices.Contains(s.Operations, operation) && s.Reason.Kind != LeftOut && !s.Own()
	})
}

func mergeTestData(a, b TestData) TestData {
	a.Accepted += b.Accepted
	a.Rejected += b.Rejected
	if a.Operation == "" || b.Contradicted {
		a.Operation, a.Outcome = b.Operation, b.Outcome
	}
	a.Contradicted = a.Contradicted || b.Contradicted
	return a
}

// asked reports whether the run sent an operation a request that the document allows.
func (r *Run) asked(operation string) bool {
	return len(r.Scenarios) > 0 && !slices.Contains(r.NotAsked, operation)
}

// accepted reports whether the run called operations with a token, and not all of them
// rejected it.
func (r *Run) accepted(tokenKey string) bool {
	return !slices.Contains(r.ShutOut, tokenKey) && slices.ContainsFunc(spec.Operations, func(o spec.Operation) bool {
		return tokenKeys[o.Token] == tokenKey && !o.Supplementary && !o.Linked && r.asked(o.ID)
	})
}

// tokenKeys are the keys of the target file for the kinds of token.
var tokenKeys = map[spec.TokenKind]string{spec.WorkspaceToken: "tokens.workspace", spec.PersonalToken: "tokens.personal"}
