package main

import (
	"fmt"
	"io"

	"understudy/steps"
	"understudy/steps/target"
)

// announce says, before anything is sent to a deployment, what keys its target
// file should have, how long it is waited for and, for --list, what a run would do
// there at most.
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
	switch {
	case err != nil:
		return err
	case f.list:
		fmt.Fprint(stderr, budget)
	case f.wait > 0:
		fmt.Fprintf(stderr, "waiting up to %s until it answers\n", f.wait)
	}
	return nil
}
