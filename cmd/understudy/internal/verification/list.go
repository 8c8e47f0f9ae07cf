package verification

import (
	"fmt"
	"io"
	"strings"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/target"
)

// list prints for each scenario its address, its name, its promises and gaps and, where there is
// a target file, why a run would leave it out. At its end it counts those that would be left out.
func (o Options) list(stdout, stderr io.Writer, run steps.Options, scenarios []report.Scenario) error {
	leftOut, err := o.leftOut(run)
	if err != nil {
		return err
	}
	var b strings.Builder
	n := 0
	for _, s := range scenarios {
		fmt.Fprintf(&b, "%s\n    name    %s\n", s.Address, s.Name)
		for _, id := range s.Promises {
			fmt.Fprintf(&b, "    promise %s\n", id)
		}
		for _, id := range s.Gaps {
			fmt.Fprintf(&b, "    gap     %s\n", id)
		}
		if why := leftOut[s.Address]; why != "" {
			fmt.Fprintf(&b, "    left out: %s\n", why)
			n++
		}
	}
	if _, err = io.WriteString(stdout, prose.Visible(b.String())); err == nil && n > 0 {
		_, err = fmt.Fprintf(stderr, "%d of %s would be left out, as the list says: the bound does not count what they would send\n",
			n, prose.Count(len(scenarios), "scenario"))
	}
	return err
}

// leftOut returns why a run of the target would leave scenarios out, by address; nil without
// a target file.
func (o Options) leftOut(run steps.Options) (map[string]string, error) {
	if o.Target == "" {
		return nil, nil
	}
	t, err := target.Load(o.Target)
	if err != nil {
		return nil, err
	}
	return steps.LeftOut(t, run)
}
