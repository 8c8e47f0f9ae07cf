package ci

import (
	"fmt"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// expectations writes the table of the user's own expectations, and what was found of
// those that are not met.
func (m *markdown) expectations(r *report.Run) {
	if len(r.Expectations) == 0 {
		return
	}
	m.line("### Your expectations: %d of %d\n", r.Yours().Pass, len(r.Expectations))
	m.table([]string{"", "expectation", "severity", "says"}, "---", "---", "---", "---")
	for _, e := range r.Expectations {
		says := text(e.Says)
		if e.Source != "" {
			says += " (" + text(e.Source) + ")"
		}
		if e.Verdict == report.Skip || e.Verdict == report.Error {
			says += ": " + text(prose.Short(e.Reason.String()))
		}
		m.row(view.Mark(e.Verdict), code(e.ID), text(e.Severity), says)
	}
	m.line("")
	for _, e := range view.Unmet(r) {
		m.line("#### %s\n", code(e.ID))
		found := view.FindingsOn(r, e.ID)
		for _, f := range found[:min(mostFindings, len(found))] {
			m.finding(f)
		}
	}
}

// junitExpectations has the verdicts on the user's own expectations. Their cases are those
// of the scenarios that check them.
func junitExpectations(r *report.Run) junitSuite {
	s := junitSuite{Name: "expectations", Properties: &junitProperties{}}
	for _, e := range r.Expectations {
		s.Properties.All = append(s.Properties.All,
			junitProperty{prose.Legible("expectation " + e.ID),
				prose.Legible(strings.TrimSpace(string(e.Verdict) + " " + prose.OneLine(e.Reason.String())))})
	}
	return s
}

// unmetAnnotations has an error for each expectation that must be met and is not, and a
// warning for each that should, at the scenario that shows it.
func unmetAnnotations(r *report.Run) (all []annotation) {
	for _, e := range view.Unmet(r) {
		a := annotation{level: "error", title: "your expectation " + e.ID + " is not met", text: prose.OneLine(e.Says),
			rule: "expectation/" + e.ID}
		if e.Verdict == report.Warn {
			a.level = "warning"
		}
		found := view.FindingsOn(r, e.ID)
		for _, f := range found[:min(mostFindings, len(found))] {
			s, _ := r.Scenario(f.By[0])
			if a.scenario == "" {
				a.file, a.line, a.scenario = s.File, s.Line, s.Address
			}
			a.text += fmt.Sprintf("\nexpected %s\nfound %s\nseen in %s", prose.Short(f.ExpectedAt()), prose.Short(f.Actual),
				strings.Join(f.By, ", "))
			if f.Exchange != nil {
				a.text += "\n" + f.Exchange.Curl()
			}
		}
		all = append(all, a)
	}
	return all
}
