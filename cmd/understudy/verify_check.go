package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"understudy/steps"
	"understudy/steps/target"
)

// verifyCheck checks the set-up of a target, says what a run would do, and runs
// nothing.
func verifyCheck(ctx context.Context, f verifyFlags, given *pflag.FlagSet, stdout, stderr io.Writer) error {
	if err := rejectOthers(given, "--check runs no scenario: it goes with --target, --wait, --timeout, --quiet and what selects scenarios",
		"check", "target", "wait", "timeout", "quiet", "read-only", "tags", "name", "features"); err != nil {
		return err
	}
	if f.target == "" {
		return errors.New("--check checks the set-up of a deployment: name it with --target")
	}
	o, err := f.options(stderr)
	if err != nil {
		return err
	}
	if _, err := f.selected(o); err != nil {
		return err
	}
	t, err := target.Load(f.target)
	if err != nil {
		return err
	}
	if err := f.await(ctx, t); err != nil {
		return err
	}
	setup, err := steps.Check(ctx, t, o)
	if setup != nil {
		fmt.Fprint(stdout, setup)
	}
	if err != nil {
		return err
	}
	budget, err := steps.Plan(t, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "a run:\n%s", budget)
	return err
}

// check checks the set-up before a run, for as long as --timeout lets it.
func (f verifyFlags) check(ctx context.Context, t target.Target, o steps.Options) error {
	setup, err := steps.Check(ctx, t, o)
	if setup != nil && err == nil {
		for _, notice := range setup.Notices() {
			o.OnNotice(notice)
		}
	}
	if err != nil && errors.Is(context.Cause(ctx), errTimeout) {
		return fmt.Errorf("--timeout %s: %w", f.timeout, err)
	}
	return err
}

// rejectOthers names the flags that were given and would have no effect, with
// the reason.
func rejectOthers(given *pflag.FlagSet, why string, known ...string) error {
	var others []string
	given.Visit(func(flag *pflag.Flag) {
		if !slices.Contains(known, flag.Name) {
			others = append(others, "--"+flag.Name)
		}
	})
	if len(others) == 0 {
		return nil
	}
	return fmt.Errorf("%s: leave out %s", why, strings.Join(others, ", "))
}
