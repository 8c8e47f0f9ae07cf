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
// do, and runs nothing.
func Check(ctx context.Context, o Options, stdout, stderr io.Writer) error {
	if o.Target == "" {
		return errors.New("--check checks the set-up of a deployment: name it with --target")
	}
	run, err := o.run(stderr)
	if err != nil {
		return err
	}
	if _, err := o.selected(run); err != nil {
		return err
	}
	t, err := target.Load(o.Target)
	if err != nil {
		return err
	}
	if err := o.await(ctx, t); err != nil {
		return err
	}
	setup, err := steps.Check(ctx, t, run)
	if setup != nil {
		fmt.Fprint(stdout, setup)
	}
	if err != nil {
		return err
	}
	budget, err := steps.Plan(t, run)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(stdout, budget)
	return err
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
