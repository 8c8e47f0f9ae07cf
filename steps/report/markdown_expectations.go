package report

import (
	"fmt"
	"strings"
)

// expectations writes the table of the user's own expectations, and what was found of
// those that are not met.
func (m *markdown) expectations(r *Run) {
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
		if e.Verdict == Skip || e.Verdict == Error {
			says += ": " + text(shortLine(e.Reason.String()))
		}
		m.row(marks[e.Verdict], code(e.ID), text(e.Severity), says)
	}
	m.line("")
	for _, e := range r.notMet() {
		m.line("#### %s\n", code(e.ID))
		found := r.failuresOf(e.ID)
		for _, f := range found[:min(mostFindings, len(found))] {
			m.finding(f)
		}
	}
}

// junitExpectations has the verdicts on the user's own expectations. Their cases are those
// of the scenarios that check them.
func (r *Run) junitExpectations() junitSuite {
	s := junitSuite{Name: "expectations", Properties: &junitProperties{}}
	for _, e := range r.Expectations {
		s.Properties.All = append(s.Properties.All, junitProperty{legible("expectation " + e.ID), legible(strings.TrimSpace(string(e.Verdict) + " " + oneLine(e.Reason.String())))})
	}
	return s
}

// unmetAnnotations has an error for each expectation that must be met and is not, and a
// warning for each that should, at the scenario that shows it.
func (r *Run) unmetAnnotations() (all []annotation) {
	for _, e := range r.notMet() {
		a := annotation{level: "error", title: "your expectation " + e.ID + " is not met", text: oneLine(e.Says), rule: "expectation/" + e.ID}
		if e.Verdict == Warn {
			a.level = "warning"
		}
		found := r.failuresOf(e.ID)
		for _, f := range found[:min(mostFindings, len(found))] {
			s, _ := r.scenario(f.by[0])
			if a.scenario == "" {
				a.file, a.line, a.scenario = s.File, s.Line, s.Address
			}
			a.text += fmt.Sprintf("\nexpected %s\nfound %s\nseen in %s", shortLine(f.expected), shortLine(f.actual), strings.Join(f.by, ", "))
			if f.exchange != nil {
				a.text += "\n" + strings.Join(curl(f.exchange), "\n")
			}
		}
		all = append(all, a)
	}
	return all
}
