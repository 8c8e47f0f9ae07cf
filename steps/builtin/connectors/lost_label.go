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
	if service == "" || label.Type != gjson.String || e.Get("data.service_name").String() != service {
		return
	}
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	ofRun(r).shown[service] = label.String()
}

// noteSent records a label that was sent, of this connector or another: words such as null
// and 007 do not have the run's id.
func noteSent(r *world.Run, label string) {
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	ofRun(r).sent[label] = true
}

func wasSent(r *world.Run, label string) bool {
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	return ofRun(r).sent[label]
}

// shownLast returns the label that the last success about a connector showed.
func shownLast(r *world.Run, service string) string {
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	return ofRun(r).shown[service]
}

// isForeign reports whether a label is none that the run has sent: another one may be that of
// another connector, or have been sent at the same time.
func isForeign(w *world.World, label string) bool {
	return label == w.Connector.Service || !w.Run.IsOurs(label) && !wasSent(w.Run, label)
}

// losesLabel reports whether the connector at hand loses its label when updates are rejected.
// It is asked where the label changed: another request may have been the reason. So the
// connector gets a new label, which the response and an update of another member have to show;
// then the rejected updates are sent again, after which two such updates show another one.
func losesLabel(w *world.World, rejected []*client.Exchange) bool {
	Turn(w)
	if updateFirst(w) != nil {
		return false
	}
	label := w.Connector.Label
	another := func(e *client.Exchange) bool { return e == nil || e.Get("data.label").String() != label }
	read := func() *client.Exchange {
		r, err := WithoutLabel(w)
		if err != nil {
			return nil
		}
		return w.Probe(r)
	}
	if another(w.Last) || another(read()) {
		return false
	}
	for _, e := range rejected {
		if !w.Probe(e.Request).RejectedWithoutEffect() {
			return false
		}
	}
	lost := func(e *client.Exchange) bool {
		return e != nil && e.Accepted() && e.Get("data.label").Type == gjson.String && isForeign(w, e.Get("data.label").String())
	}
	e := read()
	if !lost(e) {
		return false
	}
	e, err := w.CaughtUp(e, another, read)
	return err == nil && lost(e) && lost(read())
}
