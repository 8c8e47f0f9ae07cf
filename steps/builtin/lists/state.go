package lists

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/evidence"
	"understudy/steps/history"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// scenarioState is the state of a scenario about lists.
type scenarioState struct {
	// listed are the responses to all list requests without a fault of their token.
	listed []*client.Exchange
	// together are those of the last step that sent several list requests.
	together []listed
}

func ofScenario(w *world.World) *scenarioState { return world.OfScenario[scenarioState](w) }

// runState is the state that the scenarios of a run share about lists.
type runState struct {
	// snapshots are the pages of each list in each order, responses those to a list in a query,
	// counts how many records a list has.
	snapshots scenario.SharedBy[snapshotKey, *paging.Snapshot]
	responses scenario.SharedBy[listRequest, *client.Exchange]
	counts    scenario.SharedBy[string, int64]
	// motion is which lists moved, records what was shown of each record, and recordsByQuery the same
	// in the responses to equal queries: those to others may differ from them.
	motion                  paging.Motion
	records, recordsByQuery history.Records
	// intermittent counts responses that are wrong at times, firstPages are the records of page 1.
	intermittent evidence.Intermittent
	firstPages   paging.FirstPages
	// lists is what was shown of each list as a whole.
	lists history.Lists
	// onlyPages are requests for a list that fits on one page and contradicted its own numbers.
	onlyPages onlyPages
	// sideLists are requests for other lists of objects whose responses contradicted the document each time.
	sideLists sideLists
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState { return &runState{recordsByQuery: history.Records{ByQuery: true}} })
}
