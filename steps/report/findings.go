package report

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec/pattern"
)

// finding is one way in which a promise is broken, and what found it: scenarios, or
// the check of all responses against the contract.
type finding struct {
	by               []string
	operation        string
	expected, actual string
	exchange         *Exchange
}

// findings returns the findings on a broken promise. What several scenarios found, or
// a scenario and the contract check, is one finding.
func (r *Run) findings(promise string) (all []finding) {
	add := func(f finding) {
		i := slices.IndexFunc(all, func(have finding) bool { return have.same(f) })
		if i < 0 {
			all = append(all, f)
			return
		}
		for _, by := range f.by {
			if !slices.Contains(all[i].by, by) {
				all[i].by = append(all[i].by, by)
			}
		}
	}
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Promise == promise && f.Known == "" {
				add(finding{by: []string{s.Address}, operation: operationOf(f.Exchange), expected: f.Expected, actual: f.Actual, exchange: f.Exchange})
			}
		}
	}
	for _, v := range r.Violations {
		if v.Promise == promise && v.Known == "" {
			add(finding{by: []string{v.seen()}, operation: v.Operation, expected: v.Expected + v.place(), actual: v.Actual, exchange: v.Exchange})
		}
	}
	return all
}

func operationOf(e *Exchange) string {
	if e == nil {
		return ""
	}
	return e.Operation
}

// seen says in how many responses the contract check found a violation, or how many
// calls failed.
func (v Violation) seen() string {
	if v.Calls > 0 {
		return fmt.Sprintf("%d of %s of %s", v.Count, count(v.Calls, "call"), v.Operation)
	}
	return count(v.Count, "response") + " of " + v.Operation
}

// place says where a violation is, in the words of scenarios.
func (v Violation) place() string {
	if v.Pointer == "" {
		return ""
	}
	return " at " + v.Pointer
}

var index = pattern.Lazy(`/\d+`)

// same reports whether two findings are one: the same expectation at the same member
// of any record. What was found may differ between records.
func (f finding) same(g finding) bool {
	return f.operation == g.operation && index().ReplaceAllString(f.expected, "/*") == index().ReplaceAllString(g.expected, "/*") &&
		(strings.Contains(f.expected, " at /") || f.actual == g.actual)
}

// failuresOf returns what scenarios found about an expectation.
func (r *Run) failuresOf(expectation string) (all []finding) {
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Expectation == expectation {
				all = append(all, finding{by: []string{s.Address}, operation: operationOf(f.Exchange), expected: f.Expected, actual: f.Actual, exchange: f.Exchange})
			}
		}
	}
	return all
}

// notMet lists the expectations that are not met: those that fail the run first.
func (r *Run) notMet() (all []Expectation) {
	for _, v := range []Verdict{Fail, Warn} {
		for _, e := range r.Expectations {
			if e.Verdict == v {
				all = append(all, e)
			}
		}
	}
	return all
}

// from says how severe an expectation is, and where it comes from.
func (e Expectation) from() string {
	if e.Source == "" {
		return e.Severity
	}
	return e.Severity + ", from " + oneLine(e.Source)
}
