package connectors

import (
	"net/http"

	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// accuseLost accuses the deployment where a connector that was there is not found for
// limits.settle, neither by the read-back that got the response nor by an update with a new label.
// Where the response may be another rejection, an unknown connector has to get its code, too, and
// an update of a new one has to succeed.
//
// Promise connectors-are-updated
func accuseLost(w *world.World, e *client.Exchange) {
	isLost := scenario.IsNotFound
	isNotFound := isLost(e)
	if !isNotFound && mayBeLost(w, e) {
		isLost = hasCodeOf(e)
	}
	if !isLost(e) || !history.Of(w.Run).Updates.Has(w.Connector.Service) {
		return
	}
	r := e.Request
	e, err := w.CaughtUp(e, isLost, w.Probing(r))
	if err != nil || !isLost(e) {
		return
	}
	update := w.Exchange(updateOf(w, w.Connector, nil))
	NoteLabel(w, update)
	if isLost(update) && (isNotFound || confirmLost(w, update)) {
		w.Run.Accuse(outcome.Found(update, "a success, as of the updates before", "%s for limits.settle",
			scenario.Rejection(update)).About("connectors-are-updated"))
	}
}

// mayBeLost reports whether a rejected update without a label may mean that the connector does
// not exist: other such updates were accepted, and it was not published, which may forbid them. A
// code that may stand for a lock or a limit does not mean that.
func mayBeLost(w *world.World, e *client.Exchange) bool {
	h := history.Of(w.Run)
	mayMean := scenario.IsLasting(e) || e.Rejected() && e.Status == http.StatusForbidden
	return mayMean && h.Updates.HasUnlabelled() && !h.Published.Has(w.Connector.Service)
}

// hasCodeOf reports whether a rejection has the code of another one.
func hasCodeOf(other *client.Exchange) func(*client.Exchange) bool {
	return func(e *client.Exchange) bool { return e.Rejected() && e.Status == other.Status }
}

// confirmLost compares a rejected update with two others, once in a run, and reports whether the
// connector is lost: one of an unknown connector gets the same code, one of a new connector succeeds,
// and one of the connector at hand still gets that code, for limits.settle.
func confirmLost(w *world.World, rejected *client.Exchange) bool {
	unknown, other := w.Connector, w.Connector
	unknown.Service = w.Run.NoConnector()
	if ofRun(w.Run).lossAsked.Swap(true) || !hasCodeOf(rejected)(w.ProbeAside(updateOf(w, unknown, nil))) {
		return false
	}
	other.Service = w.Exchange(Request(w, nil)).Get("data.service_name").String()
	if other.Service == "" || len(other.Service) > scenario.MostOfURL || !w.Exchange(updateOf(w, other, nil)).Accepted() {
		return false
	}
	again := func() *client.Exchange {
		e := w.Exchange(updateOf(w, w.Connector, nil))
		NoteLabel(w, e)
		return e
	}
	e, err := w.CaughtUp(again(), hasCodeOf(rejected), again)
	return err == nil && hasCodeOf(rejected)(e)
}
