package connectors

import (
	"net/http"
	"time"

	"github.com/tidwall/gjson"

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
// Where the response may be another rejection, an unknown connector has to get its code, too, and
// an update of a new one has to succeed.
//
// Promise connectors-are-updated
func noteLost(w *world.World, e *client.Exchange) {
	isLost := scenario.IsNotFound
	isNotFound := isLost(e)
	if !isNotFound && mayBeLost(w, e) {
		isLost = hasCodeOf(e)
	}
	if !isLost(e) || !wasThere(w.Run, w.Connector.Service) {
		return
	}
	r := e.Request
	e, err := w.CaughtUp(e, isLost, w.Probing(r))
	if err != nil || !isLost(e) {
		return
	}
	update := w.Exchange(updateOf(w, w.Connector, nil))
	noteRelabelled(w, update)
	if isLost(update) && (isNotFound || isLostAlone(w, update)) {
		w.Run.Accuse(outcome.Found(update, "a success, as of the updates before", "%s for limits.settle",
			scenario.Rejection(update)).About("connectors-are-updated"))
	}
}

// mayBeLost reports whether a rejected update without a label may mean that the connector does
// not exist: other such updates were accepted, and it was not published, which may forbid them. A
// code that may stand for a lock or a limit does not mean that.
func mayBeLost(w *world.World, e *client.Exchange) bool {
	run := ofRun(w.Run)
	run.mu.Lock()
	defer run.mu.Unlock()
	mayMean := scenario.IsLasting(e) || e.Rejected() && e.Status == http.StatusForbidden
	return mayMean && run.unlabelled && !run.published[w.Connector.Service]
}

// noteMayBePublished records a connector that is published, or may be.
func noteMayBePublished(r *world.Run, service string) {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.published[service] = true
}

// hasCodeOf reports whether a rejection has the code of another one.
func hasCodeOf(other *client.Exchange) func(*client.Exchange) bool {
	return func(e *client.Exchange) bool { return e.Rejected() && e.Status == other.Status }
}

// isLostAlone reports whether a rejected update gets the code that one of an unknown connector
// gets, before an update of a new connector that succeeds, and after it for limits.settle. It is
// asked once in a run.
func isLostAlone(w *world.World, rejected *client.Exchange) bool {
	unknown, other := w.Connector, w.Connector
	unknown.Service = w.Run.NoConnector()
	if ofRun(w.Run).isLostAlone.Swap(true) || !hasCodeOf(rejected)(w.ProbeAside(updateOf(w, unknown, nil))) {
		return false
	}
	other.Service = w.Exchange(Request(w, nil)).Get("data.service_name").String()
	if other.Service == "" || len(other.Service) > scenario.MostOfURL || !w.Exchange(updateOf(w, other, nil)).Accepted() {
		return false
	}
	again := func() *client.Exchange {
		e := w.Exchange(updateOf(w, w.Connector, nil))
		noteRelabelled(w, e)
		return e
	}
	e, err := w.CaughtUp(again(), hasCodeOf(rejected), again)
	return err == nil && hasCodeOf(rejected)(e)
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
	if !run.published[service] {
		run.noteAccepted(e)
	}
	sent := gjson.GetBytes(e.Request.Body, "connector")
	run.unlabelled = run.unlabelled || sent.Get("data").Exists() && !sent.Get("label").Exists()
	if world.SentMember(e, "service_name") != "" || e.Get("data.service_name").String() != service {
		run.updated[service] = 0
	}
}

// noteAccepted records an update that was accepted, of a connector that is not published. Responses may
// be noted in another order than they were received.
func (r *runState) noteAccepted(e *client.Exchange) {
	if e.Began.After(r.acceptedAt) {
		r.acceptedAt = e.Began
	}
	if r.rejectedFrom.Before(e.Received) {
		r.rejectedFrom = time.Time{}
	}
}

// NoteRejected records that a valid update was rejected.
func NoteRejected(r *world.Run, e *client.Exchange) {
	if e.Operation != spec.UpdateConnector || !e.Allowed || !e.Rejected() {
		return
	}
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.rejectedFrom.IsZero() {
		run.rejectedFrom = e.Received
	}
}

// isByPublishing reports whether updates of connectors that are not published may be rejected since a
// publishing because of it: none was accepted after it, nor were they rejected before.
func isByPublishing(r *world.Run, publishing *client.Exchange) bool {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.acceptedAt.Before(publishing.Received) && run.rejectedFrom.After(publishing.Began)
}

// wasThere reports whether a connector was updated under its service_name, and can only be lost.
func wasThere(r *world.Run, service string) bool {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.updated[service] > 0
}
