package scenario

import (
	"net/http"
	"sync"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// afterRejections has what CheckAfterRejections sends, by operation.
type afterRejections struct {
	mu  sync.Mutex
	has map[string]*writes
}

// writes are the last writes of an operation that were accepted and rejected, nil where there was none; failed
// says that one got HTTP 500.
type writes struct {
	accepted, rejected *client.Exchange
	failed             bool
}

// note remembers a write that may be sent again: a creation, or one on what the run created.
func (a *afterRejections) note(e *client.Exchange) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.has == nil {
		a.has = map[string]*writes{}
	}
	w := a.has[e.Operation]
	if w == nil {
		w = &writes{}
		a.has[e.Operation] = w
	}
	switch {
	case e.Allowed && e.Accepted():
		w.accepted = e
	case RejectsBody(e) && !IsNotFound(e):
		w.rejected = e
	case e.Err == nil && e.Status == http.StatusInternalServerError:
		w.failed = true
	}
}

// noteForEnd remembers a write for CheckAfterRejections.
func (s *Scenario) noteForEnd(e *client.Exchange) {
	switch e.Operation {
	case spec.CreateSegment, spec.CreateConnector:
		s.run.afterRejections.note(e)
	case spec.CreateLink, spec.UpdateConnector:
		if s.run.created.has(e) {
			s.run.afterRejections.note(e)
		}
	}
}

// CheckAfterRejections looks, at the end of a run, into operations of which a write got HTTP 500: a valid one that fails right after a rejected one, each time, and alone does not, shows that the rejection has an effect.
//
// Promise segments-are-created
// Promise connectors-are-created
// Promise connectors-are-updated
// Promise links-are-created
func (s *Scenario) CheckAfterRejections() {
	for _, o := range spec.Operations {
		w := s.run.afterRejections.has[o.ID]
		if w == nil || w.accepted == nil || w.rejected == nil || !w.failed {
			continue
		}
		rejected := w.accepted.Request
		rejected.Body, rejected.ContentType = w.rejected.Request.Body, w.rejected.ContentType
		if failed := s.failsAfter(rejected, w.accepted.Request); failed != nil {
			s.run.Accuse(outcome.Found(failed, "a success, as of the same request when it was sent again",
				"HTTP 500 right after a rejected request of the operation, twice").About(o.Promise))
		}
	}
}

// failsAfter sends a rejected write and a valid one in turn, twice, and returns the response to the valid one if it
// was HTTP 500 both times, and another one when it was sent again.
func (s *Scenario) failsAfter(rejected, valid client.Request) (failed *client.Exchange) {
	send := func(r client.Request) *client.Exchange {
		r.Carries = client.NoText
		e := s.Do(r)
		s.NoteEffects(e) // the ledger lists what is created here, too
		return e
	}
	for range 2 {
		// The first one may itself come right after a rejected one.
		if !send(rejected).Rejected() && !send(rejected).Rejected() {
			return nil
		}
		if failed = send(valid); failed.Status != http.StatusInternalServerError {
			return nil
		}
	}
	if send(valid).Broken() {
		return nil
	}
	return failed
}
