package report

// known lists the failures that are known, with their reasons, and those that
// the run did not check.
func (p *printer) known(r *Run) {
	if r.Baseline == nil {
		return
	}
	reasons, unverified := grouped{}, grouped{}
	for _, e := range r.Baseline.Entries {
		switch e.State {
		case EntryKnown:
			reasons.add(oneLine(e.Reason), e.name())
		case EntryNotChecked:
			unverified.add(oneLine(e.Why), e.name())
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
func (p *printer) untrue(r *Run) {
	untrue := r.Baseline.untrue()
	if len(untrue) == 0 {
		return
	}
	p.title("No longer true in %s", r.Baseline.File)
	for _, e := range untrue {
		p.text(2, p.mark(Fail)+" "+oneLine(r.Baseline.says(e)))
	}
	p.line("")
}
