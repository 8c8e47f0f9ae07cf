package sandbox

import (
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/spec/pattern"
)

// Default is the id of the sandbox for requests that name none.
const Default = "default"

// DefaultLimit is how many sandboxes a Hub holds beside the default one, unless it
// is opened with another limit.
const DefaultLimit = 10_000

// The reasons why a Hub rejects a request.
var (
	ErrUnknown = errors.New("no such sandbox: it was never created, was deleted, is past its ttl, or its fake has restarted since: create it: PUT /_understudy/sandboxes/ID")
	ErrTaken   = errors.New("the sandbox exists already: choose another id, or reset it")
	ErrID      = errors.New("a sandbox id is 1 to 63 of a-z, 0-9 and -")
	ErrKept    = errors.New("the default sandbox cannot be deleted: reset it")
	ErrFull    = errors.New("that is the limit: delete some, create them with a ttl, or start the fake with a higher --max-sandboxes")
)

var idPattern = pattern.Lazy(`^[a-z0-9-]{1,63}$`)

// ErrRows is why a sandbox rejects more rows.
var ErrRows = errors.New("delete some, or start the fake with a higher --max-rows")

// idLength is the length of a random id, of 32 characters: 60 bits.
const idLength = 12

// Hub holds the sandboxes by id, and the named snapshots.
type Hub struct {
	options  Options
	journals *journal.Journals
	home     *Sandbox // the default one

	// worlds are all sandboxes, *Sandbox by id: requests find theirs without a
	// lock. Adding or removing one requires mu.
	worlds sync.Map

	mu       sync.Mutex
	count    int      // of worlds, including those that have expired
	created  uint64   // how many were created ever, without the default one
	expired  uint64   // how many were removed because their ttl was over
	deleted  uint64   // how many were deleted
	expiring expiring // of worlds, those with a ttl
	named    map[string]NamedSnapshot
}

// Options are what the sandboxes of a Hub have in common.
type Options struct {
	// Limit is how many sandboxes there may be beside the default one; 0 for
	// DefaultLimit.
	Limit int
	// MaxRows is how many rows each sandbox may have; 0 for no limit.
	MaxRows int64
	// Journals are the limits of all journals.
	Journals journal.Limits
	// ControlToken opens no world; the journals show its kind in its place. It may be
	// empty.
	ControlToken string
	// Now is real time; nil for time.Now.
	Now func() time.Time
}

// Open makes a Hub whose default sandbox begins with a state.
func Open(s Snapshot, o Options) *Hub {
	o.Limit = cmp.Or(o.Limit, DefaultLimit)
	if o.Now == nil {
		o.Now = time.Now
	}
	h := &Hub{options: o, journals: journal.Open(o.Journals), named: map[string]NamedSnapshot{}}
	h.home = h.open(Default, s, nil, 0)
	h.add(h.home)
	return h
}

// open makes a sandbox of a state and its first faults. It expires a while after now;
// 0 is never.
func (h *Hub) open(id string, origin Snapshot, armed []fault.Counted, ttl time.Duration) *Sandbox {
	sb := &Sandbox{id: id, origin: origin, armed: armed, createdAt: h.options.Now().UTC(), controlToken: h.options.ControlToken}
	if ttl > 0 {
		sb.expiresAt = sb.createdAt.Add(ttl)
	}
	sb.view.Store(&View{World: origin.world.copy(), Clock: newClock(h.options.Now, origin.clock), Faults: new(fault.Faults).Replaced(armed),
		Journal: h.journals.New(), Encoded: new(Encoded), maxRows: h.options.MaxRows})
	return sb
}

func (h *Hub) add(sb *Sandbox) {
	h.worlds.Store(sb.id, sb)
	h.count++
	if !sb.expiresAt.IsZero() {
		heap.Push(&h.expiring, sb)
	}
}

func (h *Hub) remove(sb *Sandbox) {
	h.worlds.Delete(sb.id)
	h.count--
	if !sb.expiresAt.IsZero() {
		heap.Remove(&h.expiring, sb.place)
	}
	sb.View().Journal.Close()
}

// Sweep removes expired sandboxes, which no request may name again, at most so many,
// and reports whether there was one. It costs next to nothing if there is none.
func (h *Hub) Sweep(most int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sweep(most)
}

// SweepSome is how many expired sandboxes a request that may take a moment removes.
const SweepSome = 100

// sweep is Sweep within the lock.
func (h *Hub) sweep(most int) (swept bool) {
	for range most {
		if len(h.expiring) == 0 || !h.expiring[0].over(h.options.Now) {
			break
		}
		h.expire(h.expiring[0])
		swept = true
	}
	return swept
}

// expire removes a sandbox whose ttl is over.
func (h *Hub) expire(sb *Sandbox) {
	h.remove(sb)
	h.expired++
}

// Home is the default sandbox.
func (h *Hub) Home() *Sandbox { return h.home }

// Find finds a sandbox that has not expired.
func (h *Hub) Find(id string) (*Sandbox, bool) {
	found, ok := h.worlds.Load(id)
	if !ok {
		return nil, false
	}
	if sb := found.(*Sandbox); !sb.over(h.options.Now) {
		return sb, true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.find(id) // another sandbox may have the id by now
}

// find is Find within the lock: it removes an expired sandbox.
func (h *Hub) find(id string) (*Sandbox, bool) {
	found, ok := h.worlds.Load(id)
	if !ok {
		return nil, false
	}
	sb := found.(*Sandbox)
	if !sb.over(h.options.Now) {
		return sb, true
	}
	h.expire(sb)
	return nil, false
}

// List is all sandboxes, by id. It removes the expired ones.
func (h *Hub) List() []*Sandbox {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*Sandbox, 0, h.count)
	for id := range h.worlds.Range {
		if sb, ok := h.find(id.(string)); ok {
			all = append(all, sb)
		}
	}
	slices.SortFunc(all, func(a, b *Sandbox) int { return strings.Compare(a.id, b.id) })
	return all
}

// Reset restores a sandbox to the state that it was opened or forked with.
func (h *Hub) Reset(id string) error {
	sb, ok := h.Find(id)
	if !ok {
		return fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	sb.Reset()
	return nil
}

// Delete removes a sandbox, and closes its journal.
func (h *Hub) Delete(id string) error {
	if id == Default {
		return ErrKept
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	sb, ok := h.find(id)
	if !ok {
		return fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	h.remove(sb)
	h.deleted++
	return nil
}
