package console

import (
	"fmt"
	"html/template"

	jsonv2 "github.com/go-json-experiment/json"

	"understudy/server/control"
	"understudy/server/fault"
	"understudy/server/sandbox"
	"understudy/spec"
)

// faultsView is the faults that are set, and the form for a new one.
type faultsView struct {
	// Active are those that select later calls, and UsedUp those that do not.
	Active, UsedUp []faultLine

	Operations []string
	Form       faultForm
	// Preview is the fault of the form, or Invalid what is wrong with it.
	Preview *ruleView
	Invalid string
}

// Several reports whether more than one fault is set.
func (f faultsView) Several() bool { return len(f.Active)+len(f.UsedUp) > 1 }

type faultLine struct {
	fault.Counted
	What, When string
	As         *ruleView
}

// ruleView is a rule as a request of the control API. ID is that of its elements.
type ruleView struct {
	ID   string
	JSON template.HTML
	Curl string
}

func viewFaults(v *visit) (any, error) {
	view := faultsView{Operations: spec.Callable(), Form: faultForm{typed: v.typed("set-fault")}}
	if v.r.PostFormValue("do") == "preview-fault" {
		view.Form.typed = v.r.PostForm
	}
	rule, err := newFault(view.Form.values())
	if err == nil {
		err = rule.Check()
	}
	if err == nil {
		view.Preview = v.asRequest("new-rule", rule)
	} else {
		view.Invalid = err.Error()
	}
	for _, f := range v.sandbox.Faults().All() {
		line := faultLine{f, whatOf(f.Rule), whenOf(f.When), v.asRequest(fmt.Sprintf("rule-%d", f.ID), f.Rule)}
		if f.UsedUp() {
			view.UsedUp = append(view.UsedUp, line)
		} else {
			view.Active = append(view.Active, line)
		}
	}
	return view, nil
}

// asRequest is a rule as JSON, and as the curl command that sets it in the sandbox. If
// the control API needs a token, the command takes it from the environment.
func (v *visit) asRequest(id string, rule fault.Rule) *ruleView {
	text, err := jsonv2.Marshal(rule, jsonv2.Deterministic(true))
	if err != nil {
		panic(err) // rules are JSON
	}
	address := v.control.Base(v.r) + control.Prefix + "faults"
	if v.sandbox.ID() != sandbox.Default {
		address += "?sandbox=" + v.sandbox.ID()
	}
	curl := "curl " + quoted(address)
	if v.control.Token != "" {
		curl += " \\\n" + `  --header "Authorization: Bearer $UNDERSTUDY_CONTROL_TOKEN"`
	}
	return &ruleView{id, pretty(string(text), false), curl + " \\\n  --data " + quoted(string(text))}
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
	case w.First == 1:
		return "the first call"
	case w.First > 0:
		return fmt.Sprintf("the first %d calls", w.First)
	case w.Every > 0:
		return fmt.Sprintf("calls %d, %d, %d and so on", w.Every, 2*w.Every, 3*w.Every)
	case w.Probability > 0:
		return fmt.Sprintf("with probability %g, seed %d", w.Probability, w.Seed)
	}
	return "all calls"
}
