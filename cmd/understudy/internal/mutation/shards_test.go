package mutation

import (
	"fmt"
	"slices"
	"testing"

	"understudy/server/mutant"
	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/stepstest"
)

// shards is the number of parts of a run below.
const shards = 4

// inShards are mutants of each kind: of lists, resources, tokens and texts, of responses
// that contradict one another, and of faults that show late or at the same time.
var inShards = []string{"cap-ignored", "default-20", "asc-ignored", "list-fails",
	"creation-answers-200", "name-not-required", "never-complete", "update-not-kept", "update-goes-astray",
	"objects-cap-at-101", "object-label-missing", "role-changes-in-desc", "connector-label-not-kept", "connector-created-from-nothing",
	"configuration-id-missing", "publishing-fails", "link-never-expires", "link-without-auth",
	"create-connector-without-token", "update-destination-other-workspace", "list-any-token", "segment-name-cut-at-30", "redirect-reencoded",
	"link-ids-come-again", "connector-update-relabels-all", "rejected-creation-makes-one", "no-token-later", "empty-topics-any-token", "connectors-at-once-swapped",
	"labels-at-once-lost", "destination-fourth-update-of-another",
}

// unsteady are mutants whose faults depend on the number of requests, or on those sent
// meanwhile: from one run to the next, another of the promises that fall with the broken
// one fails, and other variants of gaps are seen.
var unsteady = map[string]bool{"no-token-later": true, "connectors-at-once-swapped": true}

// TestShardsBlameAsOneRun holds the merged report of the parts of a run on a mutant
// against that of a whole run.
func TestShardsBlameAsOneRun(t *testing.T) {
	stepstest.InChildren(t, inShards, func(t *testing.T, id string) {
		m, ok := mutant.ByID(id)
		if !ok {
			t.Fatalf("no mutant %s", id)
		}
		whole, merged := verifyMutant(t, m, 1), verifyMutant(t, m, shards)
		want := map[string]report.Verdict{}
		for _, p := range whole.Promises {
			want[p.ID] = p.Verdict
		}
		for _, p := range merged.Promises {
			if unsteady[id] && p.ID != m.Breaks && (slices.Contains(m.With, p.ID) || p.Verdict != report.Fail) {
				continue
			}
			if p.Verdict != want[p.ID] {
				t.Errorf("%s: %s in shards: %s; %s in one run", p.ID, p.Verdict, p.Reason, want[p.ID])
			}
		}
		if want[m.Breaks] != report.Fail {
			t.Errorf("%s is not blamed", m.Breaks)
		}
		if unsteady[id] {
			return
		}
		for _, d := range differences(observed(whole), observed(merged)) {
			t.Error(d)
		}
	})
}

// verifyMutant verifies a mutant in parts, one after another, and merges their reports.
func verifyMutant(t *testing.T, m mutant.Mutant, parts int) *report.Run {
	t.Helper()
	on := newAddress()
	defer on.Close()
	needClock, err := promisesNeedingClock()
	if err != nil {
		t.Fatal(err)
	}
	tg, err := on.serve(m.Wrap, gap.Choice{}, needClock[m.Breaks])
	if err != nil {
		t.Fatal(err)
	}
	o := steps.Options{Concurrency: 8, Watch: watch}
	split, err := steps.Split(tg, o, parts)
	if err != nil {
		t.Fatal(err)
	}
	var runs []*report.Run
	for _, o.Part = range split {
		r, err := steps.Run(t.Context(), tg, o)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	if parts == 1 {
		return runs[0]
	}
	return steps.Merge(runs, steps.Options{})
}

// observed maps each gap on an operation to the variant that a run observed, except the
// code of a source URL before its segment is complete, and whether an update tests the
// destination: time decides whether these are seen.
func observed(r *report.Run) map[string]string {
	all := map[string]string{}
	for _, g := range r.Gaps {
		if g.ID != "source-code" && g.ID != "destination-retest" {
			all[g.ID+" of "+g.Operation] = g.Observed
		}
	}
	return all
}

// differences says where two maps differ.
func differences(whole, merged map[string]string) (all []string) {
	for key, v := range whole {
		if merged[key] != v {
			all = append(all, fmt.Sprintf("%s: %q in shards, %q in one run", key, merged[key], v))
		}
	}
	for key, v := range merged {
		if _, ok := whole[key]; !ok {
			all = append(all, fmt.Sprintf("%s: %q in shards, not observed in one run", key, v))
		}
	}
	return all
}
