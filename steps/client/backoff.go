package client

import (
	"net/http"
	"strconv"
	"time"
)

// The bounds of waiting. A deployment that asks for more is left alone.
const (
	maxPause     = 90 * time.Second
	maxThrottles = 6
	// spentThrottles are how many are borne where others of the kind were
	// answered 429 to the last.
	spentThrottles = 1
)

// backoff decides whether and when a request is sent again.
type backoff struct {
	throttles, faults int
	pause             time.Duration
	// least is the shortest pause before the next try after a 429, most how many
	// of them are borne.
	least time.Duration
	most  int
}

func newBackoff(most int) *backoff {
	return &backoff{pause: 200 * time.Millisecond, least: 50 * time.Millisecond, most: most}
}

// kindOf is which requests a deployment may always answer 429: the operation of
// one that the document allows, or nothing for all that are faulty.
func kindOf(r Request) (operation string) {
	if !r.Allowed {
		return ""
	}
	return r.Operation
}

// patience is how many 429 are borne for a request.
func (c *Client) patience(kind string) int {
	if _, spent := c.spent.Load(kind); spent {
		return spentThrottles
	}
	return maxThrottles
}

// learn notes whether patience paid. One faulty request that is refused otherwise
// says nothing of another with another fault.
func (c *Client) learn(kind string, e *Exchange) {
	switch {
	case e.Throttled():
		c.spent.Store(kind, true)
	case e.Allowed:
		c.spent.Delete(kind)
	}
}

func (b *backoff) next(e *Exchange) (time.Duration, bool) {
	if e.Throttled() {
		b.throttles++
		pause := max(b.least, b.retryAfter(e))
		b.least *= 2
		return pause, b.throttles <= b.most && pause <= maxPause
	}
	if e.Method != http.MethodGet || !e.Broken() {
		return 0, false
	}
	b.faults++
	tries := 2
	if e.Err != nil || e.Status == http.StatusServiceUnavailable {
		tries = 3
	}
	return b.grow(), b.faults < tries
}

// retryAfter reads the header in seconds or as a date; without one the pause
// grows from try to try.
func (b *backoff) retryAfter(e *Exchange) time.Duration {
	text := e.Header.Get("Retry-After")
	if s, err := strconv.Atoi(text); err == nil && s >= 0 {
		return time.Duration(s) * time.Second
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
