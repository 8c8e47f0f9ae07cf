package segments

import (
	"sync"
	"sync/atomic"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// scenarioState is what a scenario knows of segments.
type scenarioState struct {
	// batch is what the run shares, where the scenario is about several segments.
	batch *segmentBatch
	// kinds are the kinds of molecules that it created a segment with.
	kinds []string
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is what the scenarios of a run share of segments.
type runState struct {
	// segment is the complete one that scenarios on links share.
	segment scenario.Shared[world.Segment]
	// batch are segments that were created one after the other.
	batch scenario.Shared[*segmentBatch]
	// molecules are the responses to creations that others are compared with.
	molecules scenario.SharedBy[string, *client.Exchange]
	// kinds are the responses to creations with molecules of a kind.
	kinds scenario.SharedBy[string, *client.Exchange]
	// quickest is the shortest time that a completion took, in nanoseconds; 0 where none
	// was waited for.
	quickest atomic.Int64
	// signed says of source URLs that reject the token whether they respond without it.
	signed sync.Map // of bool, by URL
	// properties are what complete source URLs show.
	properties properties

	// complete are the source URLs that were complete once.
	complete sync.Map
	mu       sync.Mutex
	// named are the names of segments by their ids.
	named map[string]string
	// made is the segment that was created last.
	made *world.Segment
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState {
		return &runState{named: map[string]string{}}
	})
}
