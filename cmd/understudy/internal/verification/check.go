package verification

import (
	"context"
	"errors"
	"fmt"
	"io"

	"understudy/cmd/understudy/internal/output"
	"understudy/steps"
	"understudy/steps/target"
)

// checked is the result of Check as JSON.
type checked struct {
	*steps.Setup
	// Plan is an upper bound of what a run would do.
	Plan steps.Budget `json:"plan"`
}

// Check checks the set-up of a target, prints an upper bound of what a run would
// do, in words or as JSON, and runs nothing. It returns exit code 3 where the deployment rejected an
// id of the target file, as a run does.
func Check(ctx context.Context, o Options, stdout, stderr io.Writer) (exit int, err error) {
	if o.Target == "" {
		return 0, errors.New("--check checks the set-up of a deployment: name it with --target")
	}
	if o.Format != "pretty" && o.Format != "json" {
		return 0, fmt.Errorf("--check --format %q is unknown: use pretty or json", o.Format)
	}
	run, err := o.run(stderr)
	if err != nil {
		return 0, err
	}
	if _, err := o.selected(run); err != nil {
		return 0, err
	}
	t, err := o.loadTarget(stderr)
	if err != nil {
		return 0, err
	}
	if err := o.await(ctx, t); err != nil {
		return 0, err
	}
	setup, err := steps.Check(ctx, t, run)
	if err != nil {
		return 0, err // it says all: nothing of the rest would hold once it is corrected
	}
	if o.Format == "pretty" {
		fmt.Fprint(stdout, setup)
	}
	budget, err := steps.Plan(t, run)
	if err != nil {
		return 0, err
	}
	if len(setup.Rejected) > 0 {
		exit = 3
	}
	if o.Format == "json" {
		return exit, output.JSON(stdout, checked{setup, budget})
	}
	_, err = fmt.Fprint(stdout, budget)
	for _, line := range setup.Concerns() {
		fmt.Fprintln(stderr, line)
	}
	return exit, err
}

// check checks the set-up before a run, within --timeout.
func (o Options) check(ctx context.Context, t target.Target, run steps.Options) error {
	setup, err := steps.Check(ctx, t, run)
	if setup != nil && err == nil {
		for _, notice := range setup.Notices() {
			run.OnNotice(notice)
		}
	}
	if err != nil && errors.Is(context.Cause(ctx), errTimeout) {
		return fmt.Errorf("--timeout %s: %w", o.Timeout, err)
	}
	return err
}
