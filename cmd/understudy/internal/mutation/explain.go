package mutation

import (
	"context"
	"slices"

	"understudy/server/mutant"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
	"understudy/steps/report"
)

// Explanation is the result of running a scenario on the fake and on its mutants.
type Explanation struct {
	Scenario steps.Script `json:"scenario"`
	// Examples is how many examples of an outline were run; Scenario is the first.
	Examples int               `json:"examples"`
	Promises []promise.Promise `json:"promises"`
	Gaps     []gap.Gap         `json:"gaps"`
	// Fake is the outcome of the scenario on our own fake.
	Fake Outcome `json:"fake"`
	// Mutants are the hand-written ones that break a promise of the scenario.
	Mutants []Trial `json:"mutants"`
	// Spoilt counts the responses of the scenario's operations with one changed
	// member that a promise of the scenario owns; Caught counts those for which this
	// promise was blamed.
	Spoilt int `json:"spoilt"`
	Caught int `json:"caught"`
}

// Outcome is the verdict of a scenario, with its reason.
type Outcome struct {
	Verdict report.Verdict `json:"verdict"`
	Reason  string         `json:"reason,omitempty"`
}

func (o Outcome) String() string {
	if o.Reason == "" || o.Verdict == report.Pass {
		return string(o.Verdict)
	}
	return string(o.Verdict) + ": " + o.Reason
}

// Trial is a mutant with the outcome of the scenario alone on it.
type Trial struct {
	mutant.Mutant
	// Killed reports whether the broken promise was blamed.
	Killed bool `json:"killed"`
	Outcome
}

// ExplainAll explains the scenarios at some addresses, which are the examples of one outline
// where they are several, as one. It calls progress as Explain does.
func ExplainAll(ctx context.Context, addresses []string, folders []steps.Folder, progress func(done, all int)) (*Explanation, error) {
	var all []*Explanation
	for i, address := range addresses {
		// The examples of an outline have the same number of broken fakes.
		e, err := Explain(ctx, address, folders, func(done, each int) { progress(i*each+done, len(addresses)*each) })
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return Together(all), nil
}

// Together returns what the examples of an outline are worth as a whole: a broken fake is
// caught where one of them catches it, and they pass on the fake where all do. The rest is
// that of the first.
func Together(all []*Explanation) *Explanation {
	whole := *all[0]
	whole.Examples, whole.Mutants = len(all), slices.Clone(whole.Mutants)
	for _, e := range all[1:] {
		if report.Worse(whole.Fake.Verdict, e.Fake.Verdict) != whole.Fake.Verdict {
			whole.Fake = e.Fake
		}
		whole.Spoilt, whole.Caught = whole.Spoilt+e.Spoilt, whole.Caught+e.Caught
		for _, m := range e.Mutants {
			switch i := slices.IndexFunc(whole.Mutants, func(other Trial) bool { return other.ID == m.ID }); {
			case i < 0:
				whole.Mutants = append(whole.Mutants, m)
			case m.Killed:
				whole.Mutants[i] = m
			}
		}
	}
	if whole.FailsOnFake() {
		whole.Mutants, whole.Spoilt, whole.Caught = []Trial{}, 0, 0
	}
	return &whole
}

// Explain looks up a scenario, built-in or of the folders, and runs it on the fake
// and, if it does not fail there, on its mutants. It calls progress with the numbers of
// mutants tried and in total.
func Explain(ctx context.Context, address string, folders []steps.Folder, progress func(done, all int)) (*Explanation, error) {
	script, err := steps.Find(address, steps.Options{Folders: folders})
	if err != nil {
		return nil, err
	}
	e := &Explanation{Scenario: script, Examples: 1, Promises: []promise.Promise{}, Gaps: []gap.Gap{}, Mutants: []Trial{}}
	for _, id := range script.Promises {
		p, _ := promise.ByID(id)
		e.Promises = append(e.Promises, p)
	}
	for _, id := range script.Gaps {
		g, _ := gap.ByID(id)
		e.Gaps = append(e.Gaps, g)
	}
	alone := steps.Options{Folders: folders, Watch: watch, Only: func(s report.Scenario) bool { return s.Address == address }}
	if err := e.tryFake(ctx, alone); err != nil {
		return nil, err
	}
	if e.FailsOnFake() {
		return e, nil
	}
	return e, e.tryMutants(ctx, alone, progress)
}

// FailsOnFake reports whether the scenario fails on our own fake, which keeps every promise:
// that it fails on a mutant says nothing, then.
func (e *Explanation) FailsOnFake() bool {
	return e.Fake.Verdict == report.Fail || e.Fake.Verdict == report.Warn || e.Fake.Verdict == report.Error
}

func (e *Explanation) needsClock() bool { return slices.Contains(e.Scenario.Needs, "clock") }

// onlyExpects reports whether the scenario is about expectations of its writer alone.
func (e *Explanation) onlyExpects() bool { return onlyExpects(e.Scenario.Expects, e.Scenario.Promises) }

// tryFake runs the scenario on our own fake, and makes mechanical mutants of the
// recorded responses.
func (e *Explanation) tryFake(ctx context.Context, o steps.Options) error {
	t, stop, err := serveOne(unchanged, gap.Choice{}, e.needsClock())
	if err != nil {
		return err
	}
	defer stop()
	var recorded longest
	o.OnResponse = recorded.add
	r, err := steps.Run(ctx, t, o)
	if err != nil {
		return err
	}
	e.Fake = outcomeOf(r)
	for operation, response := range recorded.responses {
		if !slices.Contains(e.Scenario.Operations, operation) {
			continue
		}
		for _, m := range mutant.Mechanicals(operation, response) {
			if slices.Contains(e.Scenario.Promises, m.Breaks) {
				e.Spoilt++
				if slices.Equal(blamed(operation, m.Response), []string{m.Breaks}) {
					e.Caught++
				}
			}
		}
	}
	return ctx.Err()
}

// tryMutants runs the scenario on each mutant that breaks a promise of it.
func (e *Explanation) tryMutants(ctx context.Context, o steps.Options, progress func(done, all int)) error {
	var own []mutant.Mutant
	for _, m := range mutant.All() {
		if slices.Contains(e.Scenario.Promises, m.Breaks) || e.onlyExpects() && concerns(m, e.Scenario.Operations) {
			own = append(own, m)
		}
	}
	for i, m := range own {
		progress(i, len(own))
		trial, err := e.try(ctx, m, o)
		if err != nil {
			return err
		}
		e.Mutants = append(e.Mutants, trial)
	}
	progress(len(own), len(own))
	return ctx.Err()
}

func (e *Explanation) try(ctx context.Context, m mutant.Mutant, o steps.Options) (Trial, error) {
	t, stop, err := serveOne(m.Wrap, gap.Choice{}, e.needsClock())
	if err != nil {
		return Trial{}, err
	}
	defer stop()
	r, err := steps.Run(ctx, t, o)
	if err != nil {
		return Trial{}, err
	}
	if e.onlyExpects() {
		outcome := outcomeOf(r)
		return Trial{m, isUnmet(outcome.Verdict), outcome}, nil
	}
	killed := slices.ContainsFunc(r.Promises, func(p report.Promise) bool { return p.ID == m.Breaks && p.Verdict == report.Fail })
	return Trial{m, killed, outcomeOf(r)}, nil
}

// outcomeOf returns the outcome of a run of one scenario.
func outcomeOf(r *report.Run) Outcome {
	if len(r.Scenarios) == 0 {
		return Outcome{Verdict: report.Skip, Reason: "it was not run"}
	}
	return Outcome{r.Scenarios[0].Verdict, r.Scenarios[0].Reason.String()}
}
