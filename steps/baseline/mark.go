package baseline

import (
	"slices"
	"strings"

	"understudy/spec/promise"
	"understudy/steps/report"
)

// Scenario marks the known failures of one scenario. Where all are known, so is its
// verdict.
func (b *Baseline) Scenario(s report.Scenario) report.Scenario {
	if s.Verdict != report.Fail {
		return s
	}
	s.Failures = slices.Clone(s.Failures)
	var reasons []string
	for i, f := range s.Failures {
		if f.Expectation == "" {
			s.Failures[i].Known = b.knownReason(f.Promise, operationsOf(s, f))
		}
		reasons = append(reasons, s.Failures[i].Known)
	}
	if len(reasons) > 0 && !slices.Contains(reasons, "") {
		s.Verdict, s.Reason = report.Known, asReason(reasons)
	}
	return s
}

func asReason(reasons []string) report.Reason {
	slices.Sort(reasons)
	return report.Reason{Kind: report.KnownFailure, Text: strings.Join(slices.Compact(reasons), "; ")}
}

// Mark marks the known failures of a run, and records the state of each entry. From
// all, the scenarios of a run without --tags and --name, it learns which entries the
// run could verify.
func (b *Baseline) Mark(r *report.Run, all []report.Scenario) {
	for i, s := range r.Scenarios {
		r.Scenarios[i] = b.Scenario(s)
	}
	for i, v := range r.Violations {
		r.Violations[i].Known = b.knownReason(v.Promise, []string{v.Operation})
	}
	for i := range r.Promises {
		markPromise(r, &r.Promises[i])
	}
	r.Count()
	r.Baseline = &report.Baseline{File: b.file, Entries: []report.BaselineEntry{}}
	b.states = nil
	for _, e := range b.Known {
		state, why := b.state(e, r, all)
		b.states = append(b.states, state)
		if e.Reason == "" {
			continue // it excuses nothing yet
		}
		r.Baseline.Entries = append(r.Baseline.Entries, report.BaselineEntry{Promise: e.Promise, Operation: e.Operation,
			Reason: e.Reason, Until: e.Until, State: state, Why: why})
	}
}

// markPromise sets the verdict of a promise to known where all its failures are, and
// else its reason to that of the first failure that is not.
func markPromise(r *report.Run, p *report.Promise) {
	if p.Verdict != report.Fail {
		return
	}
	var known []string
	for _, f := range failuresOf(r, p.ID) {
		if f.known == "" {
			p.Reason = f.reason
			return
		}
		known = append(known, f.known)
	}
	p.Verdict, p.Reason = report.Known, asReason(known)
	for _, s := range r.Scenarios {
		if s.Verdict == report.Error && slices.Contains(s.Promises, p.ID) {
			p.Verdict, p.Reason = report.Error, s.Reason
		}
	}
}

// failure is one violation of a promise, whether a scenario or the contract check found it.
type failure struct {
	operations []string
	reason     report.Reason
	known      string
}

func failuresOf(r *report.Run, id string) (all []failure) {
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Promise == id {
				all = append(all, failure{operationsOf(s, f), f.Reason(), f.Known})
			}
		}
	}
	for _, v := range r.Violations {
		if v.Promise == id {
			all = append(all, failure{[]string{v.Operation}, v.Reason(), v.Known})
		}
	}
	return all
}

// state returns what a run shows about an entry, and why.
func (b *Baseline) state(e Entry, r *report.Run, all []report.Scenario) (report.EntryState, string) {
	fails := slices.ContainsFunc(failuresOf(r, e.Promise), func(f failure) bool { return e.covers(e.Promise, f.operations) })
	switch {
	case fails && b.over(e):
		return report.EntryOver, "it was excused until " + e.Until + ", and it still fails"
	case fails:
		return report.EntryKnown, ""
	}
	if why := whyNotVerified(e, r, all); why != "" {
		return report.EntryNotChecked, why
	}
	return unfailed(e, r)
}

// whyNotVerified returns why a run does not verify an entry that did not fail in it: other
// scenarios might have shown the failure. It is empty where the run does.
func whyNotVerified(e Entry, r *report.Run, all []report.Scenario) string {
	if r.Interrupted {
		return "the run was interrupted"
	}
	operations := concerned(e)
	concerns := func(s report.Scenario) bool {
		return slices.ContainsFunc(s.Operations, func(o string) bool { return slices.Contains(operations, o) })
	}
	verified := map[string]bool{}
	for _, s := range r.Scenarios {
		if s.Verdict == report.Error && concerns(s) {
			return "a scenario of its operations could not be verified, " + s.Address + ": " + s.Reason.String()
		}
		verified[s.Address] = s.Reason.Kind != report.LeftOut || s.Reason.By != report.Writes
	}
	for _, s := range all {
		if !verified[s.Address] && concerns(s) {
			return "the run left out scenarios of its operations, such as " + s.Address
		}
	}
	return ""
}

// concerned returns the operations that an entry is about.
func concerned(e Entry) []string {
	if e.Operation != "" {
		return []string{e.Operation}
	}
	p, _ := promise.ByID(e.Promise)
	return p.Operations
}

// unfailed reports whether a failure that was not seen would have been seen.
func unfailed(e Entry, r *report.Run) (report.EntryState, string) {
	var reason report.Reason
	speaks := false
	for _, s := range r.Scenarios {
		if !slices.Contains(s.Promises, e.Promise) || e.Operation != "" && !slices.Contains(s.Operations, e.Operation) {
			continue
		}
		speaks = true
		unseen, notSeen := s.Unseen[e.Promise]
		switch {
		case s.Verdict == report.Skip:
			reason = s.Reason
		case notSeen:
			reason = unseen
		default:
			return report.EntryPasses, "it is kept"
		}
	}
	seen := slices.ContainsFunc(r.Coverage, func(c report.Coverage) bool { return c.Operation == e.Operation })
	switch {
	case !speaks && seen:
		return report.EntryPasses, "no response broke it"
	case !speaks:
		return report.EntryStale, "no scenario of the run checks it"
	case reason.Kind == report.LeftOut || reason.Kind == report.Inconclusive:
		return report.EntryNotChecked, reason.String()
	}
	return report.EntryStale, "it was not checked: " + reason.String()
}
