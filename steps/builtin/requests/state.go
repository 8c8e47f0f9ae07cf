package requests

import (
	"sync"

	"understudy/steps/builtin/world"
)

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
