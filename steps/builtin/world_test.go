package builtin

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
	return NewWorld(t.Context(), r, &feature.Scenario{})
}
