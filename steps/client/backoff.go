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

// The bounds of waiting. A deployment that asks for more is left alone.
const (
	maxPause     = 90 * time.Second
	maxThrottles = 6
	// spentThrottles are how many are borne where others of the kind were
	// throttled to the last.
	spentThrottles = 1
	// maxWaiting bounds what requests of one kind wait in a run, all together.
	maxWaiting = 20 * time.Minute
)

// maxTimeouts is how often in a row an operation may be silent before it is not
// asked any more.
const maxTimeouts = 2

// backoff decides whether and when a request is sent again.
type backoff struct {
	throttles, faults int
	pause             time.Duration
	// least is the shortest pause before the next try after a 429, most how many
	// of them are borne.
	least time.Duration
	most  int
}

// kind is what the client has learned of requests together: of those of an
// operation that the document allows, or of those with a fault, which a
// deployment may throttle or let time out for ever.
type kind struct {
	operation string
	allowed   bool
}

// kindOf is which requests are throttled alike: all that are faulty are one kind.
func kindOf(r Request) kind {
	if !r.Allowed {
		return kind{}
	}
	return kind{r.Operation, true}
}

// memory is what the client has learned of the deployment in the run.
type memory struct {
	mu sync.Mutex
	// spent are the kinds that were throttled to the last, waited is how long
	// requests of a kind waited in all, timeouts how many of them in a row had no
	// response in time.
	spent    map[kind]bool
	waited   map[kind]time.Duration
	timeouts map[kind]int
}

func newMemory() *memory {
	return &memory{spent: map[kind]bool{}, waited: map[kind]time.Duration{}, timeouts: map[kind]int{}}
}

// newBackoff is the patience with a request.
func (m *memory) newBackoff(r Request) *backoff {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := &backoff{pause: 200 * time.Millisecond, least: 50 * time.Millisecond, most: maxThrottles}
	if m.spent[kindOf(r)] {
		b.most = spentThrottles
	}
	return b
}

// mayWait reports whether a request may wait for so long before it is sent again,
// as a deployment that throttles asks, and counts that.
func (m *memory) mayWait(r Request, e *Exchange, pause time.Duration) bool {
	if !e.Throttled() {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waited[kindOf(r)]+pause > maxWaiting {
		return false
	}
	m.waited[kindOf(r)] += pause
	return true
}

// learn notes what came of a request in the end: whether patience paid, and
// whether there was a response in time. One faulty request that is refused
// otherwise says nothing of another with another fault.
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

// noteSilence counts what had no response in time, and reports whether the
// operation is not asked any more because of it.
func (m *memory) noteSilence(r Request, e *Exchange) bool {
	if r.Operation == "" || errors.Is(e.Err, context.Canceled) {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := kind{r.Operation, r.Allowed}
	if !e.timedOut {
		delete(m.timeouts, k)
		return false
	}
	m.timeouts[k]++
	return m.timeouts[k] >= maxTimeouts
}

// isSilent reports whether a request is not sent, as the last ones of its kind
// timed out. What is faulty is not sent either where what is allowed is not.
func (m *memory) isSilent(r Request) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !r.Restores && max(m.timeouts[kind{r.Operation, r.Allowed}], m.timeouts[kind{r.Operation, true}]) >= maxTimeouts
}

// errNotAsked is why there is no response to a request that was not sent.
var errNotAsked = errors.New("not asked again: two requests in a row timed out")

// NotAsked reports whether the request was not sent, because earlier ones of the
// operation timed out.
func (e *Exchange) NotAsked() bool { return errors.Is(e.Err, errNotAsked) }

// idempotent are the methods that are sent again where a request got lost: done
// twice, they leave what they leave when done once.
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

// triesFor is how often a request is sent that got such a response, or none.
func triesFor(e *Exchange) int {
	switch lost := e.Err != nil || e.Status == http.StatusServiceUnavailable; {
	case !e.Broken() || !slices.Contains(idempotent, e.Method):
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
		return max(0, at.Sub(e.AnsweredAt()))
	}
	b.pause = max(b.pause, time.Second)
	return b.grow()
}

func (b *backoff) grow() time.Duration {
	pause := b.pause
	b.pause *= 2
	return pause
}
