package terminal

import (
	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// known lists the failures that are known, with their reasons, and those that
// the run did not check.
func (p *printer) known(r *report.Run) {
	if r.Baseline == nil {
		return
	}
	reasons, unverified := prose.Groups{}, prose.Groups{}
	for _, e := range r.Baseline.Entries {
		switch e.State {
		case report.EntryKnown:
			reasons.Add(prose.OneLine(e.Reason), e.Name())
		case report.EntryNotChecked:
			unverified.Add(prose.OneLine(e.Why), e.Name())
		}
	}
	if len(reasons) > 0 {
		p.title("Known failures, by %s", r.Baseline.File)
		p.groups(reasons)
	}
	if len(unverified) > 0 {
		p.title("Known failures that this run did not check")
		p.groups(unverified)
	}
}

// untrue lists the entries of the baseline that are no longer true.
func (p *printer) untrue(r *report.Run) {
	untrue := r.Baseline.Untrue()
	if len(untrue) == 0 {
		return
	}
	p.title("No longer true in %s", r.Baseline.File)
	for _, e := range untrue {
		p.text(2, p.mark(report.Fail)+" "+prose.OneLine(r.Baseline.Says(e)))
	}
	p.line("")
}
