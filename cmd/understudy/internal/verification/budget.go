package verification

import (
	"fmt"
	"io"
	"strings"

	"understudy/steps"
	"understudy/steps/target"
)

// announce prints, before anything is sent to a deployment, what its target file
// should have instead, how long the command waits for it and, for --list, an upper bound
// of what a run would do.
func (o Options) announce(run steps.Options, stderr io.Writer) error {
	if o.Target == "" {
		return nil
	}
	t, err := o.loadTarget(stderr)
	if err != nil {
		return err
	}
	budget, err := o.plan(t, run)
	switch {
	case err != nil:
		return err
	case o.List:
		fmt.Fprint(stderr, budget)
	case o.Wait > 0:
		fmt.Fprintf(stderr, "waiting up to %s for the deployment to respond\n", o.Wait)
	}
	return nil
}

// loadTarget reads the target file, and prints what it should have instead.
func (o Options) loadTarget(stderr io.Writer) (target.Target, error) {
	t, err := target.Load(o.Target)
	if err != nil {
		return t, err
	}
	if t.OldKeys {
		fmt.Fprintf(stderr, "%s: the key ground is now called resources: rename it\n", o.Target)
	}
	if short := t.Tokens.Short(); len(short) > 0 {
		fmt.Fprintf(stderr, "%s: %s: shorter than %d characters: reports hide it only as a whole word, not within a longer one\n",
			o.Target, strings.Join(short, ", "), target.ShortToken)
	}
	return t, nil
}
