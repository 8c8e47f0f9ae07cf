// Package worldtest makes worlds for the tests of the built-in steps.
package worldtest

import (
	"testing"

	"understudy/steps/builtin/world"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// On is the world of a scenario on a target, which no request is sent to. Nothing is
// noted of its responses, and its requests are delivered as they are.
func On(t *testing.T, tg target.Target) *world.World {
	t.Helper()
	r, err := world.NewRun(tg, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return world.New(t.Context(), r, &feature.Scenario{})
}
