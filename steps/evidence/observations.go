package evidence

import (
	"cmp"
	"sync"
	"time"

	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/report"
)

// Observations are the variants of gaps that a run has seen, and the reasons
// why it did not see others.
type Observations struct {
	redact *client.Redactor

	mu   sync.Mutex
	gaps map[gapKey]report.Gap
	// doubtful is when a gap was last observed in a 5xx.
	doubtful map[gapKey]time.Time
	// lasting are, by operation and instant, how many failed calls a gap was
	// observed in: the deployment fails them each time.
	lasting map[string]map[time.Time]int
	// unobserved are the reasons why scenarios did not see a gap.
	unobserved map[gapKey]report.Reason
}

// gapKey is a gap on an operation, by both ids.
type gapKey = [2]string

// Observe records which variant of a gap a response showed. Its evidence must
// be redacted already.
func (o *Observations) Observe(g report.Gap) {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := gapKey{g.ID, g.Operation}
	have, ok := o.gaps[k]
	if ok && !gap.Same(g.ID, have.Observed, g.Observed) {
		// Two scenarios saw different responses: neither variant describes the
		// deployment.
		g.Evidence = o.redact.Text(have.Evidence + "; elsewhere " + g.Evidence)
		g.Observed = report.Other
	}
	o.gaps[k] = g
}

// Doubt records that a gap was observed in a 5xx that was also the response to
// a repetition. It shows nothing if the deployment was down, or if other calls
// fail at times.
func (o *Observations) Doubt(gapID string, e *client.Exchange) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.doubtful[gapKey{gapID, e.Operation}] = e.Received
	if !e.Allowed {
		return // the operation does not count it
	}
	if o.lasting[e.Operation] == nil {
		o.lasting[e.Operation] = map[time.Time]int{}
	}
	o.lasting[e.Operation][e.Received] = len(e.Faults)
}

// NoteUnobserved records why a scenario did not see a gap; the first reason is kept.
func (o *Observations) NoteUnobserved(gapID, operation string, reason report.Reason) {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := gapKey{gapID, operation}
	o.unobserved[k] = cmp.Or(o.unobserved[k], reason)
}

// fold writes the gaps that count into the report, and records for the others
// why they do not.
func (o *Observations) fold(t *report.Run, operations *Operations, unobservable func(report.Gap) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for k, g := range o.gaps {
		if why := o.whyNotCounted(g, operations, unobservable(g)); why != "" {
			o.unobserved[k] = report.Reason{Kind: report.Inconclusive, Text: why}
			continue
		}
		t.Gaps = append(t.Gaps, g)
	}
}

// whyNotCounted returns why the observation of a gap does not count; empty if it does.
func (o *Observations) whyNotCounted(g report.Gap, operations *Operations, unobservable bool) string {
	at, doubtful := o.doubtful[gapKey{g.ID, g.Operation}]
	switch {
	case unobservable:
		return "the list changed while it was read"
	case !operations.HasSucceeded(g.Operation):
		return g.Operation + " gave no success response in this run"
	case doubtful && operations.wasDownAt(g.Operation, at):
		return "the operation was down: " + g.Evidence
	case doubtful:
		return operations.failuresBeyond(g.Operation, o.lastingOf)
	}
	return ""
}

// lastingOf returns in how many failed calls of an operation gaps were observed.
func (o *Observations) lastingOf(operation string) (n int) {
	for _, failed := range o.lasting[operation] {
		n += failed
	}
	return n
}

// list adds the gaps that the run did not see to those in the report.
func (o *Observations) list(t *report.Run) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t.ListUnobserved(o.unobserved)
}
