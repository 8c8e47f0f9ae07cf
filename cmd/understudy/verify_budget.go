package main

import (
	"fmt"
	"io"

	"understudy/steps"
	"understudy/steps/target"
)

// announce says what the run will do to a deployment at most, before anything
// is sent to it. Our own fake has nothing to lose.
func (f verifyFlags) announce(o steps.Options, stderr io.Writer) error {
	if f.target == "" {
		return nil
	}
	t, err := target.Load(f.target)
	if err != nil {
		return err
	}
	if t.OldKeys {
		fmt.Fprintf(stderr, "%s: the key ground is now called resources: rename it\n", f.target)
	}
	budget, err := steps.Plan(t, o)
	if err != nil {
		return err
	}
	fmt.Fprint(stderr, budget)
	if f.list {
		return nil
	}
	fmt.Fprintf(stderr, "before that, at most %d GET requests check the set-up\n", steps.MaxCheckRequests)
	if f.wait > 0 {
		fmt.Fprintf(stderr, "waiting up to %s until it answers\n", f.wait)
	}
	return nil
}
