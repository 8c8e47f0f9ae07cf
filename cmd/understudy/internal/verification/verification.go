// Package verification implements verify and observe: it runs the selected scenarios
// on a deployment or on our own fake, and writes the results.
//
// The command alone imports it. Start reading at Run, Check and Observe.
package verification

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/folders"
	"understudy/steps"
	"understudy/steps/report"
)

// Options holds the flags of verify, one field each. The zero value of a field means
// that the flag was left out; Format is always given.
type Options struct {
	// Target is the target file; empty for our own fake.
	Target string
	Wait   time.Duration

	List       bool
	Tags, Name string
	// Rerun is the JSON report of a run whose failed scenarios are to run again.
	Rerun    string
	ReadOnly bool
	// Features are folders of the user's own features. Own leaves out the built-in ones.
	Features []string
	Own      bool

	Format  string
	Reports []string
	// Out is the file of merge's JSON report.
	Out              string
	Quiet            bool
	KeepPersonalData bool

	Profile string
	Vary    choice.Seed

	Baseline       string
	UpdateBaseline bool
	Require        []string
	MinChecked     string

	Timeout     time.Duration
	Concurrency int
	RandomOrder choice.Seed
	PerPage     int64

	// Version is the version of this program.
	Version string

	// Shard is the part of the scenarios to run, as INDEX/COUNT. Costs is the file of an
	// earlier run's JSON report, by which shards are divided; empty for none.
	Shard, Costs string

	// Watch is the folder, or the file, whose scenarios run whenever they change.
	Watch string
	// checked says that the set-up of the target was found to be right before.
	checked bool
}

// Run verifies a deployment, or our own fake where there is no target, and prints the
// result, or lists the scenarios. It returns the exit code of the verdict.
func Run(ctx context.Context, o Options, stdout, stderr io.Writer) (exit int, err error) {
	limitMemory()
	run, err := o.run(stderr)
	if err != nil {
		return 0, err
	}
	out, err := o.outputs(stdout, stderr)
	if err != nil {
		return 0, err
	}
	profile, err := o.loadProfile()
	if err != nil {
		return 0, err
	}
	scenarios, err := o.selected(run)
	if err != nil {
		return 0, err
	}
	shard, scenarios, err := o.sharded(&run, out, scenarios)
	if err != nil {
		return 0, err
	}
	known, err := o.loadBaseline()
	if err != nil {
		return 0, err
	}
	if err := errors.Join(folders.WarnOfOldSteps(o.Features, run.Folders, stderr), o.announce(run, stderr)); err != nil {
		return 0, err
	}
	if o.List {
		return 0, o.list(stdout, stderr, run, scenarios)
	}
	o.Vary.Announce(stderr)
	run.OnScenario = known.watching(out.watch(len(scenarios)))
	if o.Target != "" { // our own fake has nothing to lose
		run.OnNotice = out.notice
	}
	r, err := o.verify(ctx, run, scenarios)
	out.settle()
	if err != nil {
		return 0, err
	}
	r.Shard, r.Ended = shard, o.Target == ""
	if profile != nil && shard == nil {
		r.Calibrate(*profile)
	}
	exit, err = conclude(r, run, known, out)
	if err == nil && o.Target == "" && o.Format == "pretty" && len(r.Broken()) > 0 {
		_, err = io.WriteString(stderr, "\nOur own fake has ended: for the curl lines start understudy serve, and write its address in them.\n")
	}
	return exit, err
}

// conclude marks the known failures of a run, writes its report and returns the exit code
// of its verdict.
func conclude(r *report.Run, run steps.Options, known knownFailures, out *outputs) (exit int, err error) {
	if err := known.mark(r, run.Folders); err != nil {
		return 0, err
	}
	updated, err := known.update(r) // first: the report says what it removed
	if err := errors.Join(out.write(r), err); err != nil {
		return 0, err
	}
	_, err = io.WriteString(out.stderr, updated)
	return r.Exit(), err
}

// limitMemory makes the garbage collector run more often where verify would otherwise
// use more than 192 MiB, unless GOMEMLIMIT is set.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(192 << 20)
	}
}

// selected are the scenarios that the run will verify.
func (o Options) selected(run steps.Options) ([]report.Scenario, error) {
	tagged := run
	tagged.Only = nil
	all, err := steps.List(tagged)
	if err != nil || run.Only == nil {
		return all, err
	}
	named := slices.DeleteFunc(all, func(s report.Scenario) bool { return !run.Only(s) })
	switch {
	case len(named) > 0:
	case o.Name == "":
		return nil, fmt.Errorf("--rerun %s: none of the scenarios that failed is among those that are selected: leave the other flags as they were", o.Rerun)
	default:
		return nil, fmt.Errorf("--name %q matches no scenario of those that are selected: see understudy verify --list", o.Name)
	}
	return named, nil
}
