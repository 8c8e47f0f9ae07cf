package mutation

import (
	"fmt"
	"strings"

	"understudy/cmd/understudy/internal/catalogue"
	"understudy/spec"
	"understudy/steps/report/prose"
)

// String returns the explanation for people.
func (e *Explanation) String() string {
	var b strings.Builder
	s := e.Scenario
	fmt.Fprintf(&b, "%s\n%s:%d\n\n", s.Name, s.File, s.Line)
	if e.Examples > 1 {
		fmt.Fprintf(&b, "  The first of %d examples, with the verdict and the broken fakes of all\n\n", e.Examples)
	}
	for _, st := range s.Steps {
		fmt.Fprintf(&b, "  %s\n", st)
	}
	e.printPromises(&b)
	e.printGaps(&b)
	b.WriteString("\nOperations\n")
	for _, id := range s.Operations {
		o := spec.OperationOf(id)
		fmt.Fprintf(&b, "  %s  %s %s\n", id, o.Method, o.Path)
	}
	if s.Writes {
		b.WriteString("\nIt writes: verify --read-only leaves it out\n")
	}
	for _, need := range s.Needs {
		fmt.Fprintf(&b, "\nIt needs a %s, and is skipped without one\n", need)
	}
	fmt.Fprintf(&b, "\nOn our own fake: %s\n", e.Fake)
	e.printMutants(&b)
	return prose.Legible(b.String()) // names cannot control a terminal
}

// Worth returns in one line which broken fakes the scenario catches.
func (e *Explanation) Worth() string {
	var b strings.Builder
	e.printMutants(&b)
	text := b.String()[strings.LastIndex(b.String(), "\n\n")+1:]
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	var missed []string
	for _, m := range e.Mutants {
		if !m.Killed && !e.onlyExpects() {
			missed = append(missed, m.ID)
		}
	}
	if len(missed) > 0 {
		text += "; not " + strings.Join(missed, ", ")
	}
	return prose.Visible(text)
}

func (e *Explanation) printPromises(b *strings.Builder) {
	if len(e.Promises) > 0 {
		b.WriteString("\nPromises\n")
	}
	for _, p := range e.Promises {
		fmt.Fprintf(b, "  %s  (%s)\n      %s\n", p.ID, p.At.Section, p.Says)
	}
}

func (e *Explanation) printGaps(b *strings.Builder) {
	if len(e.Gaps) > 0 {
		b.WriteString("\nGaps\n")
	}
	for _, g := range e.Gaps {
		b.WriteString(catalogue.GapText(g))
	}
}

func (e *Explanation) printMutants(b *strings.Builder) {
	if e.FailsOnFake() {
		b.WriteString("\nBroken fakes: none was tried, as it fails on our own fake, which keeps every promise: correct the scenario first\n")
		return
	}
	if e.onlyExpects() {
		e.printCaught(b)
		return
	}
	if len(e.Promises) == 0 {
		b.WriteString("\nIt checks no promise, so there is no broken fake that it has to catch\n")
		return
	}
	killed := 0
	for _, m := range e.Mutants {
		if m.Killed {
			killed++
		}
	}
	fmt.Fprintf(b, "\nBroken fakes: this scenario alone catches %d of the %d that break its promises\n", killed, len(e.Mutants))
	for _, m := range e.Mutants {
		if m.Killed {
			fmt.Fprintf(b, "  ✓ %s: %s\n", m.ID, m.Says)
			continue
		}
		fmt.Fprintf(b, "  ✗ %s: %s (%s)\n", m.ID, m.Says, m.Outcome)
	}
	if killed < len(e.Mutants) {
		b.WriteString("  Those marked ✗ are not caught: other scenarios may catch them, or this one is missing a check\n")
	}
	if e.Spoilt > 0 {
		fmt.Fprintf(b, "  It also catches %d of %d recorded responses of its operations in which one member was broken\n", e.Caught, e.Spoilt)
	}
}

// printCaught lists the fakes that a scenario about expectations alone catches: it has to
// catch none.
func (e *Explanation) printCaught(b *strings.Builder) {
	var caught []Trial
	for _, m := range e.Mutants {
		if m.Killed {
			caught = append(caught, m)
		}
	}
	fmt.Fprintf(b, "\nExpectation: %s\n\nBroken fakes: this scenario alone catches %d of the %d that break a promise about its operations\n",
		strings.Join(e.Scenario.Expects, ", "), len(caught), len(e.Mutants))
	for _, m := range caught {
		fmt.Fprintf(b, "  ✓ %s: %s\n", m.ID, m.Says)
	}
}
