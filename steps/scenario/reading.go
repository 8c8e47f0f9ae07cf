package scenario

import (
	"crypto/sha256"
	"sync"

	"understudy/spec/contract"
	"understudy/steps/client"
)

// checked is what the contract check found in a response, and what the response
// showed. Runs and scenarios share it: it must not be changed.
type checked struct {
	violations []contract.Violation
	seen       map[string]contract.Seen
}

// isSmall reports whether it is worth keeping: the result of a body with very
// many faults takes more memory than it saves time.
func (c checked) isSmall() bool {
	size := 0
	for _, v := range c.violations {
		size += len(v.Pointer) + len(v.Found)
	}
	return len(c.violations) <= 200 && size <= 16<<10
}

// question is everything that the result of the contract check depends on.
type question struct {
	operation    string
	status       int
	body         [sha256.Size]byte
	keepPersonal bool
}

// readings caches the results for responses that come again byte for byte, as
// most of a list does: the check of a response depends on nothing else. It has
// two generations of limited size; results that were not requested in the
// meantime are dropped with the older one.
type readings struct {
	mu         sync.Mutex
	young, old map[question]checked
}

// generation is the number of responses in a generation, of some ten kilobytes each.
const generation = 512

// responsesRead are the readings of the process.
var responsesRead readings

// of returns what the contract check finds in a response, from the cache if the
// same response was checked before.
func (rs *readings) of(q question, check func() checked) checked {
	if c, ok := rs.lookUp(q); ok {
		return c
	}
	c := check()
	if !c.isSmall() {
		return c
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.keep(q, c)
	return c
}

func (rs *readings) lookUp(q question) (checked, bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	c, ok := rs.young[q]
	if !ok {
		if c, ok = rs.old[q]; ok {
			rs.keep(q, c)
		}
	}
	return c, ok
}

func (rs *readings) keep(q question, c checked) {
	if rs.young == nil || len(rs.young) >= generation {
		rs.old, rs.young = rs.young, make(map[question]checked, generation)
	}
	rs.young[q] = c
}

// A body of more than largeBody bytes is checked while no other one is: that
// takes many times its size in memory.
const largeBody = 256 << 10

var checkingLarge sync.Mutex

// read checks a response against the contract. Found values are redacted by
// their place in the body, because every finding is reported from here.
func (r *Run) read(e *client.Exchange) checked {
	q := question{e.Operation, e.Status, sha256.Sum256(e.Body), r.Options.KeepPersonalData}
	return responsesRead.of(q, func() checked {
		violations, seen := contract.CheckAndObserve(e.Operation, contract.Response{Status: e.Status, Body: e.Body})
		if len(violations) > 0 {
			shown := r.Redact.Found(e.Body)
			for i, v := range violations {
				violations[i].Found = shown(v.Pointer, v.Found)
			}
		}
		return checked{violations, seen}
	})
}

// SeenIn returns the members that a response showed.
func SeenIn(e *client.Exchange) map[string]contract.Seen {
	if e.Seen == nil && e.IsJSON() {
		return contract.Observe(e.Operation, e.Body)
	}
	return e.Seen
}

// The limits of the bodies that are kept for other scenarios: for those that
// they read, and among them for pages, of which they mostly know what they
// need.
const (
	MaxKept      = 48 << 20
	MaxKeptPages = 24 << 20
)

// Keep keeps the body of an exchange for other scenarios, as long as there is
// room, and drops it otherwise. It is called before they see the exchange.
func (r *Run) Keep(e *client.Exchange, most int) {
	if e != nil && !r.Retain(e, most) {
		r.Client.Trim(e)
	}
}

// Retain keeps the body of an exchange as Keep does, and reports whether there
// is room. It drops nothing.
func (r *Run) Retain(e *client.Exchange, most int) bool {
	if !e.IsLarge() {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept+len(e.Body) > most {
		return false
	}
	r.kept += len(e.Body)
	r.Client.Release(e)
	return true
}
