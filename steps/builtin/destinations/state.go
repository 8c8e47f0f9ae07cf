package destinations

import (
	"sync/atomic"
	"time"

	"understudy/steps/builtin/restoring"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// scenarioState is the state of a scenario about the destination.
type scenarioState struct {
	// renames says that the scenario may rename the destination, nameSent that it
	// sent another name, namesTaken are those that may have been taken.
	renames, nameSent bool
	namesTaken        []string
	// renamed is the last renaming that succeeded.
	renamed *client.Exchange
	// nameUnchanged says that the name was read back after a rejection, as it was before.
	nameUnchanged bool
	// rejectedAfter is how many updates the run had sent before the last rejected one.
	rejectedAfter int64
	// typeAccepted says that a type that is no string was accepted.
	typeAccepted bool
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is the state that the scenarios of a run share about the destination.
type runState struct {
	// other is another destination, before the first update of the run.
	other scenario.Shared[*client.Exchange]
	// notRetrieved is how often in a row the retrieval of the destination was not there.
	notRetrieved atomic.Int64
	// updates counts the updates of any destination that the run has sent.
	updates atomic.Int64
	// destinationName is what the run changes of the target's own destination.
	destinationName restoring.Text
	// namesTaken are the names that the scenarios gave it, or may have given it. They are
	// used in the turn of the destination.
	namesTaken []string
	// nameShown is the name that the last success about the destination showed, namesLost is
	// how often the reason of another one was looked for.
	nameShown atomic.Pointer[string]
	namesLost atomic.Int64
	// mayComeLate says that a renaming got no usable response, so that it may take effect after the
	// name was restored.
	mayComeLate bool
	// listSuspected says that a list of objects may have changed the name: see CheckList.
	listSuspected atomic.Bool
	// looks is how often a run has looked whether the name stayed restored, and longest after which
	// time at most. They are used in the turn of the destination.
	looks   int
	longest time.Duration
	// objects are those that the updates have shown.
	objects shownObjects
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState { return &runState{} })
}
