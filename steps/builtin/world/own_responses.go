package world

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
)

// ownTexts are, by operation, the member of a response that holds the text of a resource, and the
// promise that it is kept.
var ownTexts = map[string]struct{ shown, promise string }{
	spec.UpdateDestination: {client.NameShown, "destination-name-kept"},
	spec.GetDestination:    {client.NameShown, "destination-name-kept"},
	spec.UpdateConnector:   {client.LabelShown, "connector-label-kept"},
	spec.PublishConnector:  {client.LabelShown, "connector-label-kept"},
}

// NoteOwnText records a success that shows the text of a destination or of a connector: the
// response to a write may show the one from before, and what reads it back shortly after shows
// whether a replica lags. See AccuseStale.
func (w *World) NoteOwnText(e *client.Exchange) {
	m, ok := ownTexts[e.Operation]
	sent, shown := e.OwnText()
	if !ok || !e.Accepted() || shown.Type != gjson.String {
		return
	}
	o := ownResponsesOf(w.Run)
	o.mu.Lock()
	defer o.mu.Unlock()
	path := e.ConnectorPath()
	last := o.last[path]
	if last == nil {
		last = &lastText{promise: m.promise, sent: shown.Str, before: shown.Str}
		o.last[path] = last
	}
	isOld := last.sent != last.before && probe.Same(last.before, shown.Str)
	switch {
	case sent.Type == gjson.String && e.Operation != spec.PublishConnector: // no sentence says that publishing writes a label
		if bringsBack := probe.Same(sent.Str, last.before); last.old != nil && (!bringsBack || !e.Began.Before(last.old.Received)) {
			o.add(m.promise, nil, true)
		}
		now := &lastText{promise: m.promise, sent: sent.Str, before: last.sent, since: e.Received}
		if !probe.Same(sent.Str, shown.Str) && probe.Same(last.sent, shown.Str) {
			now.stale = e
		}
		o.last[path] = now
	case last.stale == nil, e.LastSent().Before(last.since):
	case isOld && last.old == nil:
		last.old = e
	case isOld:
	case probe.Same(last.sent, shown.Str) && e.Received.Sub(last.stale.Received) <= prompt:
		o.add(m.promise, staleText(last.stale, m.shown, last.sent), false)
		last.stale = nil
	}
}

// staleText is the finding that a response does not show the text that was sent last.
func staleText(e *client.Exchange, member, sent string) *outcome.Finding {
	return outcome.Found(e, fmt.Sprintf("%s to be %q, which was sent last", member, sent), "%s, from before", e.Get(member).Raw).At(member)
}

// ownResponses are the responses to writes that show a value from before, by the promise that
// this breaks where no replica lags.
type ownResponses struct {
	mu     sync.Mutex
	lagged map[string]bool // what read the value back lagged, too
	stale  map[string][]*outcome.Finding
	// last is what the run knows of the text of a resource, by its path.
	last map[string]*lastText
}

// lastText is the text that a resource got last, and the one that it had before; since is when
// the response to that write arrived, as a read that was sent earlier may show either. stale is
// that response, where it shows the text from before and nothing has read it back yet. old is the
// first read that showed the text from before: where the next write sends that text, and was under
// way by then, no replica lags.
type lastText struct {
	promise      string
	sent, before string
	since        time.Time
	stale, old   *client.Exchange
}

func ownResponsesOf(r *Run) *ownResponses {
	return OfRun(r, func() *ownResponses {
		return &ownResponses{lagged: map[string]bool{}, stale: map[string][]*outcome.Finding{}, last: map[string]*lastText{}}
	})
}

// note records a response, and whether what read the value back at once lagged like it.
func (o *ownResponses) note(promise string, f *outcome.Finding, lagged bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.add(promise, f, lagged)
}

func (o *ownResponses) add(promise string, f *outcome.Finding, lagged bool) {
	if lagged {
		o.lagged[promise] = true
		return
	}
	if !slices.ContainsFunc(o.stale[promise], func(known *outcome.Finding) bool { return known.Exchange == f.Exchange }) {
		o.stale[promise] = append(o.stale[promise], f)
	}
}

// fewStale is how many may be a coincidence: a read may be sent late.
const fewStale = 1

// AccuseStale blames, at the end of a run, the responses to writes that show a value from before
// although no read showed it: then no replica explains it.
func AccuseStale(r *Run) {
	o := ownResponsesOf(r)
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, last := range o.last {
		if last.old != nil {
			o.add(last.promise, nil, true)
		}
	}
	for promise, all := range o.stale {
		if len(all) > fewStale && !o.lagged[promise] {
			r.Accuse(all[0].About(promise))
		}
	}
}
