// Package view is a run as people read it: what the writers in terminal, html and ci
// have in common, so that all of them show the same. It words and groups what the
// model in report has, and decides nothing.
//
// Start reading at Findings, which are what was found of a broken promise, and at
// Request and Response, which lay out an exchange.
package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// RejectedTitle is the title of the groups of RejectedData.
const RejectedTitle = "Test data that the deployment rejected"

var marks = map[report.Verdict]string{report.Pass: "✓", report.Fail: "✗", report.Skip: "–", report.Error: "!",
	report.Known: "≈", report.Warn: "⚠"}

// Mark is the sign of a verdict.
func Mark(v report.Verdict) string { return marks[v] }

// Verdicts are those of promises that a report counts, in its order: known failures only
// where there are any.
func Verdicts(s report.Summary) []report.Verdict {
	all := []report.Verdict{report.Pass, report.Fail, report.Skip, report.Error}
	if s.Known > 0 {
		all = append(all, report.Known)
	}
	return all
}

// Headline returns the verdict of the closing line, as a title, and its explanation.
func Headline(r *report.Run) (verdict, why string) {
	verdict, why = r.Headline()
	return strings.ToUpper(verdict[:1]) + verdict[1:], why
}

// About names the tool, the contract, the extent and the duration of the run, and what it drew.
func About(r *report.Run) string {
	return strings.Join(slices.Concat(tool(r), extent(r), drawn(r)), ", ")
}

// Extent names the number of scenarios, their duration, and whether the run only read.
func Extent(r *report.Run) string { return strings.Join(extent(r), ", ") }

// Details is what About says besides Extent: the tool, the contract, and what the run drew.
func Details(r *report.Run) string { return strings.Join(slices.Concat(tool(r), drawn(r)), ", ") }

func tool(r *report.Run) []string {
	return []string{
		strings.TrimSpace(r.Tool.Name + " " + r.Tool.Version),
		fmt.Sprintf("contract %s (%.12s)", r.Contract.Version, r.Contract.SHA256),
	}
}

func extent(r *report.Run) []string {
	parts := []string{fmt.Sprintf("%s in %s", prose.Count(len(r.Scenarios), "scenario"),
		(time.Duration(r.DurationMS) * time.Millisecond).Round(100*time.Millisecond))}
	if !r.Target.Writes {
		parts = append(parts, "read-only")
	}
	return parts
}

// drawn are the random choices of the run.
func drawn(r *report.Run) (parts []string) {
	if r.Seed != 0 {
		parts = append(parts, fmt.Sprintf("random order %d", r.Seed))
	}
	if r.PerPage != 0 {
		parts = append(parts, fmt.Sprintf("page size %d drawn (--per-page %[1]d repeats it)", r.PerPage))
	}
	return parts
}

// Section is a section of the document with its promises.
type Section struct {
	Name     string
	Promises []report.Promise
	Count    report.Summary
}

// Sections groups the promises by section, in order of appearance.
func Sections(r *report.Run) (all []Section) {
	for _, p := range r.Promises {
		i := slices.IndexFunc(all, func(s Section) bool { return s.Name == p.Section })
		if i < 0 {
			i = len(all)
			all = append(all, Section{Name: p.Section})
		}
		all[i].Promises = append(all[i].Promises, p)
		all[i].Count.Add(p.Verdict)
	}
	return all
}

// Observation is one variant of one gap, on all operations that show it.
type Observation struct {
	ID, Observed, Evidence string
	Operations             []string
}

// Observations joins the operations with the same variant. It keeps the evidence only
// for an unlisted response: for others the variant says as much.
func Observations(r *report.Run) (all []Observation) {
	for _, g := range r.Gaps {
		o := Observation{ID: g.ID, Observed: g.Observed}
		if g.Observed == report.Other {
			o.Evidence = prose.OneLine(g.Evidence)
		}
		i := slices.IndexFunc(all, func(have Observation) bool {
			return have.ID == o.ID && have.Observed == o.Observed && have.Evidence == o.Evidence
		})
		if i < 0 {
			all = append(all, o)
			i = len(all) - 1
		}
		all[i].Operations = append(all[i].Operations, g.Operation)
	}
	return all
}
