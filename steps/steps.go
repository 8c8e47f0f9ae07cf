// Package steps is the harness: it holds a deployment against the promises of
// the API document and reports the gaps' variants that it observed.
//
// It sees a deployment through HTTP only, takes ground from the target alone
// and never imports the fake. Scenarios are Gherkin features, which package feature
// reads; every step is a row of rows.go, with its body in one file per topic, and
// godog.go binds the two to a run. The law of
// judging is in outcome.go (blame and verdicts), world.go (ground), evidence
// (the run as a whole), requests.go (refusals by effect) and paging (lists).
//
// The command, stepstest and other people's Go code import it. Start reading
// at Run, then rows.go; whoever adds steps of their own, at Extend.
package steps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/cucumber/godog"

	"understudy/spec/contract"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/target"
)

// Options steer a run. The zero value runs every scenario of the embedded
// features.
type Options struct {
	// Folders hold features beside the embedded ones.
	Folders []Folder
	// Vocabulary is what the features are written in: see Extend.
	Vocabulary Vocabulary
	// Tags selects scenarios by a Cucumber tag expression.
	Tags string
	// Only, when not nil, selects scenarios further.
	Only func(report.Scenario) bool
	// ReadOnly leaves out scenarios that write.
	ReadOnly bool
	// Concurrency is the number of scenarios at a time; 0 takes the target's.
	Concurrency int
	// Seed, when not 0, shuffles the scenarios.
	Seed int64
	// PerPage is a size of pages that lists are asked for, from 1 to 100, beside
	// the usual ones; 0 draws one.
	PerPage int64
	// Require lists promises that must not be skipped; "all" for every one.
	Require []string
	// MinChecked is the percentage of promises, 0 to 100, that must not be skipped.
	MinChecked float64
	// Watch is how long a complete segment is watched, where the deployment's
	// clock cannot be turned; 0 is two seconds.
	Watch time.Duration
	// KeepPersonalData leaves e-mail addresses and connection details of the
	// deployment as they are in the report.
	KeepPersonalData bool
	// OnScenario is called with each scenario's result, one at a time.
	OnScenario func(report.Scenario)
	// OnAnswer is called with each success answer to an allowed request, from
	// several scenarios at a time.
	OnAnswer func(operation string, a contract.Answer)
	// OnNotice is called with a line that should reach people while the run goes
	// on: what it leaves behind if it is killed. One at a time.
	OnNotice func(string)
	// Version is the version of the tool in the report.
	Version string
}

func (o Options) requires(id string) bool {
	return slices.Contains(o.Require, "all") || slices.Contains(o.Require, id)
}

// Run judges a target. The error tells that the features or options are not
// usable; what the deployment does wrong is in the report. When ctx ends, the
// scenarios that have not run yet are skipped and the report says so.
func Run(ctx context.Context, t target.Target, o Options) (*report.Run, error) {
	s, selected, err := load(o)
	if err != nil {
		return nil, err
	}
	r, err := newRun(t, o)
	if err != nil {
		return nil, err
	}
	defer r.client.Close()
	oneSuite.Lock()
	defer oneSuite.Unlock()
	start := time.Now()
	suite := godog.TestSuite{Name: "understudy", ScenarioInitializer: r.initializer(ctx, s, selected), Options: &godog.Options{
		Format: formatName, Output: io.Discard, NoColors: true, Strict: true, FeatureContents: contents(s.Ordered(selected, o.Seed)),
		Concurrency: r.concurrency(), Randomize: o.Seed, DefaultContext: ctx,
	}}
	code := suite.Run()
	r.restore(ctx)
	if code > 1 {
		return nil, errors.New("the features could not be run")
	}
	if ran := len(r.scenarios); ran != len(selected) && ctx.Err() == nil {
		return nil, fmt.Errorf("%d of %d scenarios were not run: the features could not all be handed on", len(selected)-ran, len(selected))
	}
	r.checkReach(ctx)
	r.interrupted = ctx.Err() != nil
	tree := r.tree()
	tree.Sources = sources(s, selected)
	tree.Started = start
	tree.DurationMS = time.Since(start).Milliseconds()
	return tree, nil
}

func (r *run) concurrency() int {
	if r.opts.Concurrency > 0 {
		return r.opts.Concurrency
	}
	return max(1, r.target.Limits.Concurrency)
}

// initializer prepares godog for one scenario: a fresh world, the rows of the
// vocabulary that it uses bound to it once it is known, and hooks that bring its
// result home.
func (r *run) initializer(ctx context.Context, s *feature.Suite, selected map[string]bool) func(*godog.ScenarioContext) {
	return func(sc *godog.ScenarioContext) {
		w := &world{run: r, ctx: ctx, holds: map[string]bool{}}
		var start time.Time
		sc.Before(func(c context.Context, p *godog.Scenario) (context.Context, error) {
			start = time.Now()
			w.sc = s.Of(p)
			bind(sc, w)
			if !selected[w.sc.Address] {
				return c, godog.ErrSkip
			}
			result := blank(w.sc)
			w.result = &result
			w.result.Started = start
			if err := w.admit(); err != nil {
				w.settle(err)
				return c, godog.ErrSkip
			}
			w.result.Verdict = report.Pass
			w.holdClock()
			return c, nil
		})
		sc.After(func(c context.Context, _ *godog.Scenario, err error) (context.Context, error) {
			if w.result != nil {
				w.notRun(err)
				w.voided()
				w.unshown()
				w.end()
				for _, e := range w.large {
					r.client.Release(e)
				}
				w.result.DurationMS = time.Since(start).Milliseconds()
				r.finish(*w.result)
			}
			*w = world{} // godog keeps the steps, and so their world, to the end of the run
			return c, nil
		})
	}
}

// admit tells why a scenario is not run at all: the first reason, with all that it
// needs.
func (w *world) admit() error {
	if w.ctx.Err() != nil {
		return errInterrupted
	}
	var needs []string
	var first report.Reason
	for _, c := range []struct {
		missing         bool
		needs, by, text string
	}{
		{w.sc.Writes && w.run.opts.ReadOnly, "a run without --read-only", report.Writes, "it writes, and the run is read-only"},
		{w.sc.Writes && !w.run.target.Writes(), "allow_writes: true", report.Writes, "it writes, and the target file says allow_writes: false"},
		{slices.Contains(w.sc.Needs, "clock") && w.run.target.ControlURL == "", "control_url", "", "it needs a clock, and the target file has no control_url"},
	} {
		if c.missing {
			needs, first = append(needs, c.needs), cmp.Or(first, report.Reason{Kind: report.Narrowed, By: c.by, Text: c.text})
		}
	}
	if len(needs) > 0 {
		return &skipped{Reason: first, needs: strings.Join(needs, " and ")}
	}
	return nil
}
