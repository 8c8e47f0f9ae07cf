// Package journal keeps what clients sent to a sandbox and what they were
// answered: a bounded ring of exchanges, the newest of which push out the
// oldest.
//
// Recording an exchange costs a request a slot in the ring and copies of the
// headers and of the starts of both bodies; nothing is parsed. All else is
// worked out when somebody asks: what an exchange shows (show.go, where
// secrets are taken out), which exchanges a query finds, the HAR form, and the
// findings: breaches of the contract, and gaps that the client leaned on.
//
// The sandbox holds a Journal, the server records into it, the API notes the
// gaps, and the control API shows it. Nothing leaves this package but by way of
// Shown, HAR and Findings, which show no secret. Start reading at Journal.
package journal

import (
	"context"
	"sync"
)

// Limits are how much a journal keeps.
type Limits struct {
	// Exchanges is how many, 0 for none at all; Body is how many bytes of
	// each body.
	Exchanges, Body int
}

// Default is what a journal keeps unless it is told otherwise.
var Default = Limits{Exchanges: 1000, Body: 16 << 10}

// Journal is the ring of one sandbox. It is safe for concurrent use.
type Journal struct {
	limits Limits

	mu sync.Mutex
	// ring holds the exchanges from base on; base is the number that the
	// first after the last Clear has, or would have.
	ring       []*Exchange
	base, last uint64
	// lent is the number of the newest exchange that somebody may look at.
	lent  uint64
	epoch uint64
	// changed is closed by the next exchange; nil where nobody waits for one.
	changed chan struct{}
}

// New opens an empty journal.
func New(l Limits) *Journal { return &Journal{limits: l, base: 1} }

// Limits are those that the journal was opened with.
func (j *Journal) Limits() Limits { return j.limits }

// Begin begins an epoch, if it is later than the one there is: it forgets all
// exchanges of those before, and of those that are still under way.
func (j *Journal) Begin(epoch uint64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.begin(epoch)
}

func (j *Journal) begin(epoch uint64) {
	if epoch > j.epoch {
		j.epoch = epoch
		j.clear()
	}
}

// add numbers an exchange, from 1 on, and keeps it, unless its epoch is over.
// Nobody may change it afterwards.
func (j *Journal) add(e *Exchange) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.begin(e.Epoch)
	if e.Epoch < j.epoch {
		return
	}
	j.last++
	e.Seq = j.last
	if len(j.ring) < j.limits.Exchanges {
		j.ring = append(j.ring, e)
	} else {
		pushed := &j.ring[j.slot(e.Seq)]
		if (*pushed).Seq > j.lent {
			(*pushed).give()
		}
		*pushed = e
	}
	j.wake()
}

func (j *Journal) slot(seq uint64) int { return int((seq - j.base) % uint64(j.limits.Exchanges)) }

// oldest is the number of the first exchange that is kept.
func (j *Journal) oldest() uint64 { return j.last + 1 - uint64(len(j.ring)) }

func (j *Journal) wake() {
	if j.changed != nil {
		close(j.changed)
		j.changed = nil
	}
}

// Clear forgets all exchanges and tells how many they were. The next one is
// numbered on.
func (j *Journal) Clear() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.clear()
}

func (j *Journal) clear() int {
	n := len(j.ring)
	j.ring, j.base = nil, j.last+1
	return n
}

// Last is the number of the newest exchange there ever was, 0 for none.
func (j *Journal) Last() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.last
}

// After are the exchanges that are kept with a higher number, in order, and how
// many were pushed out before them, since the last Clear.
func (j *Journal) After(seq uint64) (kept []*Exchange, missed uint64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	first := max(seq+1, j.base)
	from := max(first, j.oldest())
	j.lent = j.last
	for n := from; n <= j.last; n++ {
		kept = append(kept, j.ring[j.slot(n)])
	}
	return kept, from - first
}

// Evicted is how many exchanges were pushed out since the last Clear.
func (j *Journal) Evicted() uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.oldest() - j.base
}

// Find finds an exchange that is kept.
func (j *Journal) Find(seq uint64) (*Exchange, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if seq < j.oldest() || seq > j.last {
		return nil, false
	}
	j.lent = max(j.lent, seq)
	return j.ring[j.slot(seq)], true
}

// Wait waits until an exchange with a higher number is kept, and tells whether
// one is: the context may end before.
func (j *Journal) Wait(ctx context.Context, seq uint64) bool {
	for {
		j.mu.Lock()
		if j.last > seq && len(j.ring) > 0 {
			j.mu.Unlock()
			return ctx.Err() == nil
		}
		if j.changed == nil {
			j.changed = make(chan struct{})
		}
		changed := j.changed
		j.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}
