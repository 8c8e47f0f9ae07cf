package console

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"understudy/server/fault"
	"understudy/spec"
)

// faultsView is the faults that are set.
type faultsView struct {
	Faults     []faultLine
	Operations []string
}

type faultLine struct {
	fault.Counted
	What, When string
}

func viewFaults(v *visit) (any, error) {
	view := faultsView{Operations: spec.Callable()}
	for _, f := range v.sandbox.Faults().All() {
		view.Faults = append(view.Faults, faultLine{f, whatOf(f.Rule), whenOf(f.When)})
	}
	return view, nil
}

// whatOf is the rule in words, with the numbers that its own words leave out.
func whatOf(r fault.Rule) string {
	switch {
	case r.Latency != nil && r.Latency.Uniform != nil:
		return fmt.Sprintf("latency of %g s to %g s", r.Latency.Uniform[0], r.Latency.Uniform[1])
	case r.Latency != nil && r.Latency.Normal != nil:
		return fmt.Sprintf("latency of %g s ± %g s", r.Latency.Normal[0], r.Latency.Normal[1])
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
		return fmt.Sprintf("every %d. call", w.Every)
	case w.Probability > 0:
		return fmt.Sprintf("with probability %g, seed %d", w.Probability, w.Seed)
	}
	return "all calls"
}

// numbered are the kinds of faults that are a number, by member.
var numbered = []string{"status", "bytes_per_second", "cut_after", "silence"}

// newFault is a fault: the field what is its kind, and amount its number.
func newFault(form url.Values) (any, error) {
	rule := map[string]any{}
	if operation := form.Get("operation"); operation != "" {
		rule["operation"] = operation
	}
	when, err := when(form)
	if err != nil {
		return nil, err
	}
	if when != nil {
		rule["when"] = when
	}
	what := form.Get("what")
	if what == "reset" {
		rule["reset"] = true
		return rule, nil
	}
	amount, err := number(form, "amount-of-fault")
	if err != nil {
		return nil, errors.New("the fault: give a number, such as a status or seconds")
	}
	for _, name := range numbered {
		if what == name {
			rule[name] = amount
		}
	}
	if what == "latency" {
		rule["latency"] = map[string]any{"seconds": amount}
	}
	if after := strings.TrimSpace(form.Get("retry_after")); after != "" && what == "status" {
		seconds, err := strconv.Atoi(after)
		if err != nil {
			return nil, errors.New("Retry-After: give a whole number of seconds")
		}
		rule["retry_after"] = seconds
	}
	return rule, nil
}

// when picks calls; nil is all of them.
func when(form url.Values) (map[string]any, error) {
	which := form.Get("which")
	if which == "" {
		return nil, nil
	}
	n, err := number(form, "calls")
	if err != nil {
		return nil, errors.New("the calls: give a number")
	}
	return map[string]any{which: n}, nil
}
