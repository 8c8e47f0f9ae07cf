package view

import (
	"slices"

	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// Unverified groups the scenarios that could not be verified by reason.
func Unverified(r *report.Run) (byReason prose.Groups) {
	for _, s := range r.Scenarios {
		if s.Verdict == report.Error {
			byReason.Add(Why(s.Reason), s.Address)
		}
	}
	return byReason
}

// NotChecked groups what has no verdict by reason: promises, and gaps that no
// scenario observed, as in "gap page-ends".
func NotChecked(r *report.Run) (byReason prose.Groups) {
	for _, p := range r.Promises {
		if p.Verdict == report.Skip {
			byReason.Add(Why(p.Reason), p.ID)
		}
	}
	for _, s := range r.Scenarios {
		for _, id := range s.Gaps {
			if s.Verdict == report.Skip && !slices.ContainsFunc(r.Gaps, func(g report.Gap) bool { return g.ID == id }) {
				byReason.Add(Why(s.Reason), "gap "+id)
			}
		}
	}
	return byReason
}

// Why is a reason on one line.
func Why(r report.Reason) string { return prose.OneLine(r.String()) }

// Remarks groups the addresses of scenarios by the remark that they made; the address
// is empty for a remark of the run.
func Remarks(r *report.Run) (byText prose.Groups) {
	for _, m := range r.Remarks {
		byText.Add(m.Text, m.Scenario)
	}
	return byText
}
