package main

import (
	"net/http"
	"testing"

	"understudy/server/mutant"
	"understudy/spec/gap"
)

// judgeAs judges a wrapper that claims to break a promise.
func judgeAs(t *testing.T, breaks string, with []string, change func(http.Handler, *mutant.Lab) http.Handler) sheetRow {
	t.Helper()
	on := newStage()
	defer on.Close()
	row := judgeMutant(t.Context(), on, mutant.Mutant{ID: "probe", Breaks: breaks, With: with, Change: change}, gap.Choice{})
	if row.Error != "" {
		t.Fatal(row.Error)
	}
	return row
}

func TestAMutantThatBreaksNothingSurvives(t *testing.T) {
	row := judgeAs(t, "page-zero-is-one", nil, func(next http.Handler, _ *mutant.Lab) http.Handler { return next })
	if row.Killed || row.ok() || len(row.False) > 0 {
		t.Errorf("%+v", row)
	}
}

func TestBlameOfAnotherPromiseIsFalse(t *testing.T) {
	m, ok := mutant.ByID("default-20")
	if !ok {
		t.Fatal("no mutant default-20")
	}
	row := judgeAs(t, "page-zero-is-one", nil, m.Change)
	if _, ok := row.False[m.Breaks]; !ok || row.Killed || row.ok() {
		t.Errorf("%+v", row)
	}
	if row := judgeAs(t, "page-zero-is-one", []string{m.Breaks}, m.Change); len(row.False) > 0 {
		t.Errorf("what falls with the promise is called false: %+v", row)
	}
}

func TestAMechanicalSheetSparesNothing(t *testing.T) {
	made, survived, err := mechanicalSheet(t.Context(), gap.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if made < 60 || len(survived) > 0 {
		t.Errorf("%d made, survived: %v", made, survived)
	}
}
