package connectors

import (
	"sync"
	"sync/atomic"
	"time"

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
	// publishing happens once: it cannot be undone.
	publishing scenario.Shared[*publishing]
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
	// isLostAlone says that the run has asked whether a rejected connector is lost.
	isLostAlone atomic.Bool

	mu sync.Mutex
	// labelled are the service_names of the connectors that each label was sent for.
	labelled map[string][]string
	// shown is the label that the last success about each connector showed.
	shown map[string]string
	// updated counts the updates of each connector that succeeded, by its service_name: since the
	// last one that sent another service_name.
	updated map[string]int
	// acceptedAt is when the last update was sent that was accepted, of a connector that is not
	// published, and rejectedFrom when the first valid one after it was rejected.
	acceptedAt, rejectedFrom time.Time
	// unlabelled says that an update of data without a label succeeded, published which connectors
	// may be published, by their service_names.
	unlabelled bool
	published  map[string]bool
	// kept are the connectors whose labels a response has shown as they were sent, in the order in
	// which they got them.
	kept []world.Connector
	// sent are the labels that were sent.
	sent map[string]bool
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState {
		return &runState{labelled: map[string][]string{}, shown: map[string]string{}, updated: map[string]int{}, sent: map[string]bool{},
			published: map[string]bool{}}
	})
}
