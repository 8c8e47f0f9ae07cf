package world

import (
	"testing"

	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// worldOn is the world of a scenario on a target, which no request is sent to.
func worldOn(t *testing.T, tg target.Target) *World {
	t.Helper()
	r, err := NewRun(tg, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(t.Context(), r, &feature.Scenario{})
}

func TestEachRunAndScenarioKeepsStatesOfItsOwn(t *testing.T) {
	type state struct{ seen int }
	a, b := worldOn(t, target.Target{}), worldOn(t, target.Target{})
	for range 2 {
		OfScenario[state](a).seen++
		OfRun(a.Run, func() *state { return &state{seen: 10} }).seen++
	}
	same := New(t.Context(), a.Run, &feature.Scenario{})
	if OfScenario[state](a).seen != 2 || OfScenario[state](same).seen != 0 || OfScenario[state](b).seen != 0 {
		t.Error("scenarios do not keep states of their own")
	}
	zero := func() *state { return &state{} }
	if OfRun(a.Run, zero).seen != 12 || OfRun(same.Run, zero).seen != 12 || OfRun(b.Run, zero).seen != 0 {
		t.Error("the scenarios of a run do not share its states")
	}
}
