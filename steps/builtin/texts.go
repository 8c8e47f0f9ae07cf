package builtin

import (
	"bytes"
	"encoding/json"
	"net/url"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

// textKind is where a kind of text stands, and what is tried in its place.
type textKind struct {
	// sent is the place in the body of a request, shown that in the response to it;
	// empty where that shows none.
	sent, shown string
	promise     string
	classes     []probe.Class
}

var textKinds = map[string]textKind{
	world.SegmentNames:     {"name", "", "segment-name-kept", probe.Bundles},
	world.NewLabels:        {"connector.label", "data.label", "connector-label-kept", probe.Bundles},
	world.Labels:           {"connector.label", "data.label", "connector-label-kept", probe.Beside(probe.Bundles)},
	world.WordLabels:       {"connector.label", "data.label", "connector-label-kept", probe.Words()},
	world.TargetsLabels:    {"connector.label", "data.label", "connector-label-kept", probe.Mild()},
	world.DestinationNames: {"service_connection.name", "data.name", "destination-name-kept", probe.Mild()},
	world.Redirects:        {"redirect_uri", "data.redirect_uri", "link-redirect-echoed", probe.URLs},
}

// texts is what a run knows of the texts that it sends. It is for use by several
// scenarios at a time.
type texts struct {
	pools map[string]*probe.Pool

	mu sync.Mutex
	// classes are those of the texts that carry a probe, by kind and text.
	classes map[[2]string]string
	// segments are those that were created, by their source URL.
	segments map[string]namedSegment
	// found is what was found wrong, and doubts how often that was not so at a
	// second look, by kind.
	found  map[string]*scenario.Finding
	doubts map[string]int
}

// namedSegment is a segment with the name that it was created with.
type namedSegment struct{ id, name, class string }

func newTexts() *texts {
	t := &texts{pools: map[string]*probe.Pool{}, classes: map[[2]string]string{},
		segments: map[string]namedSegment{}, found: map[string]*scenario.Finding{}, doubts: map[string]int{}}
	for kind, k := range textKinds {
		t.pools[kind] = probe.NewPool(k.classes)
	}
	return t
}

// carry remembers which class of probe a text carries.
func (t *texts) carry(kind, text, class string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.classes[[2]string{kind, text}] = class
}

func (t *texts) classOf(kind, text string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.classes[[2]string{kind, text}]
}

// Deliver sends a request with a probe beside its text, where it may carry one, and as
// it is where that is not accepted.
func Deliver(w *world.World, r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
	carrying, class, ok := carrying(w, r)
	noteSending(w, carrying)
	if !ok {
		return send(r)
	}
	pool := ofRun(w.Run).texts.pools[r.Carries]
	e := send(carrying)
	switch {
	case e.OK() && !e.Rejected():
		pool.Accept(class)
		return e
	case w.Ctx.Err() != nil, e.Throttled(), !scenario.WasSent(e), e.TimedOut(), scenario.IsNotFound(e):
		pool.Return(class)
		return e
	}
	return without(w, r, class, e, send)
}

// without sends a plain request after one that was not accepted and carries a probe. A
// failure is the probe's only where the next request with it fails too.
func without(w *world.World, r client.Request, class probe.Class, e *client.Exchange, send func(client.Request) *client.Exchange) *client.Exchange {
	pool := ofRun(w.Run).texts.pools[r.Carries]
	r = renewed(w, r, e)
	noteSending(w, r)
	plain := send(r)
	if !plain.OK() || plain.Rejected() {
		w.Enter(e)
		pool.Spend(class)
		return plain
	}
	if e.Broken() {
		carrying := withText(w, renewed(w, r, plain), class)
		noteSending(w, carrying)
		again := send(carrying)
		w.Enter(again)
		if again.OK() && !again.Rejected() {
			w.Enter(plain)
			pool.Accept(class)
			return e
		}
		if brokeOff(e) && brokeOff(again) {
			w.Run.Violations.Accuse("bodies-are-json", "one complete JSON value", "a body that breaks off where it holds "+class.ID, again)
		}
	}
	w.Enter(e)
	pool.Reject(class)
	return plain
}

// brokeOff reports that a success response ended before its body did.
func brokeOff(e *client.Exchange) bool { return e.Err != nil && e.Status/100 == 2 }

// renewed is a request that can be sent once more after one that may have been done: a
// service_name is taken by then.
func renewed(w *world.World, r client.Request, sent *client.Exchange) client.Request {
	if r.Operation == spec.CreateConnector && scenario.MayHaveDone(sent) {
		return connectors.Request(w, nil)
	}
	return r
}

// carrying is a request whose text carries the next probe of its kind.
func carrying(w *world.World, r client.Request) (client.Request, probe.Class, bool) {
	k, ok := textKinds[r.Carries]
	if !ok || !r.Allowed || ofScenario(w).doubted != nil || w.Ending {
		return r, probe.Class{}, false
	}
	plain := gjson.GetBytes(r.Body, k.sent).String()
	if !isPlain(w, r.Carries, plain) {
		return r, probe.Class{}, false
	}
	class, ok := ofRun(w.Run).texts.pools[r.Carries].Draw()
	if !ok {
		return r, class, false
	}
	return withText(w, r, class), class, true
}

// isPlain reports whether a text is one beside which a probe may stand: a name that the
// run gave, or the redirect_uri that the target file gives.
func isPlain(w *world.World, kind, text string) bool {
	if kind == world.Redirects {
		return text == segments.RedirectURI(w)
	}
	return w.Run.IsName(text)
}

// withText is a request whose plain text carries a probe.
func withText(w *world.World, r client.Request, class probe.Class) client.Request {
	plain := gjson.GetBytes(r.Body, textKinds[r.Carries].sent)
	text := class.Text(plain.String())
	quoted, _ := json.Marshal(text)
	r.Body = bytes.Replace(r.Body, []byte(plain.Raw), quoted, 1)
	ofRun(w.Run).texts.carry(r.Carries, text, class.ID)
	return r
}

// noteSending remembers a text before it is sent: another scenario may see it first.
func noteSending(w *world.World, r client.Request) {
	k, ok := textKinds[r.Carries]
	if text := gjson.GetBytes(r.Body, k.sent); ok && k.shown != "" && text.Type == gjson.String {
		w.Run.Sent.Add(shownAt(w, r), text.String())
	}
}

// shownAt is the path of what shows the text of a request.
func shownAt(w *world.World, r client.Request) string {
	if r.Operation == spec.CreateConnector {
		return w.Request(spec.UpdateConnector, url.PathEscape(gjson.GetBytes(r.Body, "connector.service_name").String())).Path
	}
	return r.Path
}

// keep remembers the name of a segment that was created.
func (t *texts) keep(e *client.Exchange) {
	id, u, name := e.Get("data.id"), e.Get("filter_segment_source_url"), gjson.GetBytes(e.Request.Body, "name")
	if id.Type != gjson.Number || u.Type != gjson.String || name.Type != gjson.String || len(u.Str) > scenario.MostOfURL {
		return
	}
	class := t.classOf(world.SegmentNames, name.String())
	t.mu.Lock()
	defer t.mu.Unlock()
	t.segments[u.String()] = namedSegment{client.Number(id), name.String(), class}
}
