package builtin

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

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
	case kind == destinationNames && w.run.isOwnName(text), kind == targetsLabels && w.run.isOwnLabel(text):
		return true
	case kind == segmentNames:
		return false
	}
	return w.run.sent.Has(w.shownAt(e.Request), text)
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
	case labels, wordLabels:
		w.createAndRelabel(carry)
	case targetsLabels:
		r := w.targetsConnector(map[string]any{"label": w.run.Name()})
		r.Carries, r.Allowed = kind, true
		w.Exchange(carry(r))
	case destinationNames:
		if w.mayRename() {
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
	return name != "" && strings.Contains(strings.ToLower(shown), name) && !w.run.sent.Has("", shown)
}
