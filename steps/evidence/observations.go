package evidence

import (
	"cmp"
	"sync"
	"time"

	"understudy/steps/client"
	"understudy/steps/report"
)

// Observations are the variants of gaps that a run has seen, and why it did not
// see others.
type Observations struct {
	redact *client.Redactor

	mu   sync.Mutex
	gaps map[gapKey]report.Gap
	// doubtful is when a gap was last observed in a 5xx.
	doubtful map[gapKey]time.Time
	// lasting are, by operation and instant, how many calls failed that a gap was
	// observed in: the deployment fails them each time.
	lasting map[string]map[time.Time]int
	// unobserved are the reasons for which scenarios did not see a gap.
	unobserved map[gapKey]report.Reason
}

// gapKey is a gap on an operation, by both ids.
type gapKey = [2]string

// Observe notes which variant of a gap a response showed. Its evidence is
// redacted already.
func (o *Observations) Observe(g report.Gap) {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := gapKey{g.ID, g.Operation}
	have, ok := o.gaps[k]
	if ok && have.Observed != g.Observed {
		// Two scenarios saw two responses: neither variant describes it.
		g.Evidence = o.redact.Text(have.Evidence + "; elsewhere " + g.Evidence)
		g.Observed = report.Other
	}
	o.gaps[k] = g
}

// Doubt notes that a gap was observed in a 5xx, which the request got again when
// it was repeated. It shows nothing where the deployment was down, or where other
// calls fail at times.
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

// Miss notes why a scenario did not see a gap; the first reason is kept.
func (o *Observations) Miss(gapID, operation string, reason report.Reason) {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := gapKey{gapID, operation}
	o.unobserved[k] = cmp.Or(o.unobserved[k], reason)
}

// fold brings the gaps that count into the report, and keeps of the others why
// they do not.
func (o *Observations) fold(t *report.Run, operations *Operations, blurred func(report.Gap) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for k, g := range o.gaps {
		if why := o.discounts(g, operations, blurred(g)); why != "" {
			o.unobserved[k] = report.Reason{Kind: report.Inconclusive, Text: why}
			continue
		}
		t.Gaps = append(t.Gaps, g)
	}
}

// discounts is why what was observed of a gap does not count; empty where it
// does.
func (o *Observations) discounts(g report.Gap, operations *Operations, blurred bool) string {
	at, doubtful := o.doubtful[gapKey{g.ID, g.Operation}]
	switch {
	case blurred:
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

// lastingOf is how many calls of an operation failed that gaps were observed in.
func (o *Observations) lastingOf(operation string) (n int) {
	for _, failed := range o.lasting[operation] {
		n += failed
	}
	return n
}

// list fills in the gaps that the run did not see. It reads the gaps of the
// report.
func (o *Observations) list(t *report.Run) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t.ListUnobserved(o.unobserved)
}
