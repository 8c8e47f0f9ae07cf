package connectors

import (
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// noteReturned accuses the deployment where a label from before the last update is back, and stays
// for limits.settle: e is the response to an update of another member.
//
// Promise connector-label-kept
func noteReturned(w *world.World, e *client.Exchange) {
	r, c := e.Request, w.Connector
	isBack := func(e *client.Exchange) bool { return e.Accepted() && c.HadLabel(e.Get("data.label").String()) }
	e, err := w.CaughtUp(e, isBack, func() *client.Exchange { return w.ProbeAside(r) })
	if err == nil && isBack(e) {
		accuse(w, "connector-label-kept", outcome.Found(e, "data.label to be the value that was sent last", "one from before").At("data.label"))
	}
}

// noteLost accuses the deployment where a connector that a success has shown is not found for
// limits.settle, neither by the read-back that got the response nor by an update with a new label.
//
// Promise connectors-are-updated
func noteLost(w *world.World, e *client.Exchange) {
	if !scenario.IsNotFound(e) || shownLast(w.Run, w.Connector.Service) == "" {
		return
	}
	r := e.Request
	e, err := w.CaughtUp(e, scenario.IsNotFound, func() *client.Exchange { return w.ProbeAside(r) })
	if err != nil || !scenario.IsNotFound(e) {
		return
	}
	update := w.Exchange(updateOf(w, w.Connector, nil))
	noteRelabelled(w, update)
	if scenario.IsNotFound(update) {
		accuse(w, "connectors-are-updated", outcome.Found(update, "a success, as the connector was shown before", "%s for limits.settle", scenario.Rejection(update)))
	}
}

func accuse(w *world.World, promise string, f *outcome.Finding) {
	f.Promise = promise
	w.Run.Accuse(f)
}
