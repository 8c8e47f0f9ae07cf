package terminal

import (
	"understudy/steps/report"
	"understudy/steps/report/view"
)

// expectations lists the user's own expectations with their verdicts.
func (p *printer) expectations(r *report.Run) {
	if len(r.Expectations) == 0 {
		return
	}
	p.title("Your expectations: %d of %d", r.Yours().Pass, len(r.Expectations))
	for _, e := range r.Expectations {
		p.line("  %s %s  %s", p.mark(e.Verdict), p.bold(e.ID), p.dim(view.Origin(e)))
		p.text(4, e.Says)
		if e.Verdict == report.Skip || e.Verdict == report.Error {
			p.text(4, e.Reason.String())
		}
	}
	p.line("")
}

// unmet writes each expectation that is not met, with what was found.
func (p *printer) unmet(r *report.Run) {
	for _, e := range view.Unmet(r) {
		p.line("%s %s  %s", p.mark(e.Verdict), p.bold(e.ID), p.dim("your expectation, "+view.Origin(e)))
		p.text(2, e.Says)
		p.line("")
		for _, f := range view.FindingsOn(r, e.ID) {
			p.finding(f)
		}
	}
}
