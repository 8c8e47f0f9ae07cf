package mutation

import (
	"context"
	"io"
	"slices"
	"time"

	"understudy/server/mutant"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
	"understudy/steps/report"
)

// Selection says which scenarios are tried on a mutant.
type Selection struct {
	// Suite has the features, and selects scenarios by Tags and Only.
	Suite steps.Options
	// Whole tries a mutant on every scenario that asks for an operation of its promise, not
	// only on those that name this promise. Scenarios about expectations of their writer
	// alone are always tried so: they name no promise.
	Whole bool
}

// Kill says which scenarios kill a mutant, each run alone on it.
type Kill struct {
	ID     string `json:"id"`
	Breaks string `json:"breaks"`
	Says   string `json:"says"`
	// Tried are the addresses of the scenarios that were run on it.
	Tried []string `json:"tried"`
	// By are those of them that blame the broken promise, or whose own expectation is not met.
	By []string `json:"by"`
	// Together says that none of them does alone, but a run of all scenarios does.
	Together bool   `json:"together,omitempty"`
	Error    string `json:"error,omitempty"`
	// MS is how long it took, in milliseconds.
	MS int64 `json:"ms"`
}

// Killed reports whether the scenarios kill the mutant, alone or together.
func (k Kill) Killed() bool { return len(k.By) > 0 || k.Together }

// Candidates returns the ids of the mutants on which at least one of the scenarios is
// tried.
func (s Selection) Candidates(scenarios []report.Scenario) (ids []string) {
	for _, m := range mutant.All() {
		if slices.ContainsFunc(scenarios, func(sc report.Scenario) bool { return s.tries(sc, m) }) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// tries reports whether a scenario is tried on a mutant.
func (s Selection) tries(sc report.Scenario, m mutant.Mutant) bool {
	if slices.Contains(sc.Promises, m.Breaks) || !s.Whole && !onlyExpects(sc.Expects, sc.Promises) {
		return slices.Contains(sc.Promises, m.Breaks)
	}
	return concerns(m, sc.Operations)
}

// onlyExpects reports whether a scenario with these ids is about expectations of its writer alone.
func onlyExpects(expects, promises []string) bool { return len(expects) > 0 && len(promises) == 0 }

// concerns reports whether a mutant breaks a promise about one of some operations.
func concerns(m mutant.Mutant, operations []string) bool {
	p, _ := promise.ByID(m.Breaks)
	return slices.ContainsFunc(p.Operations, func(id string) bool { return slices.Contains(operations, id) })
}

// Killers finds the scenarios that kill each mutant, in child processes that run
// SuiteKillers with the arguments. It calls progress with each result, one at a time.
func Killers(ctx context.Context, ids []string, children int, args []string, progress func(Kill)) ([]Kill, error) {
	kills, err := inChildren(ctx, children, args, ids, progress)
	slices.SortFunc(kills, func(a, b Kill) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return kills, err
}

// SuiteKillers reads the ids of mutants, one per line, and writes a Kill as JSON for
// each: the work of one child process.
func SuiteKillers(ctx context.Context, s Selection, ids io.Reader, stdout io.Writer) error {
	features, err := steps.ReadFeatures(s.Suite)
	if err != nil {
		return err
	}
	s.Suite.Features = features
	scenarios, err := steps.List(s.Suite)
	if err != nil {
		return err
	}
	clock, err := s.needingClock(scenarios)
	if err != nil {
		return err
	}
	return inChild(ids, stdout, func(on *address, one []mutant.Mutant) any { return s.killers(ctx, on, one[0], scenarios, clock) })
}

// needingClock returns the addresses of the scenarios that need a clock.
func (s Selection) needingClock(scenarios []report.Scenario) (map[string]bool, error) {
	clock := map[string]bool{}
	for _, sc := range scenarios {
		script, err := steps.Find(sc.Address, s.Suite)
		if err != nil {
			return nil, err
		}
		clock[sc.Address] = slices.Contains(script.Needs, "clock")
	}
	return clock, nil
}

// killers runs each scenario that is tried on a mutant alone. Where a group of them
// does not blame the promise together, none of them does alone.
func (s Selection) killers(ctx context.Context, on *address, m mutant.Mutant, scenarios []report.Scenario, clock map[string]bool) Kill {
	k := Kill{ID: m.ID, Breaks: m.Breaks, Says: m.Says, Tried: []string{}, By: []string{}}
	start := time.Now()
	for _, needs := range []bool{false, true} {
		var group []string
		for _, sc := range scenarios {
			if clock[sc.Address] == needs && s.tries(sc, m) {
				group = append(group, sc.Address)
			}
		}
		k.Tried = append(k.Tried, group...)
		by, err := s.blaming(ctx, on, m, group, needs)
		if err != nil {
			k.Error = err.Error()
		}
		k.By = append(k.By, by...)
	}
	if len(k.By) == 0 && len(scenarios) > 1 && k.Error == "" {
		blamed, err := s.blames(ctx, on, m, nil, false)
		if k.Together = blamed; err != nil {
			k.Error = err.Error()
		}
	}
	k.MS = time.Since(start).Milliseconds()
	return k
}

// togetherFrom is the number of scenarios from which they are first run together.
const togetherFrom = 3

// blaming returns those scenarios that blame a mutant's promise when each is run alone.
func (s Selection) blaming(ctx context.Context, on *address, m mutant.Mutant, group []string, clock bool) (by []string, err error) {
	if len(group) >= togetherFrom {
		if blamed, err := s.blames(ctx, on, m, group, clock); err != nil || !blamed {
			return nil, err
		}
	}
	for _, one := range group {
		blamed, err := s.blames(ctx, on, m, []string{one}, clock)
		if err != nil {
			return by, err
		}
		if blamed {
			by = append(by, one)
		}
	}
	return by, ctx.Err()
}

// blames reports whether a run of some scenarios, or of all where the group is nil, on a
// new mutant blames its promise, or finds that an expectation of the writer's is not met.
func (s Selection) blames(ctx context.Context, on *address, m mutant.Mutant, group []string, clock bool) (bool, error) {
	t, err := on.serve(m.Wrap, gap.Choice{}, clock)
	if err != nil {
		return false, err
	}
	o := s.Suite
	o.Watch, o.Concurrency, o.Part = watch, 8, group
	r, err := steps.Run(ctx, t, o)
	if err != nil {
		return false, err
	}
	expects := func(sc report.Scenario) bool { return onlyExpects(sc.Expects, sc.Promises) }
	unmet := func(sc report.Scenario) bool { return expects(sc) && isUnmet(sc.Verdict) }
	broken := func(p report.Promise) bool { return p.ID == m.Breaks && p.Verdict == report.Fail }
	// What the contract check finds in any response is no merit of an expectation.
	aboutPromises := slices.ContainsFunc(r.Scenarios, func(sc report.Scenario) bool { return !expects(sc) })
	return aboutPromises && slices.ContainsFunc(r.Promises, broken) || slices.ContainsFunc(r.Scenarios, unmet), nil
}

// isUnmet reports whether an expectation with a verdict is not met.
func isUnmet(v report.Verdict) bool { return v == report.Fail || v == report.Warn }
