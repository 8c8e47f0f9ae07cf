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
	// pair is what the run shares, where the scenario is about two connectors.
	pair *connectorPair
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
	// publishing is made once: a connector is published for ever.
	publishing scenario.Shared[*publishing]
	// other is another destination, before the first update of the run.
	other scenario.Shared[*client.Exchange]
	// pair are two connectors with a rejected creation in between.
	pair scenario.Shared[*connectorPair]
	// connectors, updates and labels are what was sent at the same time.
	connectors scenario.Shared[*connectorsMade]
	updates    scenario.Shared[*updatesMade]
	labels     scenario.Shared[labelsRead]
	// noOther says that a connector of a random service_name cannot be updated.
	noOther scenario.Shared[bool]
	// texts are those that the run sent, and what became of them.
	texts *texts
	// destinationName is what the run changes of the target's own destination.
	destinationName, connectorLabel restoring.Kept
	// labelAsked says that the label was asked for.
	labelAsked bool

	mu sync.Mutex
	// successes are, by operation, the plain requests that succeeded.
	successes map[string]*success
	// labelled are the connectors that labels were sent for, by the label.
	labelled map[string]string
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState {
		return &runState{texts: newTexts(), successes: map[string]*success{}, labelled: map[string]string{}}
	})
}
