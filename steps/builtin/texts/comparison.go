package texts

import (
	"cmp"
	"fmt"
	"net/url"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

// Note compares the text that a response shows with the one that was sent.
func Note(w *world.World, e *client.Exchange) {
	switch k := textKinds[e.Carries]; {
	case !e.Accepted():
	case e.Operation == spec.ReadSegmentSource && segments.IsComplete(e):
		noteSegmentName(w, e)
	case e.Operation == spec.CreateSegment:
		ofRun(w.Run).keep(e)
	case e.Allowed && k.shown != "":
		if shown := e.Get(k.shown); shown.Type == gjson.String { // else the contract says so
			compareText(w, e.Carries, e, gjson.GetBytes(e.Request.Body, k.sent).String(), shown)
		}
	}
}

// noteSegmentName compares the name that a complete source URL shows with the one that was
// sent. Where the URL has shown that one before, it is read again instead of another segment's.
func noteSegmentName(w *world.World, e *client.Exchange) {
	t := ofRun(w.Run)
	t.mu.Lock()
	s, ok := t.segments[e.URL]
	t.mu.Unlock()
	name := nameOf(e.JSON(), s.id)
	if !ok || s.twice || !name.Exists() {
		return
	}
	if t.changes(e, isSame(s.name, name)) && showsAnother(w.Do(e.Request), s) {
		f := outcome.Found(e, fmt.Sprintf("the name of a complete segment to stay %q, as it was sent and shown before", s.name), "%s", name.Raw)
		accuse(w, client.SegmentNames, f)
		return
	}
	compareText(w, client.SegmentNames, e, s.name, name)
}

// showsAnother reports whether a complete source URL shows another name than was sent.
func showsAnother(e *client.Exchange, s namedSegment) bool {
	name := nameOf(e.JSON(), s.id)
	return segments.IsComplete(e) && name.Exists() && !isSame(s.name, name)
}

// isSame reports whether a response shows a text as it was sent.
func isSame(sent string, shown gjson.Result) bool {
	return shown.Type == gjson.String && probe.Same(sent, shown.String())
}

// accuse records what was found wrong with a kind of text.
func accuse(w *world.World, kind client.TextKind, f *outcome.Finding) {
	t := ofRun(w.Run)
	f.About(textKinds[kind].promise)
	t.mu.Lock()
	t.found[kind] = cmp.Or(t.found[kind], f)
	t.mu.Unlock()
	w.Run.Accuse(f)
}

// nameOf finds the name in the object of a response that has an id, at whatever depth.
func nameOf(v gjson.Result, id string) (name gjson.Result) {
	if v.IsObject() && jsonvalue.Number(v.Get("id")) == id {
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
func compareText(w *world.World, kind client.TextKind, e *client.Exchange, sent string, shown gjson.Result) {
	t := ofRun(w.Run)
	class := t.classOf(kind, sent)
	same := isSame(sent, shown)
	if !same && isEarlier(w, kind, e, shown.String()) {
		return
	}
	t.pools[kind].Compare(class)
	t.mu.Lock()
	known := t.found[kind] != nil || t.doubts[kind] == mostDoubts
	t.mu.Unlock()
	if same || known {
		return
	}
	if !differsAgain(w, kind, class) {
		t.mu.Lock()
		t.doubts[kind]++
		t.mu.Unlock()
		return
	}
	accuse(w, kind, outcome.Found(e, fmt.Sprintf("%s to be %q, as it was sent", kind, sent), "%s", shown.Raw))
}

// mostDoubts is how often a text is looked at again without a result.
const mostDoubts = 3

// isEarlier reports whether a text is another one that the resource has had: whether it
// is up to date is checked elsewhere.
func isEarlier(w *world.World, kind client.TextKind, e *client.Exchange, text string) bool {
	switch {
	case kind == client.DestinationNames && destinations.IsOwnName(w.Run, text),
		kind == client.TargetsLabels && connectors.IsOwnLabel(w.Run, text):
		return true
	case kind == client.SegmentNames:
		return false
	}
	return w.Run.Sent.Has(shownAt(w, e.Request), text)
}

// differsAgain sends a text of the same class to another resource, and reports whether
// it comes back in other words again.
func differsAgain(w *world.World, kind client.TextKind, class string) bool {
	if kind == client.SegmentNames {
		return nameDiffersAgain(w, class)
	}
	r, ok := secondRequest(w, kind)
	if !ok {
		return false
	}
	e := w.Exchange(secondLook(w, r, kind, classOf(kind, class)))
	sent, shown := gjson.GetBytes(e.Request.Body, textKinds[kind].sent).String(), e.Get(textKinds[kind].shown)
	return e.Accepted() && shown.Type == gjson.String && !isSame(sent, shown) && !isEarlier(w, kind, e, shown.String())
}

// classOf returns the class with an id of the texts of a kind; one without an id for plain texts.
func classOf(kind client.TextKind, id string) probe.Class {
	for _, c := range append([]probe.Class{probe.Digits}, textKinds[kind].classes...) {
		if c.ID == id {
			return c
		}
	}
	return probe.Class{}
}

// secondLook is a request with a text of a class, which is compared by its sender alone.
func secondLook(w *world.World, r client.Request, kind client.TextKind, class probe.Class) client.Request {
	r.Carries = kind
	if class.ID != "" {
		r = withText(w, r, class)
	}
	noteSending(w, r)
	r.Carries = client.NoText
	return r
}

// secondRequest returns a request with a text of a kind for another resource, if there is one.
func secondRequest(w *world.World, kind client.TextKind) (client.Request, bool) {
	switch kind {
	case client.NewLabels:
		return connectors.Request(w, nil), true
	case client.Labels, client.WordLabels, client.PublishedLabels:
		return updateOfAnother(w)
	case client.TargetsLabels:
		r := connectors.TargetsConnector(w, map[string]any{"label": w.Run.Name()})
		r.Allowed = true
		return r, true
	case client.DestinationNames:
		return destinations.NamingRequest(w, w.Run.Name()), destinations.MayRename(w)
	case client.Redirects:
		s, err := segments.ForLinks(w)
		return segments.LinkTo(w, s, map[string]any{"redirect_uri": segments.RedirectURI(w)}), err == nil
	}
	return client.Request{}, false
}

// nameDiffersAgain creates a segment, and reports whether its complete source URL shows another
// name than was sent. A name that is in use may be rejected: then it gets another one of the class.
func nameDiffersAgain(w *world.World, id string) bool {
	r, err := segments.Request(w, nil)
	if err != nil {
		return false
	}
	class := classOf(client.SegmentNames, id)
	e := w.Exchange(secondLook(w, r, client.SegmentNames, class))
	if another, ok := class.Another(); ok && e.Rejected() {
		e = w.Exchange(secondLook(w, r, client.SegmentNames, another))
	}
	s := world.Segment{SourceURL: e.Get("filter_segment_source_url").String()}
	named, ok := ofRun(w.Run).remove(s.SourceURL)
	if !ok || s.SourceURL == "" {
		return false
	}
	e, _ = segments.Poll(w, &s) // without completion the second look finds nothing
	return showsAnother(e, named)
}

// updateOfAnother creates a connector, and returns an update that gives it another label.
func updateOfAnother(w *world.World) (client.Request, bool) {
	made := w.Exchange(secondLook(w, connectors.Request(w, nil), client.NewLabels, probe.Class{}))
	service := made.Get("data.service_name")
	if service.Type != gjson.String || len(service.Str) > scenario.MostOfURL {
		return client.Request{}, false
	}
	connector := connectors.Body(w)
	delete(connector, "service_name")
	r := w.Request(spec.UpdateConnector, url.PathEscape(service.String()))
	return scenario.WithBody(r, map[string]any{"connector": connector}), true
}
