package builtin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

// The kinds of texts that a client writes and sees again.
const (
	segmentNames     = "the name of a segment"
	newLabels        = "the label of a new connector"
	labels           = "the label of a connector"
	targetsLabels    = "the label of the target's connector"
	destinationNames = "the name of the destination"
	redirects        = "the redirect_uri of a link"
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
	segmentNames:     {"name", "", "segment-name-kept", probe.Bundles},
	newLabels:        {"connector.label", "data.label", "connector-label-kept", probe.Bundles},
	labels:           {"connector.label", "data.label", "connector-label-kept", probe.Bundles},
	targetsLabels:    {"connector.label", "data.label", "connector-label-kept", probe.Mild()},
	destinationNames: {"service_connection.name", "data.name", "destination-name-kept", probe.Mild()},
	redirects:        {"redirect_uri", "data.redirect_uri", "link-redirect-echoed", probe.URLs},
}

// texts is what a run knows of the texts that it sends. It is for use by several
// scenarios at a time.
type texts struct {
	pools map[string]*probe.Pool

	mu sync.Mutex
	// classes are those of the texts that carry a probe, by kind and text.
	classes map[[2]string]string
	// sent are all texts that were sent, by the path that shows them.
	sent map[string][]string
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
	t := &texts{pools: map[string]*probe.Pool{}, classes: map[[2]string]string{}, sent: map[string][]string{},
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

// send remembers that a text is sent to what a path shows.
func (t *texts) send(path, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent[path] = append(t.sent[path], text)
}

// wasSent reports whether a text is one that was sent; an empty path stands for all.
func (t *texts) wasSent(path, text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for at, sent := range t.sent {
		if (path == "" || at == path) && slices.ContainsFunc(sent, func(s string) bool { return probe.Same(s, text) }) {
			return true
		}
	}
	return false
}

// deliver sends a request with a probe beside its text, where it may carry one, and as
// it is where that is not accepted.
func (w *World) deliver(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange {
	carrying, class, ok := w.carrying(r)
	w.noteSending(carrying)
	if !ok {
		return send(r)
	}
	pool := w.run.texts.pools[r.Carries]
	e := send(carrying)
	switch {
	case e.OK() && !e.Rejected():
		pool.Accept(class)
		return e
	case w.Ctx.Err() != nil, e.Throttled(), !scenario.WasSent(e), e.TimedOut(), scenario.IsNotFound(e):
		pool.Return(class)
		return e
	}
	return w.without(r, class, e, send)
}

// without sends a plain request after one that was not accepted and carries a probe. A
// failure is the probe's only where the next request with it fails too.
func (w *World) without(r client.Request, class probe.Class, e *client.Exchange, send func(client.Request) *client.Exchange) *client.Exchange {
	pool := w.run.texts.pools[r.Carries]
	r = w.renewed(r, e)
	w.noteSending(r)
	plain := send(r)
	if !plain.OK() || plain.Rejected() {
		w.Enter(e)
		pool.Spend(class)
		return plain
	}
	if e.Broken() {
		carrying := w.withText(w.renewed(r, plain), class)
		w.noteSending(carrying)
		again := send(carrying)
		w.Enter(again)
		if again.OK() && !again.Rejected() {
			w.Enter(plain)
			pool.Accept(class)
			return e
		}
		if brokeOff(e) && brokeOff(again) {
			w.run.Violations.Accuse("bodies-are-json", "one complete JSON value", "a body that breaks off where it holds "+class.ID, again)
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
func (w *World) renewed(r client.Request, sent *client.Exchange) client.Request {
	if r.Operation == spec.CreateConnector && scenario.MayHaveDone(sent) {
		return w.connectorRequest(nil)
	}
	return r
}

// carrying is a request whose text carries the next probe of its kind.
func (w *World) carrying(r client.Request) (client.Request, probe.Class, bool) {
	k, ok := textKinds[r.Carries]
	if !ok || !r.Allowed || w.doubted != nil || w.Ending {
		return r, probe.Class{}, false
	}
	plain := gjson.GetBytes(r.Body, k.sent).String()
	if !w.isPlain(r.Carries, plain) {
		return r, probe.Class{}, false
	}
	class, ok := w.run.texts.pools[r.Carries].Draw()
	if !ok {
		return r, class, false
	}
	return w.withText(r, class), class, true
}

// isPlain reports whether a text is one beside which a probe may stand: a name that the
// run gave, or the redirect_uri that the target file gives.
func (w *World) isPlain(kind, text string) bool {
	if kind == redirects {
		return text == w.redirectURI()
	}
	return w.run.IsName(text)
}

// withText is a request whose plain text carries a probe.
func (w *World) withText(r client.Request, class probe.Class) client.Request {
	plain := gjson.GetBytes(r.Body, textKinds[r.Carries].sent)
	text := class.Text(plain.String())
	quoted, _ := json.Marshal(text)
	r.Body = bytes.Replace(r.Body, []byte(plain.Raw), quoted, 1)
	w.run.texts.carry(r.Carries, text, class.ID)
	return r
}

// noteSending remembers a text before it is sent: another scenario may see it first.
func (w *World) noteSending(r client.Request) {
	k, ok := textKinds[r.Carries]
	if text := gjson.GetBytes(r.Body, k.sent); ok && k.shown != "" && text.Type == gjson.String {
		w.run.texts.send(w.shownAt(r), text.String())
	}
}

// shownAt is the path of what shows the text of a request.
func (w *World) shownAt(r client.Request) string {
	if r.Operation == spec.CreateConnector {
		return w.Request(spec.UpdateConnector, url.PathEscape(gjson.GetBytes(r.Body, "connector.service_name").String())).Path
	}
	return r.Path
}

// noteText compares the text that a response shows with the one that was sent.
func (w *World) noteText(e *client.Exchange) {
	switch k := textKinds[e.Carries]; {
	case !e.OK() || e.Rejected():
	case e.Operation == spec.ReadSegmentSource && complete(e):
		w.noteSegmentName(e)
	case e.Operation == spec.CreateSegment:
		w.run.texts.keep(e)
	case e.Allowed && k.shown != "":
		if shown := e.Get(k.shown); shown.Type == gjson.String { // else the contract says so
			w.compareText(e.Carries, e, gjson.GetBytes(e.Request.Body, k.sent).String(), shown)
		}
	}
}

// keep remembers the name of a segment that was created.
func (t *texts) keep(e *client.Exchange) {
	id, u, name := e.Get("data.id"), e.Get("filter_segment_source_url"), gjson.GetBytes(e.Request.Body, "name")
	if id.Type != gjson.Number || u.Type != gjson.String || name.Type != gjson.String || len(u.Str) > scenario.MostOfURL {
		return
	}
	class := t.classOf(segmentNames, name.String())
	t.mu.Lock()
	defer t.mu.Unlock()
	t.segments[u.String()] = namedSegment{client.Number(id), name.String(), class}
}

// noteSegmentName compares the name that a complete source URL shows.
func (w *World) noteSegmentName(e *client.Exchange) {
	w.run.texts.mu.Lock()
	s, ok := w.run.texts.segments[e.URL]
	w.run.texts.mu.Unlock()
	if name := nameOf(e.JSON(), s.id); ok && name.Exists() {
		w.compareText(segmentNames, e, s.name, name)
	}
}

// nameOf finds the name in the object of a response that has an id, at whatever depth.
func nameOf(v gjson.Result, id string) (name gjson.Result) {
	if v.IsObject() && client.Number(v.Get("id")) == id {
		return v.Get("name")
	}
	if v.IsObject() || v.IsArray() {
		v.ForEach(func(_, inner gjson.Result) bool {
			name = nameOf(inner, id)
			return !name.Exists()
		})
	}
	return name
}

// compareText compares the text that a response shows with the one that was sent. One
// that is neither that nor an earlier one is looked at again on another resource.
func (w *World) compareText(kind string, e *client.Exchange, sent string, shown gjson.Result) {
	t := w.run.texts
	class := t.classOf(kind, sent)
	same := shown.Type == gjson.String && probe.Same(sent, shown.String())
	if !same && w.isEarlier(kind, e, shown.String()) {
		return
	}
	t.pools[kind].Compare(class)
	if w.doubted != nil {
		w.doubted.differs = w.doubted.differs || !same && w.doubted.kind == kind
		return
	}
	t.mu.Lock()
	known := t.found[kind] != nil || t.doubts[kind] == mostDoubts
	t.mu.Unlock()
	if same || known {
		return
	}
	f := scenario.Found(e, fmt.Sprintf("%s to be %q, as it was sent", kind, sent), "%s", shown.Raw)
	f.Promise = textKinds[kind].promise
	confirmed := w.differsAgain(kind, class)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !confirmed {
		t.doubts[kind]++
		return
	}
	t.found[kind] = f
	w.run.Violations.Accuse(f.Promise, f.Expected, f.Actual, e)
}

// mostDoubts is how often a text is looked at again in vain.
const mostDoubts = 3

// isEarlier reports whether a text is another one that the resource has had: whether it
// is up to date is checked elsewhere.
func (w *World) isEarlier(kind string, e *client.Exchange, text string) bool {
	switch {
	case kind == destinationNames && w.run.destinationName.asBefore(text), kind == targetsLabels && w.run.connectorLabel.asBefore(text):
		return true
	case kind == segmentNames:
		return false
	}
	return w.run.texts.wasSent(w.shownAt(e.Request), text)
}

// doubt is what a second look at a kind of text finds.
type doubt struct {
	kind    string
	differs bool
}

// differsAgain sends a text of the same class to another resource, and reports whether
// it comes back in other words again.
func (w *World) differsAgain(kind, class string) bool {
	d := &doubt{kind: kind}
	w.doubted = d
	defer func() { w.doubted = nil }()
	carry := func(r client.Request) client.Request {
		r.Carries = kind
		for _, c := range textKinds[kind].classes {
			if c.ID == class {
				r = w.withText(r, c)
			}
		}
		return r
	}
	switch kind {
	case segmentNames:
		w.createAndRead(carry)
	case newLabels:
		w.Exchange(carry(w.connectorRequest(nil)))
	case labels:
		w.createAndRelabel(carry)
	case targetsLabels:
		r := w.targetsConnector(map[string]any{"label": w.run.Name()})
		r.Carries, r.Allowed = kind, true
		w.Exchange(carry(r))
	case destinationNames:
		if w.renames {
			w.Exchange(carry(w.named(w.run.Name())))
		}
	case redirects:
		if s, err := w.segmentForLinks(); err == nil {
			w.Exchange(carry(w.linkTo(s, map[string]any{"redirect_uri": w.redirectURI()})))
		}
	}
	return d.differs
}

// createAndRead creates a segment and reads its source URL until it is complete.
func (w *World) createAndRead(carry func(client.Request) client.Request) {
	last, segment := w.Last, w.segment
	defer func() { w.Last, w.segment = last, segment }()
	r, err := w.segmentRequest(nil)
	if err != nil {
		return
	}
	e := w.Exchange(carry(r))
	w.segment = segmentState{id: client.Number(e.Get("data.id")), sourceURL: e.Get("filter_segment_source_url").String()}
	if w.segment.sourceURL != "" {
		_ = w.waitForCompletion() // without it the second look finds nothing
	}
}

// createAndRelabel creates a connector and gives it another label.
func (w *World) createAndRelabel(carry func(client.Request) client.Request) {
	made := w.Exchange(w.connectorRequest(nil))
	service := made.Get("data.service_name")
	if service.Type != gjson.String || len(service.Str) > scenario.MostOfURL {
		return
	}
	connector := w.connectorBody()
	delete(connector, "service_name")
	r := w.Request(spec.UpdateConnector, url.PathEscape(service.String()))
	r.Carries = labels
	w.Exchange(carry(scenario.WithBody(r, map[string]any{"connector": connector})))
}

// isMangled reports whether a text that is shown has the run's name of the one that was
// sent, in other words. A deployment may show another where it was not sent one: a label
// that is made of the service_name, say.
func (w *World) isMangled(sent, shown string) bool {
	name := w.run.NameIn(sent)
	return name != "" && strings.Contains(strings.ToLower(shown), name) && !w.run.texts.wasSent("", shown)
}
