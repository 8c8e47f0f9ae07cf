package destinations

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// nameReadBack returns a response that shows the destination's name, and the way it
// was read: the GET of one destination, or an update without a name, which needs the
// sample. Where no way works, the text says why.
func nameReadBack(w *world.World) (*client.Exchange, string) {
	result := "not supported"
	if ofRun(w.Run).notRetrieved.Load() < mostNotRetrieved {
		e := w.Exchange(w.Request(spec.GetDestination, destinationID(w)))
		if _, ok := nameIn(w, e); ok {
			ofRun(w.Run).notRetrieved.Store(0)
			return e, "GET of the destination"
		}
		if e.Err == nil && slices.Contains([]int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented}, e.Status) {
			ofRun(w.Run).notRetrieved.Add(1)
		}
		result = e.Outcome()
	}
	if w.Run.Target.Samples.ServiceConnection == nil {
		return nil, fmt.Sprintf("GET of one destination is %s, and the target file gives no samples.service_connection", result)
	}
	return nameByUpdate(w)
}

// mostNotRetrieved is after how many responses in a row that the retrieval is not there
// it is not requested any more to read a name back: it is not one of the document's endpoints.
const mostNotRetrieved = 2

// readName returns how the name is read back: see nameReadBack.
func readName(w *world.World) func() *client.Exchange {
	return func() *client.Exchange { e, _ := nameReadBack(w); return e }
}

// nameIn returns the destination's name in a response, unless that is about another
// destination.
func nameIn(w *world.World, e *client.Exchange) (string, bool) {
	data := e.Get("data")
	id, name := data.Get("id"), data.Get("name")
	another := id.Type == gjson.Number && jsonvalue.Number(id) != destinationID(w)
	return name.String(), e.OK() && name.Type == gjson.String && !another
}

// nameByUpdate returns the response to an update without a name.
func nameByUpdate(w *world.World) (*client.Exchange, string) {
	if w.Run.Target.Samples.ServiceConnection == nil {
		return nil, "the target file gives no samples.service_connection"
	}
	e := w.Exchange(NamelessRequest(w))
	if !e.Accepted() {
		return nil, fmt.Sprintf("an update without a name is %s", e.Outcome())
	}
	w.CheckSuccess(e)
	return e, "an update without a name"
}

// NamelessRequest returns an update without a name, made from the sample, which must be given.
func NamelessRequest(w *world.World) client.Request {
	sample := maps.Clone(w.Run.Target.Samples.ServiceConnection)
	delete(sample, "name")
	r := scenario.WithBody(w.Request(spec.UpdateDestination, destinationID(w)), map[string]any{"service_connection": sample})
	r.Allowed = false
	return r
}

// mostReplicas is how often a value is read that one of several replicas may never get.
const mostReplicas = 6

// alsoByUpdate reads a name that the retrieval shows late by updates without a name, too, until one
// shows it late: the retrieval is not one of the document's endpoints, and may lag longer.
func alsoByUpdate(w *world.World, e *client.Exchange, by string, lags func(*client.Exchange) bool) (*client.Exchange, string) {
	how := by
	for range mostReplicas {
		update, way := nameByUpdate(w)
		if update == nil {
			break
		}
		if _, ok := nameIn(w, update); !ok {
			break
		}
		if e, how = update, by+", and then "+way; lags(e) {
			break
		}
	}
	return e, how
}

// accuseReturned accuses the deployment where a name from before the last update, which its response
// showed, is back, and stays for limits.settle.
//
// Promise destination-name-kept
func accuseReturned(w *world.World, e *client.Exchange, last string) {
	returned := isBack(w, last)
	e, err := w.CaughtUp(e, returned, readName(w))
	if err == nil && returned(e) {
		e, _ = alsoByUpdate(w, e, "", returned)
	}
	if err == nil && returned(e) {
		w.Run.Accuse(outcome.Found(e, fmt.Sprintf("data.name to stay %q, as the response to the last update showed it", last), "one from before").
			At(client.NameShown).About("destination-name-kept"))
	}
}

// isSettled reports whether a name that a success showed is the last one that the destination was sent: by
// the scenario, or else by the one before, which restored it.
func isSettled(w *world.World, shown string) bool {
	taken := ofScenario(w).namesTaken
	isLast := len(taken) == 0 && IsOwnName(w.Run, shown) || len(taken) > 0 && taken[len(taken)-1] == shown
	return isLast && !ofRun(w.Run).mayComeLate
}

// isBack reports whether a response shows a name from before the last one.
func isBack(w *world.World, last string) func(*client.Exchange) bool {
	return func(e *client.Exchange) bool {
		if e == nil {
			return false
		}
		name, ok := nameIn(w, e)
		return ok && earlierThan(w, last)(name) && !(IsOwnName(w.Run, last) && IsOwnName(w.Run, name))
	}
}

// WasRenamed reads back a rejected renaming: the name has to be the one from before.
func WasRenamed(w *world.World, rejected *client.Exchange) world.ReadBack {
	before := ofRun(w.Run).nameShown.Load()
	e, _ := nameReadBack(w)
	if e == nil {
		return world.ReadBack{}
	}
	name := e.Get(client.NameShown).String()
	if ofScenario(w).renames && w.WasRejected(name, rejected, sentName) && !IsOwnName(w.Run, name) {
		return world.ReadBack{Effect: "the destination has the name that was rejected", Response: e}
	}
	// An update without a name may be what took it.
	changed := before != nil && name != *before && (name != "" || e.Operation == spec.GetDestination)
	switch {
	case !ofScenario(w).renames || !changed:
	case isSettled(w, *before) && isBack(w, *before)(e):
		accuseReturned(w, e, *before)
	case !IsOwnName(w.Run, name) && !w.Run.IsOurs(name):
		if lost := losesName(w, w.SentWith(rejected)); lost != nil {
			return world.ReadBack{Effect: "the destination has lost its name", Response: lost}
		}
	}
	ofScenario(w).nameUnchanged = ofRun(w.Run).destinationName.IsOriginal(name)
	return world.ReadBack{Response: e}
}
