package console

import (
	"fmt"

	"understudy/server/fault"
	"understudy/spec"
)

// faultsView is the faults that are set, and the form for a new one.
type faultsView struct {
	Faults     []faultLine
	Operations []string
	Form       faultForm
}

type faultLine struct {
	fault.Counted
	What, When string
}

func viewFaults(v *visit) (any, error) {
	view := faultsView{Operations: spec.Callable(), Form: faultForm{typed: v.typed("set-fault")}}
	for _, f := range v.sandbox.Faults().All() {
		view.Faults = append(view.Faults, faultLine{f, whatOf(f.Rule), whenOf(f.When)})
	}
	return view, nil
}

// whatOf is the rule in words, with the numbers that its own words leave out.
func whatOf(r fault.Rule) string {
	rest := r
	rest.Latency = nil
	switch {
	case r.Latency != nil && r.String() != "latency":
		return whatOf(fault.Rule{Latency: r.Latency}) + ", then " + whatOf(rest)
	case r.Latency != nil && r.Latency.Uniform != nil:
		return fmt.Sprintf("latency of %g s to %g s, seed %d", r.Latency.Uniform[0], r.Latency.Uniform[1], r.Latency.Seed)
	case r.Latency != nil && r.Latency.Normal != nil:
		return fmt.Sprintf("latency of %g s ± %g s, seed %d", r.Latency.Normal[0], r.Latency.Normal[1], r.Latency.Seed)
	case r.Latency != nil:
		return fmt.Sprintf("latency of %g s", r.Latency.Seconds)
	case r.RetryAfter != nil:
		return fmt.Sprintf("%s, Retry-After %d s", r, *r.RetryAfter)
	case r.Silence != 0:
		return fmt.Sprintf("%s, for %g s", r, r.Silence)
	}
	return r.String()
}

func whenOf(w fault.When) string {
	switch {
	case w.First > 0:
		return fmt.Sprintf("the first %d calls", w.First)
	case w.Every > 0:
		return fmt.Sprintf("calls %d, %d, %d and so on", w.Every, 2*w.Every, 3*w.Every)
	case w.Probability > 0:
		return fmt.Sprintf("with probability %g, seed %d", w.Probability, w.Seed)
	}
	return "all calls"
}
