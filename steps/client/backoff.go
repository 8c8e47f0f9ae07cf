package client

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// The bounds of waiting. A deployment that asks for more is not waited for.
const (
	maxPause     = 90 * time.Second
	maxThrottles = 6
	// spentThrottles is how many 429s are accepted where other requests of the
	// kind were throttled until the last try.
	spentThrottles = 1
	// longWait is the total time after which people wonder why a run takes so long.
	longWait = 10 * time.Second
	// maxWaiting limits the total time that requests of one kind wait in a run.
	maxWaiting = 20 * time.Minute
)

// maxTimeouts is how many requests of an operation in a row may time out before
// no more are sent.
const maxTimeouts = 2

// backoff decides whether and when a request is sent again.
type backoff struct {
	throttles, faults int
	pause             time.Duration
	// least is the shortest pause before the next try after a 429, most how
	// many 429s are accepted.
	least time.Duration
	most  int
}

// requestKind is what the client distinguishes when it learns: the requests of an
// operation that the document allows, and those with a fault, which a
// deployment may throttle or leave without a response forever.
type requestKind struct {
	operation string
	allowed   bool
}

// kindOf returns the requests that are throttled together: all faulty requests
// are one kind.
func kindOf(r Request) requestKind {
	if !r.Allowed {
		return requestKind{}
	}
	return requestKind{r.Operation, true}
}

// memory is what the client has learned about the deployment during the run.
type memory struct {
	// OnLongWait, unless nil, is called once, when requests waited for more than longWait in
	// all, with a response that asked to wait. It is set before the first request.
	OnLongWait func(*Exchange)

	mu sync.Mutex
	// waits is the total time that requests waited because the deployment asked to.
	waits time.Duration
	// spent are the kinds that were throttled until the last try, waited is the
	// total time that requests of a kind waited, timeouts how many of them in a
	// row timed out.
	spent    map[requestKind]bool
	waited   map[requestKind]time.Duration
	timeouts map[requestKind]timeouts
	// cookies are those that responses set, by their names.
	cookies map[string]string
}

// timeouts counts requests that timed out in a row. Requests that were under way when one of them
// timed out, at noticed, are one event with it.
type timeouts struct {
	count   int
	noticed time.Time
}

func newMemory() *memory {
	return &memory{spent: map[requestKind]bool{}, waited: map[requestKind]time.Duration{}, timeouts: map[requestKind]timeouts{}, cookies: map[string]string{}}
}

// newBackoff returns the limits of waiting for a request.
func (m *memory) newBackoff(r Request) *backoff {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := &backoff{pause: 200 * time.Millisecond, least: 50 * time.Millisecond, most: maxThrottles}
	if m.spent[kindOf(r)] {
		b.most = spentThrottles
	}
	return b
}

// mayWait reports whether a request may wait for a time before it is sent
// again, as a throttling deployment asks, and counts the time.
func (m *memory) mayWait(r Request, e *Exchange, pause time.Duration) bool {
	if !e.Throttled() {
		return true
	}
	m.mu.Lock()
	may, before := m.waited[kindOf(r)]+pause <= maxWaiting, m.waits
	if may {
		m.waited[kindOf(r)] += pause
		m.waits += pause
	}
	isLong := before <= longWait && m.waits > longWait
	m.mu.Unlock()
	if isLong && m.OnLongWait != nil {
		m.OnLongWait(e)
	}
	return may
}

// learn notes the final result of a request: whether it was still throttled,
// and whether it timed out. A faulty request that is rejected in another way
// says nothing about one with another fault.
func (m *memory) learn(r Request, e *Exchange) {
	if r.Method != http.MethodGet {
		m.noteSilence(r, e)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case e.Throttled():
		m.spent[kindOf(r)] = true
	case e.Allowed:
		delete(m.spent, kindOf(r))
	}
}

// noteSilence counts a timeout, and reports whether no more requests of the
// operation are sent because of it.
func (m *memory) noteSilence(r Request, e *Exchange) bool {
	if r.Operation == "" || errors.Is(e.Err, context.Canceled) {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := requestKind{r.Operation, r.Allowed}
	if !e.timedOut {
		delete(m.timeouts, k)
		return false
	}
	if t := m.timeouts[k]; t.count == 0 || e.LastSent().After(t.noticed) {
		m.timeouts[k] = timeouts{t.count + 1, time.Now()}
	}
	return m.timeouts[k].count >= maxTimeouts
}

// isSilent reports whether a request is not sent because the previous ones of
// its kind timed out. A faulty request is not sent either if allowed ones timed
// out.
func (m *memory) isSilent(r Request) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !r.Restores && max(m.timeouts[requestKind{r.Operation, r.Allowed}].count, m.timeouts[requestKind{r.Operation, true}].count) >= maxTimeouts
}

// errNotAsked says why there is no response to a request that was not sent.
var errNotAsked = errors.New("not sent again: two requests in a row timed out")

// NotAsked reports whether the request was not sent, because earlier ones of the
// operation timed out.
func (e *Exchange) NotAsked() bool { return errors.Is(e.Err, errNotAsked) }

// idempotent are the methods that are sent again where a request got lost:
// doing them twice has the effect of doing them once. Others are sent again only where no connection was accepted.
var idempotent = []string{http.MethodGet, http.MethodPatch, http.MethodPut}

func (b *backoff) next(e *Exchange) (time.Duration, bool) {
	if e.Throttled() {
		b.throttles++
		pause := max(b.least, b.retryAfter(e))
		b.least *= 2
		return pause, b.throttles <= b.most && pause <= maxPause
	}
	b.faults++
	return b.grow(), b.faults < triesFor(e)
}

// triesFor returns how often a request with such a response, or none, is sent.
func triesFor(e *Exchange) int {
	switch lost := e.Err != nil || e.Status == http.StatusServiceUnavailable; {
	case !e.Broken(), !slices.Contains(idempotent, e.Method) && !isDial(e.Err):
		return 1
	case e.timedOut:
		return maxTimeouts
	case lost:
		return 3
	case e.Method == http.MethodGet:
		return 2
	}
	return 1
}

// retryAfter reads the header in seconds or as a date; without one the pause
// grows from try to try.
func (b *backoff) retryAfter(e *Exchange) time.Duration {
	text := e.Header.Get("Retry-After")
	if s, err := strconv.Atoi(text); err == nil && s >= 0 {
		return time.Duration(min(s, 1e9)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(e.RespondedAt()))
	}
	b.pause = max(b.pause, time.Second)
	return b.grow()
}

func (b *backoff) grow() time.Duration {
	pause := b.pause
	b.pause *= 2
	return pause
}
