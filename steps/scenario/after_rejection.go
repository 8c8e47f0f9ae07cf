package scenario

import (
	"encoding/json"
	"regexp"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// lastWrites has the last writes of each operation that CheckAfterRejections may send again.
type lastWrites struct {
	mu          sync.Mutex
	byOperation map[string]*lastWrite
}

// lastWrite has the last write of an operation that was accepted, the body of the last one that was rejected for it,
// and of the one that was rejected before the first 5xx; nil where there was none.
type lastWrite struct {
	accepted             *client.Request
	rejected, beforeFail []byte
}

func (l *lastWrites) note(e *client.Exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byOperation == nil {
		l.byOperation = map[string]*lastWrite{}
	}
	w := l.byOperation[e.Operation]
	if w == nil {
		w = &lastWrite{}
		l.byOperation[e.Operation] = w
	}
	switch {
	case e.Allowed && e.Accepted():
		w.accepted = &e.Request
	case RejectsBody(e) && !IsNotFound(e) && e.ContentType == "application/json":
		w.rejected = e.Request.Body
	case e.ServerError() && w.beforeFail == nil:
		w.beforeFail = w.rejected
	}
}

// noteLastWrite remembers a write with the token that the operation takes, where another like it leaves only what the
// ledger lists: a creation, or one on what the run created.
func (s *Scenario) noteLastWrite(e *client.Exchange) {
	isOurs := false
	switch e.Operation {
	case spec.CreateSegment:
		isOurs = true
	case spec.CreateConnector:
		isOurs = !e.Accepted() || simple.MatchString(sentServiceName(e.Request))
	case spec.CreateLink, spec.UpdateConnector:
		isOurs = s.run.created.has(e)
	}
	if isOurs && e.Token == s.TokenFor(spec.OperationOf(e.Operation)) && e.Scheme == client.Bearer {
		s.run.lastWrites.note(e)
	}
}

// simple is a service_name that is no probe: one with a few more characters is accepted, too.
var simple = regexp.MustCompile(`^[a-z0-9_-]{1,50}$`)

func sentServiceName(r client.Request) string {
	return gjson.GetBytes(r.Body, "connector.service_name").String()
}

// CheckAfterRejections looks, at the end of a run, into operations of which a write got a 5xx: a valid one that fails
// right after a rejected one, each time, and succeeds otherwise, shows that the rejection has an effect.
//
// Promise segments-are-created
// Promise connectors-are-created
// Promise connectors-are-updated
// Promise links-are-created
func (s *Scenario) CheckAfterRejections() {
	for _, o := range spec.Operations {
		w := s.run.lastWrites.byOperation[o.ID]
		if w == nil || w.accepted == nil || w.beforeFail == nil {
			continue
		}
		for _, body := range [][]byte{w.beforeFail, w.rejected} { // one may be rejected for another resource only
			rejected := *w.accepted
			rejected.Body, rejected.Allowed = body, false
			if failed := s.failsAfter(rejected, *w.accepted); failed != nil {
				s.run.Accuse(outcome.Found(failed, "a success, as of a request like it that does not follow a rejected one",
					"HTTP %d right after a rejected request of the operation, twice", failed.Status).About(o.Promise))
				break
			}
		}
	}
}

// failsAfter sends a rejected write and a valid one in turn, twice, and returns the response to the valid one if it
// was a 5xx both times, and a third one is a success.
func (s *Scenario) failsAfter(rejected, valid client.Request) (failed *client.Exchange) {
	send := func(r client.Request) *client.Exchange {
		r.Carries = client.NoText
		e := s.Do(r)
		s.NoteEffects(e) // the ledger lists what is created here, too
		return e
	}
	for range 2 {
		e := send(rejected)
		if !e.Rejected() { // it may itself come right after a rejected one
			e = send(rejected)
		}
		if !e.Rejected() {
			return nil
		}
		if failed = send(s.renamed(valid)); !failed.ServerError() {
			return nil
		}
	}
	if !send(s.renamed(valid)).Accepted() {
		return nil
	}
	return failed
}

// renamed returns a creation with another name or service_name: a deployment may reject one that is taken.
func (s *Scenario) renamed(r client.Request) client.Request {
	var body map[string]any
	if json.Unmarshal(r.Body, &body) != nil {
		return r
	}
	switch r.Operation {
	case spec.CreateSegment:
		body["name"] = s.run.Name()
	case spec.CreateConnector:
		connector, _ := body["connector"].(map[string]any)
		connector["service_name"] = sentServiceName(r) + "r" + RandomID()
	default:
		return r
	}
	return WithBody(r, body)
}
