package steps

import (
	"cmp"
	"time"

	"understudy/steps/report"
)

// observe notes which variant of a gap a response showed.
func (r *run) observe(g report.Gap) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := gapKey{g.ID, g.Operation}
	have, ok := r.gaps[k]
	if ok && have.Observed != g.Observed {
		// Two scenarios saw two responses: neither variant describes it.
		g.Evidence = r.redact.Text(have.Evidence + "; elsewhere " + g.Evidence)
		g.Observed = report.Other
	}
	r.gaps[k] = g
}

// doubt notes that a gap was observed in a 5xx, which shows nothing where the
// deployment was down.
func (r *run) doubt(gapID, operation string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.doubtful[gapKey{gapID, operation}] = at
}

// wasDown reports whether the operation of a gap was down when the gap was
// observed, or the whole deployment was from then on.
func (r *run) wasDown(g report.Gap) bool {
	at, doubtful := r.doubtful[gapKey{g.ID, g.Operation}]
	if !doubtful {
		return false
	}
	if r.health[g.Operation].down != nil {
		return true
	}
	for operation, h := range r.health {
		if h.streak > 0 && (operation == g.Operation || !r.upAt.After(at)) {
			return true
		}
	}
	return false
}

// whyNotObserved is why what was observed of a gap does not count; the zero
// reason where it does.
func (r *run) whyNotObserved(g report.Gap) (why report.Reason) {
	why.Kind = report.Inconclusive
	h := r.health[g.Operation]
	switch {
	case r.blurred(g):
		why.Text = "the list moved while it was read"
	case h == nil || !h.succeeded:
		why.Text = g.Operation + " gave no success response in this run"
	case r.wasDown(g):
		why.Text = "the operation was down: " + g.Evidence
	default:
		return report.Reason{}
	}
	return why
}

// missed notes why a scenario did not see a gap, redacted; the first reason is
// kept.
func (r *run) missed(gapID, operation string, reason report.Reason) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := [2]string{gapID, operation}
	r.unobserved[k] = cmp.Or(r.unobserved[k], reason)
}
