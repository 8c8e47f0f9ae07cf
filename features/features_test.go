package features_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/fixtures"
	"understudy/server"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/spec/race"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

// serve starts a fake and returns its target.
func serve(t testing.TB, o server.Options) target.Target {
	t.Helper()
	return serveBehind(t, o, func(fake http.Handler) http.Handler { return fake })
}

// serveBehind starts a fake behind another handler and returns its target.
func serveBehind(t testing.TB, o server.Options, before func(http.Handler) http.Handler) target.Target {
	t.Helper()
	o.AsyncDelay = max(o.AsyncDelay, 100*time.Millisecond)
	o.Control = true
	fake, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(before(fake))
	t.Cleanup(listener.Close)
	tg := targetOf(fake, listener.URL)
	tg.ControlURL = faketarget.ControlURL(listener.URL)
	return tg
}

// targetOf is the target of a fake, with limits that suit one on this machine.
func targetOf(fake *server.Server, url string) target.Target {
	tg := faketarget.Of(fake, url)
	tg.Limits = target.Limits{AsyncTimeout: target.Duration(5 * time.Second), RequestTimeout: target.Duration(10 * time.Second), Concurrency: 8,
		Settle: target.Duration(100 * time.Millisecond)}
	return tg
}

func verify(t testing.TB, tg target.Target, o steps.Options) *report.Run {
	t.Helper()
	o.Watch = 40 * time.Millisecond
	r, err := steps.Run(context.Background(), tg, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// conforms fails the test where a run found a problem.
func conforms(t *testing.T, r *report.Run) {
	t.Helper()
	for _, p := range r.Promises {
		if p.Verdict == report.Fail || p.Verdict == report.Error {
			t.Errorf("%s %s: %s", p.Verdict, p.ID, p.Reason)
		}
	}
	for _, s := range r.Scenarios {
		if s.Verdict == report.Error {
			t.Errorf("%s: %s", s.Address, s.Reason)
		}
	}
	if code := r.Exit(); code != 0 {
		t.Errorf("exit %d, unchecked %v", code, r.Unchecked)
	}
}

func TestTheFakeKeepsEveryPromise(t *testing.T) {
	r := verify(t, serve(t, server.Options{}), steps.Options{})
	conforms(t, r)
	for _, p := range r.Promises {
		if p.Verdict != report.Pass {
			t.Errorf("%s: %s %s", p.ID, p.Verdict, p.Reason)
		}
	}
}

// withoutInvitations is the default world without its invitations.
func withoutInvitations() *fixtures.World {
	w := *fixtures.Default()
	w.Invitations = nil
	return &w
}

func TestAnEmptyListIsAllowed(t *testing.T) {
	for _, v := range []string{"one", "zero"} {
		choice, err := gap.Choice{}.With("empty-list-last-page", "", v)
		if err != nil {
			t.Fatal(err)
		}
		r := verify(t, serve(t, server.Options{World: withoutInvitations(), Choice: choice}), steps.Options{})
		conforms(t, r)
		if got := observed(r, "empty-list-last-page", spec.ListInvitations); got != v {
			t.Errorf("observed %q, chosen %q", got, v)
		}
	}
}

func observed(r *report.Run, id, operation string) string {
	for _, g := range r.Gaps {
		if g.ID == id && g.Operation == operation {
			return g.Observed
		}
	}
	return "nothing"
}

// elsewhere are (gap, operation) pairs that the default world does not show.
var elsewhere = map[string]bool{
	"destination-untested@update-destination": true, // an update tests the destination
	"destination-untested@get-destination":    true, // the one that may be renamed was tested
}

// values holds a valid value for each parameter.
var values = map[gap.Parameter]string{gap.RejectionCode: "418", gap.SuccessCode: "207", gap.Lifetime: "15m"}

// variants lists all choices of one variant, as gap=variant.
func variants() (ids []string) {
	for _, g := range gap.All {
		if value := values[g.Takes]; value != "" {
			ids = append(ids, g.ID+"="+value)
		}
		for _, v := range g.Variants {
			if g.Probed() {
				ids = append(ids, g.ID+"="+v.ID)
			}
		}
	}
	return ids
}

func TestEveryVariantPassesAndIsRecognisedAsItself(t *testing.T) {
	stepstest.InChildren(t, race.Sample(variants(), 40), func(t *testing.T, id string) {
		gapID, variant, _ := strings.Cut(id, "=")
		g, _ := gap.ByID(gapID)
		v, _ := g.Variant(variant)
		choice := choose(t, id)
		for _, need := range v.Needs {
			choice = with(t, choice, need.Gap+"="+need.Variants[0])
		}
		r := verify(t, serve(t, server.Options{Choice: choice}), steps.Options{})
		conforms(t, r)
		for _, operation := range g.Operations {
			if got := observed(r, g.ID, operation); got != v.ID && !elsewhere[g.ID+"@"+operation] && !(got == "nothing" && g.ID == "empty-list-last-page") {
				t.Errorf("on %s observed %q", operation, got)
			}
		}
	})
}

func choose(t *testing.T, assignments ...string) (c gap.Choice) {
	for _, a := range assignments {
		c = with(t, c, a)
	}
	return c
}

func with(t *testing.T, c gap.Choice, assignment string) gap.Choice {
	t.Helper()
	c, err := c.Parse(assignment)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRandomChoicesPass(t *testing.T) {
	var seeds []string
	for seed := range 200 {
		seeds = append(seeds, strconv.Itoa(seed))
	}
	stepstest.InChildren(t, race.Sample(seeds, 40), func(t *testing.T, id string) {
		seed, _ := strconv.ParseUint(id, 10, 64)
		choice := gap.Random(seed)
		r := verify(t, serve(t, server.Options{Choice: choice, Formatting: seed}), steps.Options{})
		conforms(t, r)
		for _, g := range r.Gaps {
			if chosen := choice.Variant(g.ID, g.Operation); g.Observed != chosen {
				t.Errorf("%s on %s: observed %q, chosen %q (%s)", g.ID, g.Operation, g.Observed, chosen, g.Evidence)
			}
		}
	})
}

func TestRunsInRandomOrderDoNotFlake(t *testing.T) {
	runs := 50
	if testing.Short() {
		runs = 2
	}
	for seed := range int64(runs) {
		// A connector can be published only once, so each run needs a new world.
		r := verify(t, serve(t, server.Options{}), steps.Options{Concurrency: 8, Seed: seed + 1})
		conforms(t, r)
		if r.Summary.Pass != len(promise.All) {
			t.Errorf("seed %d: %+v", seed+1, r.Summary)
		}
	}
}

func TestEveryPromiseAndProbedGapHasAScenario(t *testing.T) {
	list, err := steps.List(steps.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var spoken []string
	for _, s := range list {
		spoken = append(append(spoken, s.Promises...), s.Gaps...)
	}
	for _, p := range promise.All {
		if !slices.Contains(spoken, p.ID) {
			t.Errorf("no scenario checks promise %s", p.ID)
		}
	}
	for _, g := range gap.All {
		if g.Probed() && !slices.Contains(spoken, g.ID) {
			t.Errorf("no scenario probes gap %s", g.ID)
		}
	}
	if len(list) < 25 {
		t.Errorf("%d scenarios", len(list))
	}
}
