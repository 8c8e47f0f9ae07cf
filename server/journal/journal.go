// Package journal keeps the requests that clients sent to a sandbox and the
// responses: a bounded queue of exchanges, in which the newest replace the
// oldest.
//
// Recording an exchange costs a request a place in the queue and copies of the
// headers and of the starts of both bodies; nothing is parsed. Everything else
// is computed on request: what an exchange shows (show.go, which removes
// secrets), which exchanges a query finds, the HAR form, and the findings:
// violations of the contract, and gaps that the client depended on.
//
// The Hub has the Journals of all sandboxes, which share a limit on memory;
// each sandbox has its Journal, the server records into it, the API records the
// gaps, and the control API shows it. Data leaves this package only as Shown,
// HAR and Findings, which show no secret. Start reading at Journal.
package journal

import (
	"container/list"
	"context"
	"math"
	"slices"
)

// Journal is the queue of one sandbox. It is safe for concurrent use.
type Journal struct {
	all *Journals
	// held is the journal's share of the bytes of all journals, and place its
	// element in used of all; nil if it is empty.
	held  int
	place *list.Element
	// kept has the exchanges up to last, in order; base is the number of the
	// first one after the last Clear.
	kept       []*Exchange
	base, last uint64
	// checked is the number of the newest exchange that Unchecked has returned.
	checked uint64
	// lent is the number of the newest exchange that somebody may still read.
	lent  uint64
	epoch uint64
	// changed is closed by the next exchange, or by Close; nil if nobody waits.
	changed chan struct{}
}

// closed is the epoch of a journal that keeps nothing any more.
const closed = math.MaxUint64

// keeps reports whether the journal keeps exchanges at all.
func (j *Journal) keeps() bool { return j.all.limits.Exchanges > 0 }

// Limits returns the limits that the journal was opened with.
func (j *Journal) Limits() Limits { return j.all.limits }

// Begin begins an epoch, if it is later than the current one: it drops all
// exchanges of those before, including unfinished ones.
func (j *Journal) Begin(epoch uint64) {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	j.begin(epoch)
}

func (j *Journal) begin(epoch uint64) {
	if epoch > j.epoch {
		j.epoch = epoch
		j.clear()
	}
}

// Close ends the journal: it keeps nothing more and ends every Wait. It no
// longer counts towards the limit of all journals.
func (j *Journal) Close() {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	j.epoch = closed
	j.release()
	j.wake()
}

// release removes the journal from all.
func (j *Journal) release() {
	j.all.held -= j.held
	j.held = 0
	if j.place != nil {
		j.all.used.Remove(j.place)
		j.place = nil
	}
}

// add numbers an exchange, from 1 on, and keeps it, unless its epoch is over or
// nothing is kept at all. It must not be changed afterwards.
func (j *Journal) add(e *Exchange) {
	if !j.keeps() {
		e.recycle()
		return
	}
	e.size = e.measure()
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	j.begin(e.Epoch)
	if e.Epoch < j.epoch {
		return
	}
	j.last++
	e.Seq = j.last
	if len(j.kept) == j.all.limits.Exchanges {
		j.dropOldest()
	}
	j.kept = append(j.kept, e)
	j.held += e.size
	j.all.held += e.size
	if j.place == nil {
		j.place = j.all.used.PushBack(j)
	}
	j.all.used.MoveToBack(j.place)
	j.all.fit()
	j.wake()
}

// dropOldest drops the oldest exchange.
func (j *Journal) dropOldest() {
	e := j.kept[0]
	j.kept[0] = nil
	j.kept = j.kept[1:]
	j.all.evicted++
	j.held -= e.size
	j.all.held -= e.size
	if j.held == 0 {
		j.release()
	}
	if e.Seq > j.lent {
		e.recycle()
	}
}

// oldest returns the number of the first exchange that is kept.
func (j *Journal) oldest() uint64 { return j.last + 1 - uint64(len(j.kept)) }

func (j *Journal) wake() {
	if j.changed != nil {
		close(j.changed)
		j.changed = nil
	}
}

// Clear drops all exchanges and returns how many there were. Numbers continue.
func (j *Journal) Clear() int {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	return j.clear()
}

func (j *Journal) clear() int {
	n := len(j.kept)
	j.kept, j.base = nil, j.last+1
	j.release()
	return n
}

// Last returns the number of the newest exchange ever, 0 for none.
func (j *Journal) Last() uint64 {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	return j.last
}

// After returns the exchanges that are kept with a higher number, in order, and
// how many before them were removed since the last Clear.
func (j *Journal) After(seq uint64) (kept []*Exchange, missed uint64) {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	first := max(seq+1, j.base)
	from := max(first, j.oldest())
	j.lent = j.last
	if from <= j.last {
		kept = slices.Clone(j.kept[from-j.oldest():])
	}
	return kept, from - first
}

// Unchecked returns up to most exchanges that are kept and that no earlier call
// returned, in order.
func (j *Journal) Unchecked(most int) []*Exchange {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	if j.checked >= j.last || len(j.kept) == 0 {
		return nil
	}
	from := max(j.checked+1, j.oldest())
	kept := j.kept[from-j.oldest():]
	kept = slices.Clone(kept[:min(most, len(kept))])
	j.checked = from + uint64(len(kept)) - 1
	j.lent = max(j.lent, j.checked)
	return kept
}

// Evicted returns how many exchanges were removed for newer ones since the last
// Clear.
func (j *Journal) Evicted() uint64 {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	return j.oldest() - j.base
}

// Find finds an exchange that is kept.
func (j *Journal) Find(seq uint64) (*Exchange, bool) {
	j.all.mu.Lock()
	defer j.all.mu.Unlock()
	if seq < j.oldest() || seq > j.last {
		return nil, false
	}
	j.lent = max(j.lent, seq)
	return j.kept[seq-j.oldest()], true
}

// Wait waits until an exchange with a higher number is kept, and reports
// whether one is: the context may end before, or the journal be closed.
func (j *Journal) Wait(ctx context.Context, seq uint64) bool {
	for {
		j.all.mu.Lock()
		if j.last > seq && len(j.kept) > 0 {
			j.all.mu.Unlock()
			return ctx.Err() == nil
		}
		if j.epoch == closed {
			j.all.mu.Unlock()
			return false
		}
		if j.changed == nil {
			j.changed = make(chan struct{})
		}
		changed := j.changed
		j.all.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}
