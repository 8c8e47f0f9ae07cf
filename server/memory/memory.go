// Package memory bounds how much memory a fake may take.
//
// A Bound compares the live heap, which is what the last garbage collection found in
// use, with a share of the limit. Garbage therefore never counts. The rest of the
// limit is for garbage, and for requests under way: with Go's soft memory limit set
// to the same number of bytes (debug.SetMemoryLimit), a collection runs before the
// process takes more, so that the live heap is known in time. Nothing runs in the
// background.
//
// The server asks the Bound before a request that may take memory for good. Start
// reading at Check.
package memory

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// Least is the smallest limit, in bytes: a fake alone takes nearly as much.
const Least = 32 << 20

// Bound rejects what would take more memory. A nil Bound rejects nothing. It is safe
// for concurrent use.
type Bound struct {
	limit int64
	// release frees what nobody needs any more.
	release func()
	// freed says that something was deleted since the last collection.
	freed atomic.Bool

	mu sync.Mutex // held to collect
	// next is when a full Bound collects again although nothing was deleted.
	next time.Time
}

// New makes a Bound of that many bytes, 0 for none. Before it rejects anything it
// calls release, which may free memory.
func New(limit int64, release func()) *Bound {
	if limit == 0 {
		return nil
	}
	return &Bound{limit: limit, release: release}
}

// The live heap may take fullAt/outOf of the limit.
const fullAt, outOf = 3, 4

// How long a full Bound waits between collections while nothing is deleted: so long,
// or so many times as long as the last one took, whichever is longer.
const (
	leastPause = time.Second
	pauseRatio = 20
)

// Error says that the memory is full.
type Error struct{ Limit int64 }

func (e Error) Error() string {
	return fmt.Sprintf("the memory that the fake may take (%d MB) is full: delete sandboxes, snapshots or rows, or reset, with the control API, or start the fake with a higher --max-memory", e.Limit/1_000_000)
}

// Check returns an Error if the memory is full. While it is not, that takes less
// than a microsecond. Before it returns an Error, it collects garbage if anything was
// deleted since the last collection, or if that was a while ago.
func (b *Bound) Check() error {
	if b == nil || !b.full() {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.full() { // somebody else has collected
		return nil
	}
	if b.freed.Swap(false) || time.Now().After(b.next) {
		b.release()
		start := time.Now()
		runtime.GC()
		end := time.Now()
		b.next = end.Add(max(leastPause, pauseRatio*end.Sub(start)))
	}
	if b.full() {
		return Error{b.limit}
	}
	return nil
}

// Freed says that something was deleted, so that the next Check sees its memory free.
func (b *Bound) Freed() {
	if b != nil {
		b.freed.Store(true)
	}
}

func (b *Bound) full() bool { return live() > uint64(b.limit)*fullAt/outOf }

// live is how many bytes of the heap the last collection found in use.
func live() uint64 {
	sample := [1]metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample[:])
	return sample[0].Value.Uint64()
}
