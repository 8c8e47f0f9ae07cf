package report

import (
	"fmt"
	"slices"
	"strings"
)

// Expectation is the verdict on an expectation of the user's own, which is no promise of
// the document: fail where one that must be met is not, warn where it only should.
type Expectation struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	// Source says where it comes from.
	Source string `json:"source,omitempty"`
	// Severity is must or should.
	Severity string  `json:"severity"`
	Verdict  Verdict `json:"verdict"`
	// Reason says why it was not checked, or what was found first.
	Reason Reason `json:"reason,omitzero"`
	// Scenarios are the addresses of the scenarios that check it.
	Scenarios []string `json:"scenarios"`
}

// Own reports whether a scenario checks an expectation of the user's own, and nothing of
// the document.
func (s Scenario) Own() bool { return len(s.Expects) > 0 && len(s.Promises)+len(s.Gaps) == 0 }

// Yours counts the user's own expectations by verdict; one that only warns counts in no
// number but the total.
func (r *Run) Yours() (s Summary) {
	for _, e := range r.Expectations {
		if e.Verdict != Warn {
			s.add(e.Verdict)
		}
	}
	return s
}

// unmet lists the ids of the expectations with a verdict.
func (r *Run) unmet(v Verdict) (ids []string) {
	for _, e := range r.Expectations {
		if e.Verdict == v {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// closingYours counts the user's own expectations, apart from the promises.
func (r *Run) closingYours() string {
	if len(r.Expectations) == 0 {
		return ""
	}
	text := fmt.Sprintf("; yours: %d of %d", r.Yours().Pass, len(r.Expectations))
	for _, part := range []struct {
		verdict Verdict
		words   string
	}{{Fail, "not met"}, {Warn, "not met, as a warning"}, {Error, "could not be verified"}} {
		if ids := r.unmet(part.verdict); len(ids) > 0 {
			text += fmt.Sprintf(", %s: %s", part.words, some(ids))
		}
	}
	if n := r.Yours().Skip; n > 0 {
		text += fmt.Sprintf(", %d not checked", n)
	}
	return text
}

// yoursParts is closingYours as a part of a list.
func (r *Run) yoursParts() []string {
	if text := strings.TrimPrefix(r.closingYours(), "; "); text != "" {
		return []string{text}
	}
	return nil
}

// failuresOf returns what scenarios found about an expectation.
func (r *Run) failuresOf(expectation string) (all []finding) {
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Expectation == expectation {
				all = append(all, finding{by: []string{s.Address}, operation: operationOf(f.Exchange), expected: f.Expected, actual: f.Actual, exchange: f.Exchange})
			}
		}
	}
	return all
}

// notMet lists the expectations that are not met: those that fail the run first.
func (r *Run) notMet() (all []Expectation) {
	for _, v := range []Verdict{Fail, Warn} {
		for _, e := range r.Expectations {
			if e.Verdict == v {
				all = append(all, e)
			}
		}
	}
	return all
}

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

// from says how severe an expectation is, and where it comes from.
func (e Expectation) from() string {
	if e.Source == "" {
		return e.Severity
	}
	return e.Severity + ", from " + oneLine(e.Source)
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

// mergeExpectation takes the worse verdict, with its reason; of two skips, the reason that
// a scenario gives.
func mergeExpectation(a, b Expectation) Expectation {
	if Worse(a.Verdict, b.Verdict) != a.Verdict || a.Verdict == b.Verdict && a.Reason.Kind == NoScenario {
		a.Verdict, a.Reason = b.Verdict, b.Reason
	}
	a.Scenarios = united(a.Scenarios, b.Scenarios)
	slices.Sort(a.Scenarios)
	return a
}
