package beside

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// scenarioState is what a scenario knows of what was sent at the same time.
type scenarioState struct {
	// links are those that were created at once.
	links []*client.Exchange
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is what the scenarios of a run share of what was sent at the same time.
type runState struct {
	// segments and linksMade are what was sent at the same time.
	segments  scenario.Shared[[]segmentMade]
	linksMade scenario.Shared[[]*client.Exchange]
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState { return &runState{} })
}
