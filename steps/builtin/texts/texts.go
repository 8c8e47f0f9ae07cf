// Package texts tries texts that a deployment may not save as they are, such as emoji and quotes.
//
// The requests of other steps carry them (delivery.go), and what responses show is compared with
// what was sent (comparison.go). Its own steps try the classes that are left (rows.go), and labels
// that look like values of another type (saved_words.go).
//
// Start reading at SendWithText, then Note.
package texts

import (
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
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

// textKinds has no row for NoText.
var textKinds = map[client.TextKind]textKind{
	client.SegmentNames: {"name", "", "segment-name-kept", probe.Bundles},
	client.NewLabels:    {client.LabelSent, client.LabelShown, "connector-label-kept", probe.Bundles},
	client.Labels:       {client.LabelSent, client.LabelShown, "connector-label-kept", probe.Beside(probe.Bundles)},
	client.WordLabels:   {client.LabelSent, client.LabelShown, "connector-label-kept", probe.Words()},
	client.PublishedLabels: {client.LabelSent, client.LabelShown, "connector-label-kept",
		append([]probe.Class{probe.AllAtOnce}, probe.Beside(probe.Bundles)...)},
	client.TargetsLabels:    {client.LabelSent, client.LabelShown, "connector-label-kept", probe.Mild()},
	client.DestinationNames: {client.NameSent, client.NameShown, "destination-name-kept", probe.Mild()},
	client.Redirects:        {"redirect_uri", "data.redirect_uri", "link-redirect-echoed", probe.URLs},
}

// carried is a text that carries a probe, with its kind.
type carried struct {
	kind client.TextKind
	text string
}

// texts is what a run knows of the texts that it sends. It is for use by several
// scenarios at a time.
type texts struct {
	pools map[client.TextKind]*probe.Pool

	mu sync.Mutex
	// classes are those of the texts that carry a probe.
	classes map[carried]string
	// segments are those that were created, by their source URL.
	segments map[string]namedSegment
	// found is what was found wrong, and doubts how often that was not so at a
	// second look, by kind.
	found  map[client.TextKind]*outcome.Finding
	doubts map[client.TextKind]int
	// rejected are the kinds of which a text was rejected.
	rejected map[client.TextKind]bool
}

// namedSegment is a segment with the name that it was created with.
type namedSegment struct {
	id, name, class string
	// kept is when its source URL showed that name first, and changed how often it showed
	// another one afterwards.
	kept    time.Time
	changed int
	// twice says that the source URL was given to two segments: which name it shows is open.
	twice bool
}

func newTexts() *texts {
	t := &texts{pools: map[client.TextKind]*probe.Pool{}, classes: map[carried]string{}, segments: map[string]namedSegment{},
		found: map[client.TextKind]*outcome.Finding{}, doubts: map[client.TextKind]int{}, rejected: map[client.TextKind]bool{}}
	for kind, k := range textKinds {
		t.pools[kind] = probe.NewPool(k.classes)
	}
	return t
}

// carry remembers which class of probe a text carries.
func (t *texts) carry(kind client.TextKind, text, class string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.classes[carried{kind, text}] = class
}

func (t *texts) classOf(kind client.TextKind, text string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.classes[carried{kind, text}]
}

// keep remembers the name of a segment that was created.
func (t *texts) keep(e *client.Exchange) {
	id, u, name := e.Get("data.id"), e.Get("filter_segment_source_url"), gjson.GetBytes(e.Request.Body, "name")
	if id.Type != gjson.Number || u.Type != gjson.String || name.Type != gjson.String || len(u.Str) > scenario.MostOfURL {
		return
	}
	class := t.classOf(client.SegmentNames, name.String())
	t.mu.Lock()
	defer t.mu.Unlock()
	before, again := t.segments[u.String()]
	t.segments[u.String()] = namedSegment{id: jsonvalue.Number(id), name: name.String(), class: class,
		twice: again && (before.twice || before.name != name.String())}
}

// remove returns a segment that was created for a second look, and leaves it to that to compare
// the name; false where there is none, or its source URL was given to two.
func (t *texts) remove(sourceURL string) (namedSegment, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.segments[sourceURL]
	if !ok || s.twice {
		return s, false
	}
	delete(t.segments, sourceURL)
	return s, true
}

// changes notes the name that the source URL of a segment shows, and reports that it is
// another one although the URL has shown the name that was sent: nothing renames segments.
func (t *texts) changes(e *client.Exchange, same bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.segments[e.URL]
	switch {
	case same && s.kept.IsZero():
		s.kept = e.Received
	case !same && !s.kept.IsZero() && e.LastSent().After(s.kept) && s.changed < mostDoubts:
		s.changed++
	default:
		return false
	}
	t.segments[e.URL] = s
	return !same
}
