package mutation

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"understudy/server/mutant"
	"understudy/spec/gap"
)

// verifyAs verifies a wrapper that claims to break a promise.
func verifyAs(t *testing.T, breaks string, with []string, change func(http.Handler, *mutant.Lab) http.Handler) Result {
	t.Helper()
	on := newAddress()
	defer on.Close()
	r := verify(t.Context(), on, []mutant.Mutant{{ID: "probe", Breaks: breaks, With: with, Change: change}}, gap.Choice{})[0]
	if r.Error != "" {
		t.Fatal(r.Error)
	}
	return r
}

func TestAMutantThatBreaksNothingSurvives(t *testing.T) {
	r := verifyAs(t, "page-zero-is-one", nil, func(next http.Handler, _ *mutant.Lab) http.Handler { return next })
	if r.Killed || r.OK() || len(r.False) > 0 {
		t.Errorf("%+v", r)
	}
}

func TestBlameOfAnotherPromiseIsWrong(t *testing.T) {
	m, ok := mutant.ByID("default-20")
	if !ok {
		t.Fatal("no mutant default-20")
	}
	r := verifyAs(t, "page-zero-is-one", nil, m.Change)
	if _, ok := r.False[m.Breaks]; !ok || r.Killed || r.OK() {
		t.Errorf("%+v", r)
	}
	if r := verifyAs(t, "page-zero-is-one", []string{m.Breaks}, m.Change); len(r.False) > 0 {
		t.Errorf("a promise that breaks together with the mutant's one is blamed wrongly: %+v", r)
	}
}

func TestNoMechanicalMutantSurvives(t *testing.T) {
	r, err := runMechanical(t.Context(), gap.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Made < 60 || len(r.Survived) > 0 {
		t.Errorf("%d made, survived: %v", r.Made, r.Survived)
	}
}

func TestOnlyTheExpiryOfLinksNeedsAClock(t *testing.T) {
	ids, err := promisesNeedingClock()
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Collect(maps.Keys(ids)); !slices.Equal(got, []string{"link-expires"}) {
		t.Errorf("need a clock: %v", got)
	}
}
