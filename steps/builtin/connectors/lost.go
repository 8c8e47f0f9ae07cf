package connectors

import (
	"understudy/spec"
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
	isBack := func(e *client.Exchange) bool { return e.Accepted() && c.ShowsEarlierLabel(e) }
	e, err := w.CaughtUp(e, isBack, w.Probing(r))
	if err == nil && isBack(e) {
		w.Run.Accuse(outcome.Found(e, "data.label to be the value that was sent last", "one from before").
			At("data.label").About("connector-label-kept"))
	}
}

// noteLost accuses the deployment where a connector that was there is not found for
// limits.settle, neither by the read-back that got the response nor by an update with a new label.
//
// Promise connectors-are-updated
func noteLost(w *world.World, e *client.Exchange) {
	if !scenario.IsNotFound(e) || !wasThere(w.Run, w.Connector.Service) {
		return
	}
	r := e.Request
	e, err := w.CaughtUp(e, scenario.IsNotFound, w.Probing(r))
	if err != nil || !scenario.IsNotFound(e) {
		return
	}
	update := w.Exchange(updateOf(w, w.Connector, nil))
	noteRelabelled(w, update)
	if scenario.IsNotFound(update) {
		w.Run.Accuse(outcome.Found(update, "a success, as of the updates before", "%s for limits.settle",
			scenario.Rejection(update)).About("connectors-are-updated"))
	}
}

// noteUpdated counts an update of a connector that succeeded. One that sends another service_name
// may have made that the connector's own, so that the count begins again.
func noteUpdated(r *world.Run, service string, e *client.Exchange) {
	if e.Operation != spec.UpdateConnector || !e.Accepted() {
		return
	}
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.updated[service]++
	if world.SentMember(e, "service_name") != "" || e.Get("data.service_name").String() != service {
		run.updated[service] = 0
	}
}

// wasThere reports whether a connector was updated under its service_name, and can only be lost.
func wasThere(r *world.Run, service string) bool {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.updated[service] > 0
}
