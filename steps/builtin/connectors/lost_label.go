package connectors

import (
	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
)

// NoteShown records the label that was sent, and the one that a success shows.
func NoteShown(r *world.Run, e *client.Exchange) {
	if label := world.SentMember(e, "label"); label != "" {
		noteSent(r, label)
	}
	service, label := world.ServiceOf(e), e.Get("data.label")
	noteUpdated(r, service, e)
	if service == "" || label.Type != gjson.String || e.Get("data.service_name").String() != service {
		return
	}
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.shown[service] = label.String()
}

// noteSent records a label that was sent, of this connector or another: words such as null
// and 007 do not have the run's id.
func noteSent(r *world.Run, label string) {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	run.sent[label] = true
}

func wasSent(r *world.Run, label string) bool {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.sent[label]
}

// shownLast returns the label that the last success about a connector showed.
func shownLast(r *world.Run, service string) string {
	run := ofRun(r)
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.shown[service]
}

// isForeign reports whether the label of a service_name is none that the run has sent: another
// one may be that of another connector, or have been sent at the same time.
func isForeign(w *world.World, service, label string) bool {
	return label == service || !w.Run.IsOurs(label) && !wasSent(w.Run, label)
}

// losesLabel returns a response which shows that the connector at hand loses its label when
// updates are rejected; nil where it does not. It is asked where the label changed: another
// request may have been the reason. So the connector gets a new label, which the response and
// an update of another member have to show; then the rejected updates are sent again, after
// which two such updates show another one.
func losesLabel(w *world.World, rejected []*client.Exchange) *client.Exchange {
	LockConnector(w, w.Connector)
	r, err := plainUpdate(w)
	if err != nil {
		return nil
	}
	update := w.Exchange(r)
	if noteRelabelled(w, update); w.Usable(update) != nil {
		return nil
	}
	label := w.Connector.Label
	another := func(e *client.Exchange) bool { return e == nil || e.Get("data.label").String() != label }
	read := readLabel(w)
	if another(update) || another(read()) {
		return nil
	}
	lost := func(e *client.Exchange) bool {
		return e != nil && e.Accepted() && e.Get("data.label").Type == gjson.String &&
			isForeign(w, w.Connector.Service, e.Get("data.label").String())
	}
	return w.LosesText(rejected, read, another, lost)
}
