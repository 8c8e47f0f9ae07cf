package features_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"understudy/server"
	"understudy/spec/gap"
	"understudy/spec/race"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/stepstest"
)

// observe runs the scenarios that probe gaps, and returns the profile.
func observe(t *testing.T, o server.Options) gap.Profile {
	t.Helper()
	r := verify(t, serve(t, o), steps.Options{Only: func(s report.Scenario) bool { return len(s.Gaps) > 0 }})
	return report.ProfileOf(r, "")
}

// seen are the variants of a profile, as GAP@OPERATION=VARIANT, and the
// operations on which a gap was masked.
func seen(p gap.Profile) map[string]string {
	all := map[string]string{}
	for id, sights := range p.Gaps {
		for operation, s := range sights {
			if s.Variant != "" || strings.HasPrefix(s.Unseen, "masked") {
				all[id+"@"+operation] = s.Variant + s.Unseen
			}
		}
	}
	return all
}

// byTime are gaps that a run observes or not depending on the moment.
var byTime = map[string]bool{"destination-retest@update-destination": true, "source-code@read-segment-source": true}

func TestAServedProfileIsObservedUnchanged(t *testing.T) {
	var seeds []string
	for seed := range 50 {
		seeds = append(seeds, strconv.Itoa(seed+1))
	}
	stepstest.InChildren(t, race.Sample(seeds, 40), func(t *testing.T, id string) {
		seed, _ := strconv.ParseUint(id, 10, 64)
		before := observe(t, server.Options{Choice: gap.Random(seed), Formatting: seed})
		if n := before.Seen(); n < 70 {
			t.Errorf("only %d gaps seen", n)
		}
		choice, left, err := before.Choice()
		if err != nil || left != nil {
			t.Fatalf("left %v, %v", left, err)
		}
		after := observe(t, server.Options{Choice: choice})
		was, is := seen(before), seen(after)
		for place, variant := range was {
			if is[place] != variant && !byTime[place] {
				t.Errorf("%s: %q, then %q", place, variant, is[place])
			}
		}
		for place, variant := range is {
			if _, ok := was[place]; !ok && !byTime[place] {
				t.Errorf("%s: not seen, then %q", place, variant)
			}
		}
	})
}

// unchanged is the profile of the default fake, observed once.
var unchanged struct {
	sync.Once
	profile gap.Profile
}

// changes lists all single changes of a profiled deployment, as gap=variant: each is
// allowed, and each is drift.
func changes() (ids []string) {
	for _, id := range variants() {
		gapID, variant, _ := strings.Cut(id, "=")
		if g, _ := gap.ByID(gapID); variant != g.Default && gapID != "empty-list-last-page" && gapID != "destination-untested" {
			ids = append(ids, id)
		}
	}
	return ids
}

// unhurried delays completion enough to observe an incomplete segment on a busy machine too.
const unhurried = 2 * time.Second

func TestAnAllowedChangeIsDriftAndNoFailure(t *testing.T) {
	if n := len(changes()); n < 100 {
		t.Fatalf("only %d changes", n)
	}
	stepstest.InChildren(t, race.Sample(changes(), 40), func(t *testing.T, id string) {
		unchanged.Do(func() { unchanged.profile = observe(t, server.Options{AsyncDelay: unhurried}) })
		gapID, variant, _ := strings.Cut(id, "=")
		g, _ := gap.ByID(gapID)
		v, _ := g.Variant(variant)
		choice := choose(t, id)
		for _, need := range v.Needs {
			choice = with(t, choice, need.Gap+"="+need.Variants[0])
		}
		o := server.Options{Choice: choice}
		if g.ID == "source-code" {
			o.AsyncDelay = unhurried
		}
		r := verify(t, serve(t, o), steps.Options{Tags: "@gap:" + g.ID})
		for _, p := range r.Promises {
			if p.Verdict == report.Fail || p.Verdict == report.Error {
				t.Errorf("%s %s: %s", p.Verdict, p.ID, p.Reason)
			}
		}
		if plain := r.Exit(); plain == 1 || plain == 2 {
			t.Errorf("plain verify exits %d", plain)
		}
		r.Calibrate(unchanged.profile)
		if r.Exit() != 1 || !strings.Contains(r.Closing(), "drifted from its profile") {
			t.Errorf("exit %d: %s", r.Exit(), r.Closing())
		}
		for _, operation := range g.Operations {
			if !drifted(r, g, operation, variant) {
				t.Errorf("no drift on %s: %+v", operation, r.Profile.Drift)
			}
		}
	})
}

// drifted reports whether the run found a drift of a gap from its default.
func drifted(r *report.Run, g gap.Gap, operation, variant string) bool {
	for _, d := range r.Profile.Drift {
		if d.Gap == g.ID && d.Operation == operation {
			return d.Profiled == g.Default && d.Observed == variant && d.Evidence != ""
		}
	}
	return false
}

func TestAnUnchangedDeploymentHasNotDrifted(t *testing.T) {
	p := observe(t, server.Options{})
	r := verify(t, serve(t, server.Options{}), steps.Options{})
	r.Calibrate(p)
	if r.Exit() != 0 || r.Profile.Compared < 190 || len(r.Profile.Drift) != 0 {
		t.Errorf("exit %d, %+v", r.Exit(), r.Profile)
	}
}

func TestAProfileOfWhichNothingIsObservedIsTooLittle(t *testing.T) {
	p := observe(t, server.Options{})
	r := verify(t, serve(t, server.Options{}), steps.Options{Tags: "@promise:token-required and @operation:list-invitations"})
	for id := range p.Gaps {
		if id != "page-ends" {
			delete(p.Gaps, id)
		}
	}
	r.Calibrate(p)
	if r.Exit() != 3 || !strings.Contains(r.Closing(), "nothing of the profile was seen") {
		t.Errorf("exit %d: %s", r.Exit(), r.Closing())
	}
}
