package atonce

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// scenarioState is the state of a scenario about requests that were sent at the same time.
type scenarioState struct {
	// links are those that were created at once.
	links []*client.Exchange
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is the state that the scenarios of a run share about such requests.
type runState struct {
	// segments and linksMade are the results of creations that were sent at the same time.
	segments  scenario.Shared[[]segmentMade]
	linksMade scenario.Shared[[]*client.Exchange]
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState { return &runState{} })
}
