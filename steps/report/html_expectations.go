package report

// unmetShown is an expectation that is not met, as the page shows it.
type unmetShown struct {
	Expectation
	From     string
	Findings []findingShown
}

// pageUnmet are the expectations that are not met, with the findings of each.
func (r *Run) pageUnmet() (all []unmetShown) {
	room := roomForExchanges / 2
	for _, e := range r.notMet() {
		u := unmetShown{Expectation: e, From: e.from()}
		found := r.failuresOf(e.ID)
		for i, f := range found[:min(mostShown, len(found))] {
			u.Findings = append(u.Findings, r.findingShown(f, i == 0, &room))
		}
		all = append(all, u)
	}
	return all
}
