package coverage

import (
	"fmt"
	"slices"
	"strings"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// String returns the report for people.
func (r *Report) String() string {
	var b strings.Builder
	r.printOperations(&b)
	r.printPromises(&b)
	r.printExpectations(&b)
	r.printMutants(&b)
	r.printScenarios(&b)
	fmt.Fprintf(&b, "\n%s\n", r.closing())
	return prose.Legible(b.String())
}

// closing is the line that says it all.
func (r *Report) closing() string {
	s := r.Score
	_, table := counted(r.Operations, Operation.isBesideTable)
	asked, _ := counted(table, func(o Operation) bool { return o.Requests > 0 })
	checked, _ := counted(r.Promises, func(p Promise) bool { return p.Verdict == report.Pass })
	observed, _ := counted(r.Gaps, func(g Gap) bool { return len(g.Observed) > 0 })
	text := fmt.Sprintf("%s: %d of %d operations, %d of %d promises, %d of %d gaps",
		prose.Count(len(r.Scenarios), "scenario"), asked, len(table), checked, len(r.Promises), observed, len(r.Gaps))
	if len(r.Expectations) > 0 {
		met, _ := counted(r.Expectations, func(e Expectation) bool { return e.Verdict == report.Pass })
		text += fmt.Sprintf(", yours: %d of %d", met, len(r.Expectations))
	}
	if s.Tried == 0 {
		return fmt.Sprintf("%s; no score: %s, in %.1f s", text, Unscored, float64(r.MS)/1000)
	}
	return fmt.Sprintf("%s; score %d of %d broken fakes (%.0f %%), in %.1f s", text, s.Killed, s.Tried, s.Percent(), float64(r.MS)/1000)
}

// Unscored says why there is no score.
const Unscored = "no scenario that passes on the fake names a promise"

// counted returns the number of those with a property, and the rest.
func counted[T any](all []T, has func(T) bool) (n int, rest []T) {
	rest = slices.DeleteFunc(slices.Clone(all), has)
	return len(all) - len(rest), rest
}

func (r *Report) printOperations(b *strings.Builder) {
	b.WriteString("Operations\n")
	_, never := counted(r.Operations, func(o Operation) bool { return o.Requests > 0 })
	for _, o := range r.Operations {
		if o.Requests == 0 {
			continue
		}
		var statuses []string
		for _, s := range o.Statuses {
			statuses = append(statuses, fmt.Sprintf("%d × %d", s.Seen, s.Status))
		}
		fmt.Fprintf(b, "  %s  %s: %s\n", o.ID, prose.Count(o.Requests, "request"), strings.Join(statuses, ", "))
		if unsent := o.Unsent(); len(unsent) > 0 {
			fmt.Fprintf(b, "      never sent: %s\n", strings.Join(unsent, ", "))
		}
	}
	for _, o := range never {
		fmt.Fprintf(b, "  %s  not requested\n", o.ID)
	}
}

// Unsent names the parameters that no request gave.
func (o Operation) Unsent() (names []string) {
	for _, p := range o.Parameters {
		if p.Sent == 0 {
			names = append(names, p.In+" "+p.Name)
		}
	}
	return names
}

func (r *Report) printPromises(b *strings.Builder) {
	b.WriteString("\nPromises\n")
	for _, p := range r.Promises {
		if len(p.Scenarios) == 0 {
			continue
		}
		printChecked(b, p.ID, p.Scenarios, p.Killed, p.Mutants, p.Verdict)
	}
	if n, _ := counted(r.Promises, func(p Promise) bool { return len(p.Scenarios) == 0 }); n > 0 {
		fmt.Fprintf(b, "  no scenario names %d more: understudy coverage --format json lists them\n", n)
	}
	b.WriteString("\nGaps\n")
	for _, g := range r.Gaps {
		switch {
		case len(g.Observed) > 0:
			fmt.Fprintf(b, "  %s  observed on %s\n", g.ID, strings.Join(g.Observed, ", "))
		case len(g.Scenarios) > 0:
			fmt.Fprintf(b, "  %s  not observed, by %s\n", g.ID, prose.Count(len(g.Scenarios), "scenario"))
		}
	}
	if n, _ := counted(r.Gaps, func(g Gap) bool { return len(g.Scenarios)+len(g.Observed) == 0 }); n > 0 {
		fmt.Fprintf(b, "  no scenario observes %d more\n", n)
	}
}

func (r *Report) printExpectations(b *strings.Builder) {
	if len(r.Expectations) > 0 {
		b.WriteString("\nYour expectations\n")
	}
	for _, e := range r.Expectations {
		printChecked(b, e.ID, e.Scenarios, e.Killed, e.Mutants, e.Verdict)
	}
}

// printChecked prints how a promise or an expectation is checked.
func printChecked(b *strings.Builder, id string, scenarios []string, killed, mutants int, v report.Verdict) {
	fmt.Fprintf(b, "  %s  %s", id, prose.Count(len(scenarios), "scenario"))
	if mutants > 0 {
		fmt.Fprintf(b, ", %d of %d broken fakes caught", killed, mutants)
	}
	if v != report.Pass {
		fmt.Fprintf(b, " (%s on the fake)", v)
	}
	b.WriteString("\n")
}

// printMutants prints the broken fakes that the score counts, then those that only
// expectations catch.
func (r *Report) printMutants(b *strings.Builder) {
	_, others := counted(r.Mutants, r.counts)
	_, counting := counted(r.Mutants, func(k mutation.Kill) bool { return !r.counts(k) })
	n, shown := counted(counting, r.isElsewhere)
	b.WriteString("\nBroken fakes that count in the score\n")
	printKills(b, shown)
	if n > 0 {
		fmt.Fprintf(b, "  ✗ %d more survive, which break operations that no scenario requests: --format json lists them\n", n)
	}
	if n := r.Score.All - r.Score.Tried; n > 0 {
		fmt.Fprintf(b, "  %d more do not count: %s\n", n, r.Untried())
	}
	if len(others) > 0 {
		b.WriteString("\nBroken fakes that your expectations catch, which do not count in the score\n")
		printKills(b, others)
	}
}

// counts reports whether the score counts a mutant.
func (r *Report) counts(k mutation.Kill) bool {
	return r.Whole || slices.ContainsFunc(r.Promises, func(p Promise) bool { return p.ID == k.Breaks && len(p.Scenarios) > 0 })
}

// isElsewhere reports whether a mutant survives that is named after an operation that was not
// requested.
func (r *Report) isElsewhere(k mutation.Kill) bool {
	var of Operation
	for _, o := range r.Operations {
		if strings.HasPrefix(k.ID, o.ID+"-") && len(o.ID) > len(of.ID) { // one id may begin with another
			of = o
		}
	}
	return of.ID != "" && of.Requests == 0 && !k.Killed() && k.Error == ""
}

func printKills(b *strings.Builder, kills []mutation.Kill) {
	for _, k := range kills {
		switch {
		case k.Error != "":
			fmt.Fprintf(b, "  ! %s: %s\n", k.ID, k.Error)
		case k.Together:
			fmt.Fprintf(b, "  ✓ %s by all scenarios together, and by none alone\n", k.ID)
		case len(k.By) == 0:
			fmt.Fprintf(b, "  ✗ %s survives %s: %s\n", k.ID, prose.Count(len(k.Tried), "scenario"), k.Says)
		default:
			fmt.Fprintf(b, "  ✓ %s by %s\n", k.ID, first(k.By))
		}
	}
}

// Untried says why mutants do not count in the score.
func (r *Report) Untried() string {
	if r.Whole {
		return "no scenario asks for an operation of their promises"
	}
	return "no scenario names the promises that they break; --whole also tries scenarios of their operations"
}

// first names the first of some scenarios, and counts the others.
func first(addresses []string) string {
	if len(addresses) == 1 {
		return addresses[0]
	}
	return fmt.Sprintf("%s and %d more", addresses[0], len(addresses)-1)
}

func (r *Report) printScenarios(b *strings.Builder) {
	if _, not := counted(r.Scenarios, func(s Scenario) bool { return s.Verdict == report.Pass }); len(not) > 0 {
		b.WriteString("\nScenarios that do not pass on the fake, and so were not tried on broken ones\n")
		for _, s := range not {
			fmt.Fprintf(b, "  %s  %s: %s\n", s.Address, s.Verdict, s.Reason)
		}
	}
	if idle := r.Idle(); len(idle) > 0 {
		b.WriteString("\nScenarios that catch no broken fake: is a check missing?\n")
		for _, s := range idle {
			fmt.Fprintf(b, "  %s  (%s:%d, tried on %d)\n", s.Address, s.File, s.Line, s.Tried)
		}
	}
	if len(r.Alike) > 0 {
		b.WriteString("\nScenarios that catch the same broken fakes as another: is one of them enough?\n")
		for _, group := range r.Alike {
			fmt.Fprintf(b, "  %s\n", strings.Join(group, "\n    = "))
		}
	}
}

// Idle returns the scenarios that pass, check something and kill nothing.
func (r *Report) Idle() (idle []Scenario) {
	_, idle = counted(r.Scenarios, func(s Scenario) bool { return !s.Idle() })
	return idle
}

// legible shows the characters by which a name could control a terminal.
