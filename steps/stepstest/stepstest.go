// Package stepstest runs the suite from another team's `go test`: every scenario
// becomes a subtest, so that a deployment written in Go is verified where it is
// built.
//
// Anyone may import it. Start reading at Conform.
package stepstest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// Conform verifies a target and reports each scenario as a subtest: a failure or an
// error fails it, with the command that repeats the request, and a skip skips it with
// the reason. The test itself fails where a promise is broken that no scenario shows,
// where too little was checked, or where the run was interrupted because go test's
// -timeout was near.
//
// By default it runs every built-in scenario. Functions change the options, in order:
//
//	stepstest.Conform(t, deployment, func(o *steps.Options) { o.ReadOnly = true })
//
// A process runs one suite at a time: tests that call it take turns.
func Conform(t *testing.T, tg target.Target, set ...func(*steps.Options)) *report.Run {
	t.Helper()
	var o steps.Options
	for _, s := range set {
		s(&o)
	}
	ctx, cancel := bounded(t)
	defer cancel()
	r, err := steps.Run(ctx, tg, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Interrupted {
		t.Errorf("the run was interrupted, %d scenarios in: give go test a longer -timeout", len(r.Scenarios))
	}
	for _, s := range r.Scenarios {
		t.Run(s.Address, func(t *testing.T) { failOrSkip(t, s) })
	}
	for _, p := range r.Promises {
		switch {
		case p.Verdict == report.Fail:
			t.Errorf("promise %s (%s): %s", p.ID, p.Says, p.Reason)
		case slices.Contains(r.Required, p.ID):
			t.Errorf("promise %s (%s) is required and was not checked: %s", p.ID, p.Says, p.Reason)
		}
	}
	if short := r.TooLittle(); len(short) > 0 {
		t.Errorf("too little was checked: %s", strings.Join(short, "; "))
	}
	return r
}

// bounded ends a run before go test's -timeout does, so that changes are restored and
// the results so far are reported.
func bounded(t *testing.T) (context.Context, context.CancelFunc) {
	end, ok := t.Deadline()
	if !ok {
		return context.WithCancel(t.Context())
	}
	left := time.Until(end)
	return context.WithTimeout(t.Context(), left-min(left/4, 20*time.Second))
}

func failOrSkip(t *testing.T, s report.Scenario) {
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
	text := fmt.Sprintf("%s:\n  expected %s\n  found    %s", f.About(), f.ExpectedAt(), f.Actual)
	if f.Exchange == nil {
		return text
	}
	outcome := fmt.Sprintf("HTTP %d", f.Exchange.Status)
	if f.Exchange.Error != "" {
		outcome = f.Exchange.Error
	}
	return text + fmt.Sprintf("\n  response %s\n  again    %s", outcome, strings.ReplaceAll(f.Exchange.Curl(), "\n", "\n         "))
}
