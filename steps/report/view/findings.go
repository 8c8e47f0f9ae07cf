package view

import (
	"fmt"
	"slices"
	"strings"

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
				add(findingOf(f, s.Address))
			}
		}
	}
	for _, v := range r.Violations {
		if v.Promise == promise && v.Known == "" {
			add(Finding{By: []string{seen(v)}, Operation: v.Operation, Expected: v.Expected + at(v), Actual: v.Actual, Exchange: v.Exchange})
		}
	}
	return all
}

// FindingsOn returns what scenarios found about an expectation of the user's own.
func FindingsOn(r *report.Run, expectation string) (all []Finding) {
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Expectation == expectation {
				all = append(all, findingOf(f, s.Address))
			}
		}
	}
	return all
}

func findingOf(f report.Failure, by string) Finding {
	found := Finding{By: []string{by}, Expected: f.Expected, Actual: f.Actual, Exchange: f.Exchange}
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

// at says where a violation is, in the words of scenarios.
func at(v report.Violation) string {
	if v.Pointer == "" {
		return ""
	}
	return " at " + v.Pointer
}

// same reports whether two findings are one: the same expectation at the same member
// of any record. What was found may differ between records.
func (f Finding) same(g Finding) bool {
	return f.Operation == g.Operation && report.AnyRecord(f.Expected) == report.AnyRecord(g.Expected) &&
		(strings.Contains(f.Expected, " at /") || f.Actual == g.Actual)
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
