package connectors

import (
	"sync/atomic"

	"understudy/steps/builtin/restoring"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// scenarioState is the state of a scenario about connectors.
type scenarioState struct {
	// three is what the run shares, where the scenario is about three connectors.
	three *threeConnectors
	// thirdKept says that an update without a label showed that of the third of them.
	thirdKept bool
	// relabelled is the last update with another label that succeeded.
	relabelled *client.Exchange
	// invalidAccepted is how many of the invalidMembers an update was accepted with.
	invalidAccepted int
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is the state that the scenarios of a run share about connectors.
type runState struct {
	// three are the connectors, the second of which follows a rejected creation.
	three scenario.Shared[*threeConnectors]
	// connectors, updates and labels are what was sent at the same time.
	connectors scenario.Shared[*connectorsMade]
	updates    scenario.Shared[*updatesMade]
	labels     scenario.Shared[labelsRead]
	// noOther says that a connector with a random service_name cannot be updated.
	noOther scenario.Shared[bool]
	// connectorLabel is what the run changes of the target's own connector.
	connectorLabel restoring.Text
	// labelAsked says that the label was read.
	labelAsked bool
	// readBack is how many rejected creations were read back.
	readBack atomic.Int32
	// labelAlone says that an update with a label and no other member succeeded.
	labelAlone atomic.Bool
	// lossAsked says that the run has asked whether a rejected connector is lost.
	lossAsked atomic.Bool
}

func ofRun(r *world.Run) *runState { return world.OfRun(r, func() *runState { return &runState{} }) }
