package texts

import (
	"path"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
)

// readRejected looks, once in a run for each kind of text, whether a text is saved although
// the request with it was rejected.
//
// Promise destination-name-kept
// Promise connector-label-kept
func readRejected(w *world.World, rejected *client.Exchange, send func(client.Request) *client.Exchange) {
	kind := rejected.Request.Carries
	k := textKinds[kind]
	text := gjson.GetBytes(rejected.Request.Body, k.sent).String()
	read, ok := readBack(w, rejected.Request)
	if !ok || w.Run.NameIn(text) == "" || !ofRun(w.Run).isFirstRejected(kind) {
		return
	}
	read.Carries, read.Allowed = client.NoText, false
	if e := send(read); e.Accepted() && probe.Same(text, e.Get(k.shown).String()) {
		w.Run.Accuse(outcome.Found(e, "the rejected request to have no effect",
			"HTTP %d, and %s is what was rejected", rejected.Status, k.shown).About(k.promise))
	}
}

// readBack returns a request that shows a text of the resource that another one updates.
func readBack(w *world.World, update client.Request) (client.Request, bool) {
	switch update.Operation {
	case spec.UpdateDestination:
		return w.Request(spec.GetDestination, path.Base(update.Path)), true
	case spec.UpdateConnector:
		r, err := connectors.WithoutLabel(w)
		return r, err == nil && r.Path == update.Path
	}
	return client.Request{}, false
}

// isFirstRejected reports whether no text of the kind was rejected before.
func (t *texts) isFirstRejected(kind client.TextKind) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.rejected[kind]
	t.rejected[kind] = true
	return !before
}
