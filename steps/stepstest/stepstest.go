// Package stepstest runs the suite from another team's `go test`: every
// scenario becomes a subtest, so that a deployment written in Go is judged
// where it is built.
//
// Anyone may import it. Start reading at Conform.
package stepstest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// Conform judges a target and reports each scenario as a subtest: a failure
// or an error fails it, a skip skips it with the reason. A broken promise that
// no scenario of its own shows, and too little being checked, fail the test
// itself.
func Conform(t *testing.T, tg target.Target) *report.Run {
	t.Helper()
	r, err := steps.Run(context.Background(), tg, steps.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Scenarios {
		t.Run(s.Address, func(t *testing.T) { tell(t, s) })
	}
	for _, p := range r.Promises {
		if p.Verdict == report.Fail {
			t.Errorf("promise %s (%s): %s", p.ID, p.Says, p.Reason)
		}
	}
	if len(r.Unchecked) > 0 {
		t.Errorf("too little was checked: no success answer of %s", strings.Join(r.Unchecked, ", "))
	}
	return r
}

func tell(t *testing.T, s report.Scenario) {
	switch s.Verdict {
	case report.Skip:
		t.Skip(s.Reason)
	case report.Error:
		t.Error(s.Reason)
	case report.Fail:
		for _, f := range s.Failures {
			t.Error(describe(f))
		}
	}
}

func describe(f report.Failure) string {
	text := fmt.Sprintf("%s: expected %s, found %s", f.Promise, f.Expected, f.Actual)
	if f.Exchange != nil {
		text += fmt.Sprintf(" (%s %s: HTTP %d)", f.Exchange.Method, f.Exchange.URL, f.Exchange.Status)
	}
	return text
}
