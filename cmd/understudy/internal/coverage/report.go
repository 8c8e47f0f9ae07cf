package coverage

import (
	"cmp"
	"slices"
	"strings"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/server/mutant"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
	"understudy/steps/report"
)

// Report is what the scenarios cover and catch. No list is nil.
type Report struct {
	Score      Score       `json:"score"`
	Operations []Operation `json:"operations"`
	Promises   []Promise   `json:"promises"`
	Gaps       []Gap       `json:"gaps"`
	// Expectations are those of the folders' own files.
	Expectations []Expectation `json:"expectations"`
	Scenarios    []Scenario    `json:"scenarios"`
	// Mutants are the broken fakes that the score counts, and those that an expectation
	// catches.
	Mutants []mutation.Kill `json:"mutants"`
	// Alike are groups of scenarios that kill the same mutants, by address.
	Alike [][]string `json:"alike"`
	// Whole says that each mutant was tried on every scenario of its operations.
	Whole bool `json:"whole"`
	// MS is how long the measurement took, in milliseconds.
	MS int64 `json:"ms"`
}

// Score counts mutants: those that break a promise that a scenario names or, with Whole, one
// about an operation of a scenario.
type Score struct {
	Killed int `json:"killed"`
	Tried  int `json:"tried"`
	// All counts all mutants.
	All int `json:"all"`
}

// Percent is the share of killed mutants of those tried, from 0 to 100.
func (s Score) Percent() float64 {
	if s.Tried == 0 {
		return 0
	}
	return 100 * float64(s.Killed) / float64(s.Tried)
}

// Operation is what was sent to an operation, and what it responded.
type Operation struct {
	ID         string      `json:"id"`
	Method     string      `json:"method"`
	Path       string      `json:"path"`
	Requests   int         `json:"requests"`
	Scenarios  []string    `json:"scenarios"`
	Parameters []Parameter `json:"parameters"`
	Statuses   []Status    `json:"statuses"`
}

// Parameter is a parameter or a member of a body, with the number of requests that
// gave it.
type Parameter struct {
	contract.Parameter
	Sent int `json:"sent"`
}

// Status is an HTTP status with the number of responses that had it.
type Status struct {
	Status int `json:"status"`
	Seen   int `json:"seen"`
}

// Promise is a promise with the scenarios that name it.
type Promise struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	// Verdict is that of the run on the fake: skip where no scenario checked it.
	Verdict   report.Verdict `json:"verdict"`
	Scenarios []string       `json:"scenarios"`
	// Mutants counts those that break it and were tried, Killed those of them that a
	// scenario kills.
	Mutants int `json:"mutants"`
	Killed  int `json:"killed"`
}

// Expectation is one of the user's own, with the scenarios that check it.
type Expectation struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	// Verdict is that of the run on the fake: skip where no scenario checked it.
	Verdict   report.Verdict `json:"verdict"`
	Scenarios []string       `json:"scenarios"`
	// Mutants counts those on which the scenarios were tried, Killed those that they catch.
	Mutants int `json:"mutants"`
	Killed  int `json:"killed"`
}

// Gap is a gap with the scenarios that observe it, and the operations on which the run
// saw one of its variants.
type Gap struct {
	ID        string   `json:"id"`
	Asks      string   `json:"asks"`
	Scenarios []string `json:"scenarios"`
	Observed  []string `json:"observed"`
}

// Scenario is a scenario with the mutants that it kills.
type Scenario struct {
	Address  string         `json:"address"`
	Name     string         `json:"name"`
	File     string         `json:"file"`
	Line     int            `json:"line"`
	Verdict  report.Verdict `json:"verdict"`
	Reason   string         `json:"reason,omitempty"`
	Promises []string       `json:"promises"`
	Expects  []string       `json:"expects,omitempty"`
	// Tried counts the mutants that it was run on, Kills names those that it kills, and
	// Alone counts those that no other scenario kills.
	Tried int      `json:"tried"`
	Kills []string `json:"kills"`
	Alone int      `json:"alone"`
}

// Idle reports whether a scenario passes, checks a promise or an expectation, and kills
// nothing.
func (s Scenario) Idle() bool {
	return s.Verdict == report.Pass && len(s.Promises)+len(s.Expects) > 0 && len(s.Kills) == 0
}

// newReport combines a run, its traffic and the kills.
func newReport(run *report.Run, scripts map[string]steps.Script, seen *traffic, kills []mutation.Kill, whole bool) *Report {
	r := &Report{Whole: whole, Mutants: []mutation.Kill{}, Scenarios: []Scenario{}, Alike: [][]string{}}
	r.Score = Score{All: len(mutant.All())}
	for _, k := range kills {
		if whole || isNamed(run, k.Breaks) {
			r.Score.Tried++
			if k.Killed() {
				r.Score.Killed++
			}
		} else if !k.Killed() {
			continue // it was tried on expectations alone, which are about a few things
		}
		r.Mutants = append(r.Mutants, k)
	}
	for _, sc := range run.Scenarios {
		r.Scenarios = append(r.Scenarios, scenarioOf(sc, scripts[sc.Address], kills))
	}
	slices.SortFunc(r.Scenarios, func(a, b Scenario) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	r.Operations, r.Promises, r.Gaps = operationsOf(run, seen), promisesOf(run, kills), gapsOf(run)
	r.Expectations = expectationsOf(run, kills)
	r.Alike = append(r.Alike, alike(r.Scenarios)...)
	return r
}

// isNamed reports whether a scenario of a run names a promise.
func isNamed(run *report.Run, id string) bool {
	return slices.ContainsFunc(run.Scenarios, func(sc report.Scenario) bool { return slices.Contains(sc.Promises, id) })
}

func scenarioOf(sc report.Scenario, script steps.Script, kills []mutation.Kill) Scenario {
	out := Scenario{Address: sc.Address, Name: sc.Name, File: fileOf(script, sc), Line: int(sc.Line), Verdict: sc.Verdict,
		Promises: script.Promises, Expects: script.Expects, Kills: []string{}}
	if sc.Verdict != report.Pass {
		out.Reason = sc.Reason.String()
	}
	for _, k := range kills {
		if slices.Contains(k.Tried, sc.Address) {
			out.Tried++
		}
		if slices.Contains(k.By, sc.Address) {
			out.Kills = append(out.Kills, k.ID)
			if len(k.By) == 1 {
				out.Alone++
			}
		}
	}
	return out
}

func operationsOf(run *report.Run, seen *traffic) (all []Operation) {
	for _, op := range spec.Operations {
		o := Operation{ID: op.ID, Method: op.Method, Path: op.Path, Requests: seen.requests[op.ID], Parameters: []Parameter{}, Statuses: []Status{},
			Scenarios: addresses(run, func(sc report.Scenario) bool { return slices.Contains(sc.Operations, op.ID) })}
		for _, p := range contract.Parameters(op.ID) {
			o.Parameters = append(o.Parameters, Parameter{p, seen.parameters[op.ID][p]})
		}
		for status, n := range seen.statuses[op.ID] {
			o.Statuses = append(o.Statuses, Status{status, n})
		}
		slices.SortFunc(o.Statuses, func(a, b Status) int { return cmp.Compare(a.Status, b.Status) })
		all = append(all, o)
	}
	return all
}

// isBesideTable reports whether the operation is none of those in the document's table of endpoints.
func (o Operation) isBesideTable() bool {
	op := spec.OperationOf(o.ID)
	return op.Linked || op.Supplementary
}

func promisesOf(run *report.Run, kills []mutation.Kill) (all []Promise) {
	verdicts := map[string]report.Verdict{}
	for _, p := range run.Promises {
		verdicts[p.ID] = p.Verdict
	}
	for _, p := range promise.All {
		out := Promise{ID: p.ID, Says: p.Says, Verdict: verdicts[p.ID],
			Scenarios: addresses(run, func(sc report.Scenario) bool { return slices.Contains(sc.Promises, p.ID) })}
		for _, k := range kills {
			if k.Breaks == p.ID {
				out.Mutants++
			}
			if k.Breaks == p.ID && k.Killed() {
				out.Killed++
			}
		}
		all = append(all, out)
	}
	return all
}

func expectationsOf(run *report.Run, kills []mutation.Kill) []Expectation {
	all := []Expectation{}
	for _, e := range run.Expectations {
		out := Expectation{ID: e.ID, Says: e.Says, Verdict: e.Verdict, Scenarios: append([]string{}, e.Scenarios...)}
		ours := func(address string) bool { return slices.Contains(e.Scenarios, address) }
		for _, k := range kills {
			if slices.ContainsFunc(k.Tried, ours) {
				out.Mutants++
			}
			if slices.ContainsFunc(k.By, ours) {
				out.Killed++
			}
		}
		all = append(all, out)
	}
	return all
}

func gapsOf(run *report.Run) (all []Gap) {
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		out := Gap{ID: g.ID, Asks: g.Asks, Observed: []string{},
			Scenarios: addresses(run, func(sc report.Scenario) bool { return slices.Contains(sc.Gaps, g.ID) })}
		for _, seen := range run.Gaps {
			if seen.ID == g.ID {
				out.Observed = append(out.Observed, seen.Operation)
			}
		}
		all = append(all, out)
	}
	return all
}

// addresses returns those of the scenarios that have a property.
func addresses(run *report.Run, has func(report.Scenario) bool) []string {
	all := []string{}
	for _, sc := range run.Scenarios {
		if has(sc) {
			all = append(all, sc.Address)
		}
	}
	return all
}

// alike groups the scenarios that kill the same mutants. Those that kill none are in no
// group.
func alike(scenarios []Scenario) (groups [][]string) {
	byKills := map[string][]string{}
	var order []string
	for _, sc := range scenarios {
		key := strings.Join(sc.Kills, " ")
		if key == "" {
			continue
		}
		if byKills[key] == nil {
			order = append(order, key)
		}
		byKills[key] = append(byKills[key], sc.Address)
	}
	for _, key := range order {
		if len(byKills[key]) > 1 {
			groups = append(groups, byKills[key])
		}
	}
	return groups
}
