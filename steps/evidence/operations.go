package evidence

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/client"
)

// Operations is the health of a deployment's operations during a run.
type Operations struct {
	redact *client.Redactor

	mu     sync.Mutex
	health map[string]*health
	// upAt is when the latest request with a usable response was sent.
	upAt time.Time
	// up are when the requests with usable responses were sent.
	up []time.Time
	// othersRespond says that a list responded that no scenario requested,
	// while everything that they requested was down.
	othersRespond bool
	// ended are the operations whose failed call ended a scenario, by its address.
	ended   map[string]string
	silence silence
	// endedTokens are the kinds of token that were accepted at first and rejected at the end.
	endedTokens []spec.TokenKind
}

// health is the health of one operation.
type health struct {
	responded, succeeded bool
	// shut says that a request that the document allows was rejected with 401 or 403.
	shut bool
	// shutAgain says that one was after a success, and that none has succeeded since.
	shutAgain bool
	failures
	// streak counts the failures in a row, the first of which was at since;
	// longest is the longest streak of the run.
	streak, longest int
	since           time.Time
	// streaks counts those of two and more, the last of which lasted so long.
	streaks int
	lasted  time.Duration
	// down is the call that brought the operation down.
	down *client.Exchange
	// again is the request that shows whether the operation still responds: the last one that
	// succeeded, as a failure may be about what was sent, or else the last one that failed.
	again client.Request
	// notAllowed are the responses that the method is not allowed or not implemented.
	notAllowed []*client.Exchange
	// unmodified counts the responses HTTP 304, and notModified is the last of them.
	unmodified  int
	notModified *client.Exchange
	named       named
	// outage says that another operation failed meanwhile, or that there was no connection, alone that
	// another one responded to a request sent meanwhile.
	outage, alone bool
}

// explained returns the values of parameters with which alone the operation fails.
func (h *health) explained() []broken {
	if !h.succeeded {
		return nil
	}
	return h.named.explained()
}

// wasOutageOfAll reports whether all operations were down when this one was.
func (h *health) wasOutageOfAll() bool { return h.outage && !h.alone }

// shortestOutage is how long a whole deployment is down at least where it restarts.
const shortestOutage = time.Second

// mayBeOutageOfAll reports whether an operation that responds again was down once, for a time in which no
// other one was seen to respond.
func (h *health) mayBeOutageOfAll() bool {
	return h.streak == 0 && h.succeeded && !h.alone && h.streaks == 1 && h.lasted >= shortestOutage
}

// Note counts an exchange that the document allows, which succeeded if its
// response shows a resource: two failures in a row, including the retries of a
// GET, bring the operation down. It reports whether the exchange is kept until
// the end of the run.
func (o *Operations) Note(e *client.Exchange, succeeded bool) (kept bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	h := o.health[e.Operation]
	if h == nil {
		h = &health{failures: failures{byCode: map[int]int{}}}
		o.health[e.Operation] = h
	}
	if op := spec.OperationOf(e.Operation); e.Throttled() || op.Linked && e.Broken() {
		// A linked URL may be on another origin, or not exist yet: time decides.
		return false
	}
	h.count(e, o.redact)
	h.named.note(e)
	if e.Err == nil && (e.Status == http.StatusMethodNotAllowed || e.Status == http.StatusNotImplemented) {
		h.notAllowed = append(h.notAllowed, e)
	}
	if e.NotModified() {
		h.unmodified, h.notModified = h.unmodified+1, e
	}
	if !e.Broken() {
		sent := e.LastSent()
		o.up = append(o.up, sent)
		if sent.After(o.upAt) {
			o.upAt = sent
			o.silence.end(sent)
		}
		h.shut = h.shut || isShut(e.Status)
		h.shutAgain = h.shutAgain && !succeeded || h.succeeded && isShut(e.Status)
		h.responded, h.streak = true, 0
		if succeeded {
			h.succeeded, h.again = true, e.Request
		}
		return false
	}
	return o.noteFailure(h, e)
}

// noteFailure counts a failed call, as one of a streak where no call succeeded since the one before.
func (o *Operations) noteFailure(h *health, e *client.Exchange) (kept bool) {
	o.silence.note(e)
	before := h.streak
	if h.streak == 0 {
		h.since = e.FirstFailed()
	}
	if h.streak > 0 && !e.Began.After(h.since) {
		h.streak = max(h.streak, e.Failed) // failed at the same time as the one before: one event
	} else {
		h.streak += e.Failed
	}
	h.longest = max(h.longest, h.streak)
	if h.streak >= 2 {
		h.lasted = e.Received.Sub(h.since)
	}
	if h.streak >= 2 && before < 2 {
		h.streaks++
	}
	if !h.succeeded {
		h.again = e.Request
	}
	if h.streak >= 2 && h.down == nil {
		h.down, kept = e, true
	}
	for _, other := range o.health {
		if other != h && other.streak > 0 {
			h.outage, other.outage = true, true
		}
	}
	if e.HasNoConnection() {
		h.outage = true
		return kept
	}
	// A request may wait long for a response that does not come.
	until := e.Received.Add(-shortestOutage)
	if until.Before(e.LastSent()) {
		until = e.LastSent()
	}
	h.alone = h.alone || h.streak >= 2 && o.responded(h.since, until)
	return kept
}

// responded reports whether a request with a usable response was sent between two instants: one that was
// sent after the last failure says only that an outage has ended.
func (o *Operations) responded(from, to time.Time) bool {
	return slices.ContainsFunc(o.up, func(sent time.Time) bool { return sent.After(from) && sent.Before(to) })
}

// End records that a failed call of an operation ended a scenario; the empty id
// means none did.
func (o *Operations) End(address, operation string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ended[address] = operation
}

// IsDown reports whether an operation failed twice in a row, unless one value of a
// parameter explains it.
func (o *Operations) IsDown(operation string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	h := o.health[operation]
	return h != nil && h.down != nil && len(h.explained()) == 0
}

// HasSucceeded reports whether an operation gave a success response that shows a
// resource.
func (o *Operations) HasSucceeded(operation string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	h := o.health[operation]
	return h != nil && h.succeeded
}

// WasAsked reports whether the run sent an operation a request that the
// document allows.
func (o *Operations) WasAsked(operation string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.health[operation] != nil
}

// RejectedTokenKinds returns the kinds of token with which every operation rejected all
// requests.
func (o *Operations) RejectedTokenKinds() (kinds []spec.TokenKind) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, kind := range []spec.TokenKind{spec.WorkspaceToken, spec.PersonalToken} {
		var asked []*health
		for _, op := range spec.Operations {
			if h := o.health[op.ID]; h != nil && op.Token == kind && !op.Supplementary && !op.Linked {
				asked = append(asked, h)
			}
		}
		if len(asked) > 0 && !slices.ContainsFunc(asked, func(h *health) bool { return h.succeeded || !h.shut }) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// wasDownAt reports whether an operation was down at an instant, or the whole
// deployment from then on.
func (o *Operations) wasDownAt(operation string, at time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if h := o.health[operation]; h != nil && h.down != nil {
		return true
	}
	for id, h := range o.health {
		if h.streak > 0 && (id == operation || !o.upAt.After(at)) {
			return true
		}
	}
	return false
}

// failuresBeyond describes the failed calls of an operation, if there are more
// than expected, or else of two other operations, because a gateway in front of
// all of them may fail at times. It is empty if there are none.
func (o *Operations) failuresBeyond(operation string, expected func(operation string) int) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var others []string
	for _, op := range spec.Operations {
		h := o.health[op.ID]
		switch {
		case h == nil || h.total() <= expected(op.ID):
		case op.ID == operation:
			return h.of(operation)
		default:
			others = append(others, h.of(op.ID))
		}
	}
	if len(others) < 2 {
		return ""
	}
	return strings.Join(others[:2], "; ")
}
