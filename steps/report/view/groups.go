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

// Unchecked are the promises and the gaps without a verdict for one reason.
type Unchecked struct {
	Reason         string
	Promises, Gaps []string
}

// Names are the promises and the gaps, these as in "gap page-ends".
func (u Unchecked) Names() []string {
	names := slices.Clone(u.Promises)
	for _, id := range u.Gaps {
		names = append(names, "gap "+id)
	}
	return names
}

// NotChecked groups what has no verdict by reason: promises, and gaps that no
// scenario observed.
func NotChecked(r *report.Run) (all []Unchecked) {
	with := func(reason report.Reason) *Unchecked {
		why := Why(reason)
		i := slices.IndexFunc(all, func(u Unchecked) bool { return u.Reason == why })
		if i < 0 {
			i = len(all)
			all = append(all, Unchecked{Reason: why})
		}
		return &all[i]
	}
	for _, p := range r.Promises {
		if p.Verdict == report.Skip {
			u := with(p.Reason)
			u.Promises = append(u.Promises, p.ID)
		}
	}
	for _, s := range r.Scenarios {
		for _, id := range s.Gaps {
			if s.Verdict == report.Skip && !slices.ContainsFunc(r.Gaps, func(g report.Gap) bool { return g.ID == id }) {
				if u := with(s.Reason); !slices.Contains(u.Gaps, id) {
					u.Gaps = append(u.Gaps, id)
				}
			}
		}
	}
	return all
}

// Skipped groups, by reason, the scenarios that had nothing to check and of which NotChecked
// names nothing, because others showed their promises and gaps.
func Skipped(r *report.Run) (byReason prose.Groups) {
	var named []string
	for _, u := range NotChecked(r) {
		named = append(named, u.Names()...)
	}
	for _, s := range r.Scenarios {
		about := Unchecked{Promises: s.Promises, Gaps: s.Gaps}.Names()
		isNamed := slices.ContainsFunc(about, func(name string) bool { return slices.Contains(named, name) })
		if s.Verdict == report.Skip && !isNamed && len(s.Expects) == 0 {
			byReason.Add(Why(s.Reason), s.Address)
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
