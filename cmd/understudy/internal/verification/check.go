package verification

import (
	"context"
	"errors"
	"fmt"
	"io"

	"understudy/steps"
	"understudy/steps/target"
)

// Check checks the set-up of a target, prints an upper bound of what a run would
// do, and runs nothing. It returns exit code 3 where the deployment rejected an
// id of the target file, as a run does.
func Check(ctx context.Context, o Options, stdout, stderr io.Writer) (exit int, err error) {
	if o.Target == "" {
		return 0, errors.New("--check checks the set-up of a deployment: name it with --target")
	}
	run, err := o.run(stderr)
	if err != nil {
		return 0, err
	}
	if _, err := o.selected(run); err != nil {
		return 0, err
	}
	t, err := target.Load(o.Target)
	if err != nil {
		return 0, err
	}
	if err := o.await(ctx, t); err != nil {
		return 0, err
	}
	setup, err := steps.Check(ctx, t, run)
	if setup != nil {
		fmt.Fprint(stdout, setup)
	}
	if err != nil {
		return 0, err
	}
	budget, err := steps.Plan(t, run)
	if err != nil {
		return 0, err
	}
	if len(setup.Rejected) > 0 {
		exit = 3
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
