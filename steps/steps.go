// Package steps is the harness: it verifies a deployment against the promises of the
// API document and reports the variants of the gaps that it observed.
//
// It sees a deployment through HTTP only, takes test data from the target alone and never
// imports the fake. Scenarios are Gherkin features, which package feature reads; every
// built-in step is a row below package builtin, with its body beside it, and package runner
// runs the two with godog. Package scenario is what every step works with: its ending.go
// says how an error of package outcome becomes a verdict. Packages paging and variant read lists and
// recognise the variants of gaps, agreement compares what is shown with what was shown before,
// evidence turns what a run has learned into the report,
// preflight checks the set-up before a run, and plan says what a run would do at most.
//
// Other people's Go code needs this package, package target and, for the result, package
// report; the command also reads features (feature, language), expectations and plans.
// Start reading at Run, then builtin/rows.go; to add steps of your own, start at Extend.
package steps

import (
	"context"
	"slices"
	"time"

	"understudy/spec/contract"
	"understudy/steps/builtin"
	"understudy/steps/report"
	"understudy/steps/runner"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// Options configure a run. The zero value runs every scenario of the embedded
// features.
type Options struct {
	// Folders hold features in addition to the embedded ones.
	Folders []Folder
	// Features, when not nil, are the features with those of Folders, read before: see
	// ReadFeatures.
	Features *Features
	// Vocabulary is what the features are written in: see Extend.
	Vocabulary Vocabulary
	// Tags selects scenarios by a Cucumber tag expression.
	Tags string
	// Only, when not nil, selects scenarios further.
	Only func(report.Scenario) bool
	// Part, when not nil, lists the addresses of those of the selected scenarios that
	// run: see Split. It may be empty. Whether enough was checked, only Merge decides.
	Part []string
	// Costs are the requests that scenarios sent in an earlier run, by address, by which
	// Split divides. Of a scenario that it lacks, Split knows what it sends to our
	// own fake, or else at most.
	Costs map[string]int
	// ReadOnly leaves out scenarios that write.
	ReadOnly bool
	// Concurrency is the number of scenarios that run at the same time; 0 uses the target's.
	Concurrency int
	// Seed, when not 0, shuffles the scenarios.
	Seed int64
	// PerPage is a page size, from 1 to 100, that lists are requested with in
	// addition to the usual ones; 0 draws a random one.
	PerPage int64
	// Require lists promises that must not be skipped; "all" for every one.
	Require []string
	// MinChecked is the percentage of promises, 0 to 100, that must not be skipped.
	MinChecked float64
	// Watch is how long a complete segment and a renamed destination are watched, where the
	// deployment's clock cannot be turned; 0 means two seconds.
	Watch time.Duration
	// KeepPersonalData leaves e-mail addresses and connection details of the
	// deployment as they are in the report.
	KeepPersonalData bool
	// OnScenario is called with each scenario's result, one at a time.
	OnScenario func(report.Scenario)
	// OnStep is called with the result of each step when it has run, by the address of
	// its scenario and its index, concurrently from several scenarios.
	OnStep func(address string, index int, s report.Step)
	// OnExchange is called with each exchange, redacted, by the address of its scenario,
	// concurrently from several scenarios.
	OnExchange func(address string, e *report.Exchange)
	// OnResponse is called with each success response to an allowed request,
	// concurrently from several scenarios.
	OnResponse func(operation string, a contract.Response)
	// OnNotice is called with each line that users should see during the run: what it
	// leaves behind if it is killed, and that it waits for a limit of requests. Calls do not overlap.
	OnNotice func(string)
	// Version is the version of the tool in the report.
	Version string
}

func (o Options) requires(id string) bool {
	return slices.Contains(o.Require, "all") || slices.Contains(o.Require, id)
}

// run returns the options that scenarios use. They are not embedded, so that a caller sets all
// options in one literal.
func (o Options) run() scenario.Options {
	return scenario.Options{ReadOnly: o.ReadOnly, PerPage: o.PerPage, Watch: o.Watch, KeepPersonalData: o.KeepPersonalData,
		OnScenario: o.OnScenario, OnStep: o.OnStep, OnExchange: o.OnExchange, OnResponse: o.OnResponse, OnNotice: o.OnNotice}
}

// Run verifies a target. An error means that the features or options are not usable;
// what the deployment does wrong is in the report. When ctx ends, the scenarios that
// have not run yet are skipped and the report says so.
//
// If ctx has a span of OpenTelemetry, each scenario and each request becomes a span below
// it, and requests to the target have the header traceparent.
func Run(ctx context.Context, t target.Target, o Options) (*report.Run, error) {
	s, selected, err := load(o)
	if err != nil {
		return nil, err
	}
	runs := o.run()
	runs.Warns = warns(s)
	r, err := builtin.NewRun(t, runs)
	if err != nil {
		return nil, err
	}
	defer r.Client.Close()
	r.Selected = chosen(s, selected)
	start := time.Now()
	suite := runner.Suite{Features: s, Selected: selected, Seed: o.Seed, Concurrency: o.Concurrency,
		Scene: func(w *builtin.World) any { return &Scene{w} }}
	err = suite.Run(ctx, r)
	builtin.CheckBeforeRestoring(ctx, r)
	// What was changed is restored, whatever else happens. Its responses, too, are evidence
	// for the checks of the whole run, which come before the report is made. The last of them sends
	// more requests, and only a run that found nothing wrong needs it.
	builtin.Restore(ctx, r)
	if err != nil {
		return nil, err
	}
	builtin.CheckAtEnd(ctx, r)
	result := tree(r, o, s, ctx.Err() != nil)
	if result.Summary.Fail == 0 && ctx.Err() == nil && builtin.CheckPlaces(ctx, r) {
		result = tree(r, o, s, false)
	}
	result.Sources = sources(s, selected)
	result.KeepQuotes()
	result.Started = start
	result.DurationMS = time.Since(start).Milliseconds()
	return result, nil
}
