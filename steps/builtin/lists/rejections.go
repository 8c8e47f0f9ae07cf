package lists

import (
	"sync"
	"time"

	"understudy/steps/client"
)

// rejections are those that had the code of a success. Its zero value is empty.
type rejections struct {
	mu sync.Mutex
	by map[string]*rejected // by operation
}

// rejected are the rejections of one operation.
type rejected struct {
	first time.Time
	count int
	// busy says that one of them was not followed by a success.
	busy bool
}

// fewRejections is how many may be a coincidence.
const fewRejections = 2

// note records a rejection and whether the same request succeeded right after it. It returns how
// many there are, if they are more than a few, came for longer than limits.settle, and each
// was followed by a success; else 0.
func (rs *rejections) note(e *client.Exchange, succeeded bool, settle time.Duration) int {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	r := rs.by[e.Operation]
	if r == nil {
		r = &rejected{first: e.Received}
		if rs.by == nil {
			rs.by = map[string]*rejected{}
		}
		rs.by[e.Operation] = r
	}
	r.count++
	if r.busy = r.busy || !succeeded; r.busy || r.count <= fewRejections || e.Received.Sub(r.first) <= settle {
		return 0
	}
	return r.count
}
