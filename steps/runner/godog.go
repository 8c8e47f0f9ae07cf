// Package runner runs the scenarios of features with godog.
//
// godog runs the loop: it goes through the features, runs their scenarios one or
// several at a time, shuffles them by a seed, and calls a step's function with
// the groups of its pattern. It does nothing else. In particular:
//
//   - Features are parsed twice: by package feature, which knows tags, places and
//     the vocabulary before anything runs, and by godog, from the same texts. The
//     two meet in a scenario's address (feature.Suite.Of), which Lint keeps unique.
//   - godog chooses no scenario: it is given whole features, and the hook before a
//     scenario that is not selected skips it.
//   - godog matches no step against the vocabulary: each scenario has its own steps
//     alone registered (bind). Undefined and ambiguous ones are faults before a run.
//   - godog decides no verdict. To it, a step passes or is skipped, and a skip
//     ends the scenario, whether the step failed, skipped or went wrong: the world
//     settles what it means, and the hook after the scenario collects it. godog
//     would count a skip as a pass.
//   - godog prints nothing: its formatter is silent.
//   - godog runs one suite per process at a time (oneSuite). It keeps its scenarios
//     to the end of a run, so the hook after each lets go of what they hold. Many
//     runs at the same time take child processes (stepstest.InChildren).
package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
	messages "github.com/cucumber/messages/go/v21"
	"go.opentelemetry.io/otel/trace"

	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// Suite is what a run runs.
type Suite struct {
	Features *feature.Suite
	// Selected holds the addresses of the scenarios to run.
	Selected map[string]bool
	// Seed, when not 0, shuffles the scenarios.
	Seed int64
	// Concurrency is the number of scenarios that run at the same time; 0 uses the target's.
	Concurrency int
	// Scene makes the first argument of a user's step. Built-in steps take the world.
	Scene func(*builtin.World) any
}

// oneSuite lets one suite run at a time: godog supports only one per process.
var oneSuite sync.Mutex

// Run runs the selected scenarios. An error means that not all could be started; what they
// found is in the run.
func (s Suite) Run(ctx context.Context, r *builtin.Run) error {
	oneSuite.Lock()
	defer oneSuite.Unlock()
	code := 0
	for _, part := range s.Features.Parts(s.Selected) {
		suite := godog.TestSuite{Name: "understudy", ScenarioInitializer: s.initializer(ctx, r, part), Options: &godog.Options{
			Format: formatName, Output: io.Discard, NoColors: true, Strict: true, FeatureContents: contents(s.Features.Ordered(part, s.Seed)),
			Concurrency: cmp.Or(s.Concurrency, r.Target.Limits.Concurrency, 1), Randomize: s.Seed, DefaultContext: ctx,
		}}
		code = max(code, suite.Run())
	}
	if code > 1 {
		return errors.New("the features could not be run")
	}
	if ran := len(r.Scenarios); ran != len(s.Selected) && ctx.Err() == nil {
		return fmt.Errorf("%d of %d scenarios were not run: not all features could be started", len(s.Selected)-ran, len(s.Selected))
	}
	return nil
}

// initializer prepares godog for one scenario: a fresh world, the rows of the
// vocabulary that the scenario uses, and hooks that collect its result.
func (s Suite) initializer(ctx context.Context, r *builtin.Run, part map[string]bool) func(*godog.ScenarioContext) {
	return func(sc *godog.ScenarioContext) {
		var w *builtin.World
		var span trace.Span
		sc.Before(func(c context.Context, p *godog.Scenario) (context.Context, error) {
			text := s.Features.Of(p)
			scene := ctx
			if part[text.Address] {
				scene, span = startSpan(ctx, text)
			}
			w = builtin.NewWorld(scene, r, text)
			s.bind(sc, w)
			if !part[text.Address] || !w.Start(scenario.Blank(text)) {
				return c, godog.ErrSkip
			}
			return c, nil
		})
		sc.After(func(c context.Context, _ *godog.Scenario, err error) (context.Context, error) {
			if part[w.Text.Address] {
				if errors.Is(err, godog.ErrSkip) {
					err = nil
				}
				w.Finish(err)
				endSpan(span, w.Result)
			}
			*w = builtin.World{} // godog keeps the steps, and so their world, until the end of the run
			return c, nil
		})
	}
}

// formatName is the formatter that prints nothing.
const formatName = "understudy"

func init() {
	godog.Format(formatName, "prints nothing", func(string, io.Writer) formatters.Formatter { return silent{} })
}

type silent struct{ godog.Formatter }

func (silent) TestRunStarted()                                                           {}
func (silent) Feature(*messages.GherkinDocument, string, []byte)                         {}
func (silent) Pickle(*godog.Scenario)                                                    {}
func (silent) Defined(*godog.Scenario, *godog.Step, *formatters.StepDefinition)          {}
func (silent) Passed(*godog.Scenario, *godog.Step, *formatters.StepDefinition)           {}
func (silent) Skipped(*godog.Scenario, *godog.Step, *formatters.StepDefinition)          {}
func (silent) Undefined(*godog.Scenario, *godog.Step, *formatters.StepDefinition)        {}
func (silent) Pending(*godog.Scenario, *godog.Step, *formatters.StepDefinition)          {}
func (silent) Ambiguous(*godog.Scenario, *godog.Step, *formatters.StepDefinition, error) {}
func (silent) Failed(*godog.Scenario, *godog.Step, *formatters.StepDefinition, error)    {}
func (silent) Summary()                                                                  {}

// contents are the files as godog takes them.
func contents(files []*feature.File) (all []godog.Feature) {
	for _, f := range files {
		all = append(all, godog.Feature{Name: f.Name, Contents: f.Text})
	}
	return all
}

// bind registers only the steps of one scenario with godog, bound to its world: godog
// would try each step of the vocabulary on every text, twice.
func (s Suite) bind(sc *godog.ScenarioContext, w *builtin.World) {
	done := map[string]bool{}
	for _, u := range w.Text.Steps {
		if expr := u.Expr.String(); !done[expr] {
			done[expr] = true
			sc.Step(u.Expr, s.bound(u.Step, w))
		}
	}
}

var errorType = reflect.TypeFor[error]()

// bound returns a function whose only parameters are the groups. The error of the
// step decides the verdict; godog only gets to know that the remaining steps must not
// run.
func (s Suite) bound(row *vocabulary.Step, w *builtin.World) any {
	step := reflect.ValueOf(row.Func)
	first := reflect.ValueOf(w)
	if step.Type().In(0) != first.Type() {
		first = reflect.ValueOf(s.Scene(w))
	}
	f := reflect.FuncOf(parameters(row), []reflect.Type{errorType}, false)
	return reflect.MakeFunc(f, func(args []reflect.Value) []reflect.Value {
		err := w.Step(row.Checks, func() error {
			out := step.Call(append([]reflect.Value{first}, plain(args)...))
			err, _ := out[0].Interface().(error)
			return err
		})
		result := reflect.New(errorType).Elem()
		if err != nil {
			result.Set(reflect.ValueOf(godog.ErrSkip))
		}
		return []reflect.Value{result}
	}).Interface()
}

// below are the types in which godog passes what stands below a step.
var below = map[vocabulary.Argument]reflect.Type{
	vocabulary.DocString: reflect.TypeFor[*godog.DocString](),
	vocabulary.Table:     reflect.TypeFor[*godog.Table](),
}

// parameters are the types in which godog passes the arguments of a step.
func parameters(s *vocabulary.Step) (in []reflect.Type) {
	t := reflect.TypeOf(s.Func)
	for i := 1; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	if t, ok := below[s.Argument()]; ok {
		in[len(in)-1] = t
	}
	return in
}

// plain converts a doc string to a string, and a table to rows of cells.
func plain(args []reflect.Value) []reflect.Value {
	for i, a := range args {
		switch v := a.Interface().(type) {
		case *godog.DocString:
			args[i] = reflect.ValueOf(v.Content)
		case *godog.Table:
			args[i] = reflect.ValueOf(cells(v))
		}
	}
	return args
}

func cells(t *godog.Table) (rows [][]string) {
	for _, r := range t.Rows {
		var row []string
		for _, c := range r.Cells {
			row = append(row, c.Value)
		}
		rows = append(rows, row)
	}
	return rows
}
