package builtin

import (
	"testing"

	"understudy/steps/builtin/world"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// worldOn is the world of a scenario on a target, which no request is sent to.
func worldOn(t *testing.T, tg target.Target) *world.World {
	t.Helper()
	r, err := world.NewRun(tg, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return NewWorld(t.Context(), r, &feature.Scenario{})
}
