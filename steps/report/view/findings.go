package view

import (
	"fmt"
	"slices"

	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// Finding is one way in which a promise is broken or an expectation is not met, and what
// found it: scenarios, or the check of all responses against the contract.
type Finding struct {
	// By are the addresses of scenarios, or how many responses the check found it in.
	By               []string
	Operation        string
	Expected, Actual string
	// Pointer is the place in the body of the response; empty where it is no single one.
	Pointer string
	// Exchange is nil where no single exchange shows it.
	Exchange *report.Exchange
}

// Findings returns the findings on a broken promise. What several scenarios found, or
// a scenario and the contract check, is one finding.
func Findings(r *report.Run, promise string) (all []Finding) {
	add := func(f Finding) {
		i := slices.IndexFunc(all, func(have Finding) bool { return have.same(f) })
		if i < 0 {
			all = append(all, f)
			return
		}
		for _, by := range f.By {
			if !slices.Contains(all[i].By, by) {
				all[i].By = append(all[i].By, by)
			}
		}
	}
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Promise == promise && f.Known == "" {
				add(FindingOf(f, s.Address))
			}
		}
	}
	for _, v := range r.Violations {
		if v.Promise == promise && v.Known == "" {
			add(Finding{By: []string{seen(v)}, Operation: v.Operation, Expected: v.Expected, Actual: v.Actual, Pointer: v.Pointer,
				Exchange: v.Exchange})
		}
	}
	return all
}

// FindingsOn returns what scenarios found about an expectation of the user's own.
func FindingsOn(r *report.Run, expectation string) (all []Finding) {
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Expectation == expectation {
				all = append(all, FindingOf(f, s.Address))
			}
		}
	}
	return all
}

// FindingOf returns the finding of a failure, with the addresses of scenarios, if they are to be
// shown.
func FindingOf(f report.Failure, by ...string) Finding {
	found := Finding{By: by, Expected: f.Expected, Actual: f.Actual, Pointer: f.Pointer, Exchange: f.Exchange}
	if f.Exchange != nil {
		found.Operation = f.Exchange.Operation
	}
	return found
}

// seen says in how many responses the contract check found a violation, or how many
// calls failed.
func seen(v report.Violation) string {
	if v.Calls > 0 {
		return fmt.Sprintf("%d of %s of %s", v.Count, prose.Count(v.Calls, "call"), v.Operation)
	}
	return prose.Count(v.Count, "response") + " of " + v.Operation
}

// ExpectedAt says what was expected, with its place.
func (f Finding) ExpectedAt() string { return report.ExpectedAt(f.Expected, f.Pointer) }

// same reports whether two findings are one: the same expectation at the same member
// of any record. What was found may differ between records.
func (f Finding) same(g Finding) bool {
	return f.Operation == g.Operation && f.Expected == g.Expected && report.Place(f.Pointer) == report.Place(g.Pointer) &&
		(f.Pointer != "" || f.Actual == g.Actual)
}

// Unmet lists the expectations of the user's own that are not met: those that fail the
// run first.
func Unmet(r *report.Run) (all []report.Expectation) {
	for _, v := range []report.Verdict{report.Fail, report.Warn} {
		for _, e := range r.Expectations {
			if e.Verdict == v {
				all = append(all, e)
			}
		}
	}
	return all
}

// Origin says how severe an expectation is, and where it comes from.
func Origin(e report.Expectation) string {
	if e.Source == "" {
		return e.Severity
	}
	return e.Severity + ", from " + prose.OneLine(e.Source)
}
