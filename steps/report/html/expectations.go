package html

import (
	"understudy/steps/report"
	"understudy/steps/report/view"
)

// unmetShown is an expectation that is not met, as the page shows it.
type unmetShown struct {
	report.Expectation
	From     string
	Findings []findingShown
}

// pageUnmet are the expectations that are not met, with the findings of each.
func pageUnmet(r *report.Run, shown *exchanges) (all []unmetShown) {
	for _, e := range view.Unmet(r) {
		u := unmetShown{Expectation: e, From: view.Origin(e)}
		found := view.FindingsOn(r, e.ID)
		for i, f := range found[:min(mostShown, len(found))] {
			u.Findings = append(u.Findings, showFinding(r, f, i == 0, shown))
		}
		all = append(all, u)
	}
	return all
}
