package report

// expectations lists the user's own expectations with their verdicts.
func (p *printer) expectations(r *Run) {
	if len(r.Expectations) == 0 {
		return
	}
	p.title("Your expectations: %d of %d", r.Yours().Pass, len(r.Expectations))
	for _, e := range r.Expectations {
		p.line("  %s %s  %s", p.mark(e.Verdict), p.bold(e.ID), p.dim(e.from()))
		p.text(4, e.Says)
		if e.Verdict == Skip || e.Verdict == Error {
			p.text(4, e.Reason.String())
		}
	}
	p.line("")
}

// unmet writes each expectation that is not met, with what was found.
func (p *printer) unmet(r *Run) {
	for _, e := range r.notMet() {
		p.line("%s %s  %s", p.mark(e.Verdict), p.bold(e.ID), p.dim("your expectation, "+e.from()))
		p.text(2, e.Says)
		p.line("")
		for _, f := range r.failuresOf(e.ID) {
			p.finding(f)
		}
	}
}
