// Package coverage measures what a folder of scenarios is worth: the operations,
// parameters, statuses, promises and gaps that it covers on our own fake, and which
// broken fakes each scenario catches.
//
// One run on the fake shows the traffic, and one child process per processor tries the
// scenarios on the broken fakes, which is the slow part. Only the command imports it.
// Start reading at Measure, then report.go.
package coverage

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/steps"
	"understudy/steps/report"
)

// Options configure a measurement.
type Options struct {
	// Suite has the features, and selects scenarios by Tags and Only.
	Suite steps.Options
	// Whole tries each broken fake on every scenario of its operations, not only on those
	// that name its promise.
	Whole bool
	// Children is the number of child processes.
	Children int
	// Child holds the arguments with which this binary runs mutation.SuiteKillers with the
	// same selection, without the scenarios at the addresses given.
	Child func(except []string) []string
	// Progress is called with the numbers of broken fakes tried and in total.
	Progress func(done, all int)
}

// Measure runs the scenarios on the fake, and on broken fakes those that pass there.
func Measure(ctx context.Context, o Options) (*Report, error) {
	start := time.Now()
	features, err := steps.ReadFeatures(o.Suite)
	if err != nil {
		return nil, err
	}
	o.Suite.Features = features
	scripts, clock, err := scriptsOf(o.Suite)
	if err != nil {
		return nil, err
	}
	seen := newTraffic()
	run, err := mutation.OnFake(ctx, o.Suite, clock, func(next http.Handler) http.Handler { return seen.watch(next) })
	if err != nil {
		return nil, err
	}
	passing, except := parted(run.Scenarios)
	kills, err := o.tryMutants(ctx, passing, except)
	if err != nil {
		return nil, err
	}
	r := newReport(run, scripts, seen, kills, o.Whole)
	r.MS = time.Since(start).Milliseconds()
	return r, ctx.Err()
}

// scriptsOf returns the selected scenarios as written, by address, and reports whether
// one of them needs a clock.
func scriptsOf(o steps.Options) (scripts map[string]steps.Script, clock bool, err error) {
	listed, err := steps.List(o)
	if err != nil {
		return nil, false, err
	}
	scripts = map[string]steps.Script{}
	for _, sc := range listed {
		script, err := steps.Find(sc.Address, o)
		if err != nil {
			return nil, false, err
		}
		scripts[sc.Address] = script
		clock = clock || slices.Contains(script.Needs, "clock")
	}
	return scripts, clock, nil
}

// parted separates the scenarios that pass from the addresses of the others: a scenario
// that fails on a good fake shows nothing on a broken one.
func parted(scenarios []report.Scenario) (passing []report.Scenario, except []string) {
	for _, sc := range scenarios {
		if sc.Verdict == report.Pass {
			passing = append(passing, sc)
			continue
		}
		except = append(except, sc.Address)
	}
	return passing, except
}

// tryMutants finds what kills the broken fakes.
func (o Options) tryMutants(ctx context.Context, passing []report.Scenario, except []string) ([]mutation.Kill, error) {
	ids := mutation.Selection{Whole: o.Whole}.Candidates(passing)
	done := 0
	o.Progress(done, len(ids))
	kills, err := mutation.Killers(ctx, ids, o.Children, o.Child(except), func(mutation.Kill) {
		done++
		o.Progress(done, len(ids))
	})
	return kills, err
}

// fileOf is the file of a script, without the folder where it is built in.
func fileOf(s steps.Script, sc report.Scenario) string {
	if sc.File != "" {
		return sc.File
	}
	return strings.TrimPrefix(s.File, "./")
}
