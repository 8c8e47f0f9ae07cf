package builtin

import (
	"sync"

	"understudy/steps/builtin/restoring"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// scenarioState is what a scenario knows of the nouns of this package.
type scenarioState struct {
	// plain is the request that is sent with one fault after another, until they are checked.
	plain client.Request
	// renames says that the scenario may rename the destination, nameSent that it
	// sent another name, namesTaken are those that may have been taken.
	renames, nameSent bool
	namesTaken        []string
	// nameUnchanged says that the name was read back after a rejection, as it was before.
	nameUnchanged bool
	// tried is the kind of texts that the scenario tried, and doubted what is looked
	// at again, where a text came back in other words.
	tried   string
	doubted *doubt
	// words are the labels that look like values, as they were read back.
	words []savedWord
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is what the scenarios of a run share of the nouns of this package.
type runState struct {
	// other is another destination, before the first update of the run.
	other scenario.Shared[*client.Exchange]
	// texts are those that the run sent, and what became of them.
	texts *texts
	// destinationName is what the run changes of the target's own destination.
	destinationName restoring.Kept

	mu sync.Mutex
	// successes are, by operation, the plain requests that succeeded.
	successes map[string]*success
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState {
		return &runState{texts: newTexts(), successes: map[string]*success{}}
	})
}
