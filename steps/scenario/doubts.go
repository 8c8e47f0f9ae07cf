package scenario

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// repeatRejected sends a valid write that was rejected again, once, as that may be temporary, and
// returns the response to be checked. Several that succeed then break the promise of the operation.
func (s *Scenario) repeatRejected(first *client.Exchange) *client.Exchange {
	o := spec.OperationOf(first.Operation)
	isWrite := first.Method != http.MethodGet
	if first.Allowed && isWrite && s.run.created.has(first) {
		s.run.doubts.note(first)
	}
	if !first.Allowed || !isWrite || !IsLasting(first) || first.Unrepeated || s.maybeUnknown(first) || s.Ctx.Err() != nil ||
		s.run.Rejections.IsOver(o.ID, o.Promise) {
		return first
	}
	again := s.repeatUntilFound(s.try(first.Request))
	switch {
	case again.Broken(), again.Throttled():
		return first
	case !again.Accepted():
		s.run.Rejections.Lasted(o.ID, o.Promise)
		return first
	}
	s.Remark("%s: %s, and a success when it was sent again", o.ID, Rejection(first))
	found := outcome.Found(first, "a success, as of the same request right after it", "%s, and a success when the same request was sent again",
		Rejection(first)).About(o.Promise)
	switch {
	case s.run.Rejections.Passed(o.ID, o.Promise, first, again):
		found.Actual += "; this happened at least twice"
		s.run.Accuse(found)
	case s.run.TokenWasRejected(first, again):
		found.Actual += OfAnyOperation
		s.run.Accuse(found)
	}
	return again
}

// OfAnyOperation ends findings of a token that TokenWasRejected reports.
const OfAnyOperation = "; valid tokens were rejected like that at least three times in the run"

// TokenWasRejected records that a valid request got HTTP 401, and a success when it was sent again. It reports
// whether that has happened three times, whatever the operation: a deployment may reject every request for some
// time after wrong tokens, and the time may end between the two.
func (r *Run) TokenWasRejected(wrong, right *client.Exchange) bool {
	return wrong.Status == http.StatusUnauthorized && r.Rejections.Passed("any operation", "the token", wrong, right) &&
		r.tokenRejections.Add(1) > 1
}

// maybeUnknown reports whether a request may be rejected because a replica does not know yet what
// the run has just created: no replica explains a token that is not accepted, or a method.
func (s *Scenario) maybeUnknown(e *client.Exchange) bool {
	if e.Status == http.StatusUnauthorized || e.Status == http.StatusMethodNotAllowed {
		return false
	}
	return s.run.created.isNew(e, time.Duration(s.run.Target.Limits.Settle))
}

// doubts are the rejections of valid writes on what the run had just created, which a replica may
// not know yet. They are looked into at the end of the run.
type doubts struct {
	mu sync.Mutex
	// rejected counts them by operation, accepted has the last write that succeeded.
	rejected map[string]int
	accepted map[string]client.Request
}

func (d *doubts) note(e *client.Exchange) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rejected == nil {
		d.rejected, d.accepted = map[string]int{}, map[string]client.Request{}
	}
	switch {
	case e.Accepted():
		d.accepted[e.Operation] = e.Request
	case IsLasting(e) && !IsNotFound(e):
		d.rejected[e.Operation]++
	}
}

// in returns a write that succeeded although several of its operation were rejected.
func (d *doubts) in(operation string) (client.Request, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r, ok := d.accepted[operation]
	return r, ok && d.rejected[operation] > 1
}

// Succeeded returns the last write of an operation, on what the run created, that succeeded.
func (r *Run) Succeeded(operation string) (client.Request, bool) {
	r.doubts.mu.Lock()
	defer r.doubts.mu.Unlock()
	last, ok := r.doubts.accepted[operation]
	return last, ok
}

const (
	// doubted is how often a write is sent again, one right after the other.
	doubted = 6
	// turns is how often a rejection has to be followed by a success: one that is about what was
	// sent, or about how much was sent, stays.
	turns = 2
)

// CheckDoubts sends a write that succeeded several times, at the end of a run in which others of
// its operation were rejected, when every replica knows what it names.
//
// Promise links-are-created
// Promise connectors-are-updated
func (s *Scenario) CheckDoubts() {
	for _, id := range []string{spec.CreateLink, spec.UpdateConnector} {
		r, ok := s.run.doubts.in(id)
		if !ok || s.Pause(s.run.created.pending(r, time.Duration(s.run.Target.Limits.Settle))) != nil {
			continue
		}
		var rejected *client.Exchange
		r.Carries = client.NoText
		changes, wasRejected := 0, false
		for range doubted {
			e := s.Do(r)
			s.NoteEffects(e) // the ledger lists what is created here, too
			if wasRejected && e.Accepted() {
				changes++
			}
			if wasRejected = IsLasting(e); wasRejected {
				rejected = e
			}
		}
		if o := spec.OperationOf(id); changes >= turns {
			s.run.Accuse(outcome.Found(rejected, fmt.Sprintf("a success, as of %d of %d equal requests in a row", changes, doubted), "%s",
				Rejection(rejected)).About(o.Promise))
		}
	}
}
