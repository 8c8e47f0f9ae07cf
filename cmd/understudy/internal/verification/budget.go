package verification

import (
	"fmt"
	"io"

	"understudy/steps"
	"understudy/steps/target"
)

// announce prints, before anything is sent to a deployment, which keys its target
// file should have, how long the command waits for it and, for --list, an upper bound
// of what a run would do.
func (o Options) announce(run steps.Options, stderr io.Writer) error {
	if o.Target == "" {
		return nil
	}
	t, err := target.Load(o.Target)
	if err != nil {
		return err
	}
	if t.OldKeys {
		fmt.Fprintf(stderr, "%s: the key ground is now called resources: rename it\n", o.Target)
	}
	budget, err := steps.Plan(t, run)
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
