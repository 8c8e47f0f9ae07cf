package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"understudy/server/mutant"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
	"understudy/steps/report"
)

// explanation is what a scenario is good for, as running it shows.
type explanation struct {
	Scenario steps.Script      `json:"scenario"`
	Promises []promise.Promise `json:"promises"`
	Gaps     []gap.Gap         `json:"gaps"`
	// Fake is what the scenario says of our own fake.
	Fake outcome `json:"fake"`
	// Mutants are the hand-written ones that break a promise of the scenario.
	Mutants []tried `json:"mutants"`
	// Spoilt counts the answers of the scenario's operations, each with one
	// member spoilt that a promise of it owns; Caught those that were blamed for it.
	Spoilt int `json:"spoilt"`
	Caught int `json:"caught"`
}

type outcome struct {
	Verdict report.Verdict `json:"verdict"`
	Reason  string         `json:"reason,omitempty"`
}

// tried is a mutant with what the scenario alone says of it.
type tried struct {
	mutant.Mutant
	// Killed says that the broken promise was blamed.
	Killed bool `json:"killed"`
	outcome
}

// verifyExplain explains one scenario.
func verifyExplain(ctx context.Context, f verifyFlags, given *pflag.FlagSet, stdout, stderr io.Writer) error {
	if err := refuseOthers(given, "--explain runs one scenario on fakes of its own: it goes with no other flag but --features and --format",
		"explain", "features", "format"); err != nil {
		return err
	}
	if f.format != "pretty" && f.format != "json" {
		return fmt.Errorf("--format %q does not go with --explain: use pretty or json", f.format)
	}
	folders, err := openFolders(f.features)
	if err != nil {
		return fmt.Errorf("--features: %w", err)
	}
	e, err := explain(ctx, f.explain, folders, countdown(stderr))
	if err != nil {
		return err
	}
	if f.format == "json" {
		enc := json.NewEncoder(stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(e)
	}
	return e.print(stdout)
}

// explain looks a scenario up and tries it on the fake and on its mutants.
func explain(ctx context.Context, address string, folders []steps.Folder, progress func(done, all int)) (*explanation, error) {
	script, err := steps.Find(address, steps.Options{Folders: folders})
	if err != nil {
		return nil, err
	}
	e := &explanation{Scenario: script, Promises: []promise.Promise{}, Gaps: []gap.Gap{}, Mutants: []tried{}}
	for _, id := range script.Promises {
		p, _ := promise.ByID(id)
		e.Promises = append(e.Promises, p)
	}
	for _, id := range script.Gaps {
		g, _ := gap.ByID(id)
		e.Gaps = append(e.Gaps, g)
	}
	alone := steps.Options{Folders: folders, Watch: sheetWatch, Only: func(s report.Scenario) bool { return s.Address == address }}
	if err := e.tryFake(ctx, alone); err != nil {
		return nil, err
	}
	return e, e.tryMutants(ctx, alone, progress)
}

func (e *explanation) needsClock() bool { return slices.Contains(e.Scenario.Needs, "clock") }

// tryFake runs the scenario on our own fake, and spoils the answers that it saw.
func (e *explanation) tryFake(ctx context.Context, o steps.Options) error {
	t, stop, err := serveBroken(sound, gap.Choice{}, e.needsClock())
	if err != nil {
		return err
	}
	defer stop()
	var rich richest
	o.OnAnswer = rich.note
	r, err := steps.Run(ctx, t, o)
	if err != nil {
		return err
	}
	e.Fake = outcomeOf(r)
	for operation, a := range rich.answers {
		if !slices.Contains(e.Scenario.Operations, operation) {
			continue
		}
		for _, m := range mutant.Mechanicals(operation, a) {
			if slices.Contains(e.Scenario.Promises, m.Breaks) {
				e.Spoilt++
				if slices.Equal(blamed(operation, m.Answer), []string{m.Breaks}) {
					e.Caught++
				}
			}
		}
	}
	return ctx.Err()
}

// tryMutants runs the scenario on each mutant that breaks a promise of it.
func (e *explanation) tryMutants(ctx context.Context, o steps.Options, progress func(done, all int)) error {
	var own []mutant.Mutant
	for _, m := range mutant.All() {
		if slices.Contains(e.Scenario.Promises, m.Breaks) {
			own = append(own, m)
		}
	}
	for i, m := range own {
		progress(i, len(own))
		row, err := e.try(ctx, m, o)
		if err != nil {
			return err
		}
		e.Mutants = append(e.Mutants, row)
	}
	progress(len(own), len(own))
	return ctx.Err()
}

func (e *explanation) try(ctx context.Context, m mutant.Mutant, o steps.Options) (tried, error) {
	t, stop, err := serveBroken(m.Wrap, gap.Choice{}, e.needsClock())
	if err != nil {
		return tried{}, err
	}
	defer stop()
	r, err := steps.Run(ctx, t, o)
	if err != nil {
		return tried{}, err
	}
	killed := slices.ContainsFunc(r.Promises, func(p report.Promise) bool { return p.ID == m.Breaks && p.Verdict == report.Fail })
	return tried{m, killed, outcomeOf(r)}, nil
}

// outcomeOf is what a run of one scenario says.
func outcomeOf(r *report.Run) outcome {
	if len(r.Scenarios) == 0 {
		return outcome{Verdict: report.Skip, Reason: "it was not run"}
	}
	return outcome{r.Scenarios[0].Verdict, r.Scenarios[0].Reason.String()}
}

// countdown shows on a terminal how many mutants were tried, and takes that away
// when all were.
func countdown(w io.Writer) func(done, all int) {
	if _, ok := terminal(w); !ok {
		return func(int, int) {}
	}
	return func(done, all int) {
		if done == all {
			fmt.Fprint(w, "\r                                \r")
			return
		}
		fmt.Fprintf(w, "\r%d of %d broken fakes tried", done, all)
	}
}
