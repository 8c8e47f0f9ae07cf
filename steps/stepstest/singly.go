package stepstest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
)

// seed is the environment variable that makes a test draw the same scenarios again,
// in the same order.
const seed = "STEPSTEST_SEED"

// Singly runs single scenarios, drawn at random, and compares the result of each with
// that of a whole run: no scenario may depend on what another one did. Every call of
// verify must run on a new deployment. The test must do nothing else.
func Singly(t *testing.T, runs int, verify func(t *testing.T, o steps.Options) *report.Run) {
	t.Helper()
	if os.Getenv(seed) == "" {
		t.Setenv(seed, strconv.FormatUint(rand.Uint64(), 10))
	}
	start, err := strconv.ParseUint(os.Getenv(seed), 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", seed, err)
	}
	t.Logf("%s=%d", seed, start)
	var ids []string
	for i := range runs {
		ids = append(ids, strconv.Itoa(i))
	}
	var whole *report.Run
	InChildren(t, ids, func(t *testing.T, id string) {
		if whole == nil {
			whole = verify(t, steps.Options{})
		}
		n, _ := strconv.ParseUint(id, 10, 64)
		want := whole.Scenarios[rand.New(rand.NewPCG(start, n)).IntN(len(whole.Scenarios))]
		got := verify(t, steps.Options{Only: func(s report.Scenario) bool { return s.Address == want.Address }})
		if differ := difference(whole, want, got); differ != "" {
			t.Errorf("%s=%d: %s alone: %s", seed, start, want.Address, differ)
		}
	})
}

// difference describes where the result of a single scenario differs from the whole run.
func difference(whole *report.Run, want report.Scenario, got *report.Run) string {
	if len(got.Scenarios) != 1 {
		return fmt.Sprintf("%d scenarios were run", len(got.Scenarios))
	}
	alone := got.Scenarios[0]
	if alone.Verdict != want.Verdict || want.Verdict == report.Skip && alone.Reason.Kind != want.Reason.Kind {
		return fmt.Sprintf("%s %s, in the whole run %s %s", alone.Verdict, alone.Reason, want.Verdict, want.Reason)
	}
	for _, p := range got.Promises {
		if p.Verdict == report.Fail || p.Verdict == report.Error {
			return fmt.Sprintf("%s %s: %s", p.Verdict, p.ID, p.Reason)
		}
	}
	for _, g := range got.Gaps {
		for _, w := range whole.Gaps {
			if g.ID == w.ID && g.Operation == w.Operation && !gap.Same(g.ID, g.Observed, w.Observed) && !differsByScenario(whole, w) {
				return fmt.Sprintf("gap %s on %s is %s, in the whole run %s", g.ID, g.Operation, g.Observed, w.Observed)
			}
		}
	}
	return ""
}

// differsByScenario reports whether several scenarios of a run observe a gap, and each
// may see a variant of its own: the run then reports neither.
func differsByScenario(whole *report.Run, g report.Gap) bool {
	observers := 0
	for _, s := range whole.Scenarios {
		if slices.Contains(s.Gaps, g.ID) && slices.Contains(s.Operations, g.Operation) {
			observers++
		}
	}
	return g.Observed == report.Other && observers > 1
}
