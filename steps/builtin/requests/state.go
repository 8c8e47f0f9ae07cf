package requests

import (
	"sync"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
)

// scenarioState is the state of a scenario about plain requests.
type scenarioState struct {
	// plain is the request that is sent with one fault after another, until they are checked.
	plain client.Request
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is the state that the scenarios of a run share about plain requests.
type runState struct {
	mu sync.Mutex
	// successes are, by operation, the plain requests that succeeded.
	successes map[string]*success
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState {
		return &runState{successes: map[string]*success{}}
	})
}
