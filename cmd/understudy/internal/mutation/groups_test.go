package mutation

import (
	"net/http"
	"slices"
	"testing"

	"understudy/server/mutant"
	"understudy/spec/gap"
)

func TestEachMutantIsInOneGroup(t *testing.T) {
	all := mutant.All()
	groups, err := Options{}.groups(all)
	if err != nil {
		t.Fatal(err)
	}
	if most := len(all)/groupSize + 10; len(groups) > most {
		t.Errorf("%d groups of %d mutants, more than %d", len(groups), len(all), most)
	}
	times := map[string]int{}
	for _, group := range groups {
		if len(group) > groupSize {
			t.Errorf("%d mutants on one fake: %v", len(group), linesOf([][]mutant.Mutant{group}))
		}
		for i, a := range group {
			times[a.ID]++
			for _, b := range group[i+1:] {
				if alike(a, b) {
					t.Errorf("%s and %s may be blamed for the same promise on one fake", a.ID, b.ID)
				}
			}
		}
	}
	for _, m := range all {
		if times[m.ID] != 1 {
			t.Errorf("%s is in %d groups", m.ID, times[m.ID])
		}
	}
}

func TestMutantsThatBreakTheSameAreNotInOneGroup(t *testing.T) {
	one, with, other := mutant.Mutant{ID: "one", Breaks: "a"}, mutant.Mutant{ID: "with", Breaks: "b", With: []string{"a"}}, mutant.Mutant{ID: "other", Breaks: "c"}
	got := linesOf(groupsOf([]mutant.Mutant{one, one, with, other}, 4))
	if want := []string{"one other", "one", "with"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func unchangedMutant(breaks string) mutant.Mutant {
	return mutant.Mutant{ID: "unchanged", Breaks: breaks, Change: func(next http.Handler, _ *mutant.Lab) http.Handler { return next }}
}

// verifyGroup verifies mutants on one fake.
func verifyGroup(t *testing.T, group ...mutant.Mutant) []Result {
	t.Helper()
	on := newAddress()
	defer on.Close()
	return verify(t.Context(), on, group, gap.Choice{})
}

func byID(t *testing.T, id string) mutant.Mutant {
	t.Helper()
	m, ok := mutant.ByID(id)
	if !ok {
		t.Fatalf("no mutant %s", id)
	}
	return m
}

func TestAMutantThatBreaksNothingSurvivesBesideOthers(t *testing.T) {
	r := verifyGroup(t, byID(t, "default-20"), unchangedMutant("page-zero-is-one"), byID(t, "segment-name-cut-at-30"))
	if !r[0].OK() || !r[2].OK() {
		t.Errorf("not killed beside others: %+v, %+v", r[0], r[2])
	}
	if r[1].Killed || r[1].OK() || len(r[1].False) > 0 {
		t.Errorf("%+v", r[1])
	}
}

func TestBlameThatNoneOfAGroupBreaksIsThatOfOneMutant(t *testing.T) {
	m := byID(t, "default-20")
	m.Breaks = "page-zero-is-one"
	r := verifyGroup(t, byID(t, "segment-name-cut-at-30"), m)
	if !r[0].OK() {
		t.Errorf("%+v", r[0])
	}
	if _, ok := r[1].False["per-page-default-25"]; !ok || r[1].Killed {
		t.Errorf("%+v", r[1])
	}
}

func TestAMutantThatAnotherHidesIsVerifiedAlone(t *testing.T) {
	r := verifyGroup(t, byID(t, "creation-fails"), byID(t, "redirect-html-escaped"))
	for _, one := range r {
		if !one.OK() {
			t.Errorf("%+v", one)
		}
	}
}
