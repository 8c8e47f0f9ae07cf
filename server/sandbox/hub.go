package sandbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/server/journal"
	"understudy/spec/gap"
)

// Default is the id of the sandbox that answers where a request names none.
const Default = "default"

// DefaultLimit is how many sandboxes a Hub holds beside the default one, unless
// it is told otherwise.
const DefaultLimit = 10_000

// The ways in which a Hub refuses.
var (
	ErrUnknown = errors.New("no such sandbox: fork it first")
	ErrTaken   = errors.New("the sandbox exists already: choose another id, or reset it")
	ErrID      = errors.New("a sandbox id is 1 to 63 of a-z, 0-9 and -")
	ErrKept    = errors.New("the default sandbox cannot be deleted: reset it")
	ErrFull    = errors.New("that is the limit: delete some, create them with a ttl, or start the fake with a higher --max-sandboxes")
)

var idPattern = regexp.MustCompile(`^[a-z0-9-]{1,63}$`)

// idLength is that of an id drawn at random, of 32 characters: 60 bits.
const idLength = 12

// Hub holds the sandboxes by id, and the states that were kept under a name.
type Hub struct {
	real     func() time.Time
	limit    int
	journals journal.Limits

	mu     sync.RWMutex
	worlds map[string]*Sandbox
	kept   map[string]Kept
}

// Open makes a Hub whose default sandbox has a world, and runs with real time.
// A limit of 0 is DefaultLimit.
func Open(w World, limit int, realTime func() time.Time) *Hub {
	return OpenState(State{world: w}, limit, realTime)
}

// OpenState is Open for a world that brings its clock.
func OpenState(s State, limit int, realTime func() time.Time) *Hub {
	if limit == 0 {
		limit = DefaultLimit
	}
	h := &Hub{real: realTime, limit: limit, journals: journal.Default, worlds: map[string]*Sandbox{}, kept: map[string]Kept{}}
	h.worlds[Default] = h.open(Default, s, 0)
	return h
}

// KeepJournals limits the journals of all sandboxes. It must be called before
// the first request, and before another sandbox is opened.
func (h *Hub) KeepJournals(l journal.Limits) {
	h.journals = l
	h.worlds[Default].journal = journal.New(l)
}

// open makes a sandbox that goes a while after now; 0 is never.
func (h *Hub) open(id string, origin State, ttl time.Duration) *Sandbox {
	sb := &Sandbox{id: id, clock: &Clock{real: h.real}, origin: origin, journal: journal.New(h.journals), createdAt: h.real().UTC()}
	if ttl > 0 {
		sb.expiresAt = sb.createdAt.Add(ttl)
	}
	sb.Restore(origin)
	return sb
}

// Find finds a sandbox. One whose time is over is not there any more.
func (h *Hub) Find(id string) (*Sandbox, bool) {
	h.mu.RLock()
	sb, ok := h.worlds[id]
	h.mu.RUnlock()
	if ok && sb.over(h.real()) {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.find(id) // another may have its id by now
	}
	return sb, ok
}

// find is Find within the lock: it forgets a sandbox whose time is over.
func (h *Hub) find(id string) (*Sandbox, bool) {
	sb, ok := h.worlds[id]
	if ok && sb.over(h.real()) {
		delete(h.worlds, id)
		return nil, false
	}
	return sb, ok
}

// sweep forgets all sandboxes whose time is over.
func (h *Hub) sweep() {
	for id := range h.worlds {
		h.find(id)
	}
}

// List is all sandboxes, by id.
func (h *Hub) List() []*Sandbox {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep()
	all := make([]*Sandbox, 0, len(h.worlds))
	for _, sb := range h.worlds {
		all = append(all, sb)
	}
	slices.SortFunc(all, func(a, b *Sandbox) int { return strings.Compare(a.id, b.id) })
	return all
}

// Draft is what a sandbox is to be. The first of State, Kept and Parent that is
// given tells what it is made of.
type Draft struct {
	// ID is its name; empty for one drawn at random.
	ID string
	// State is a world of its own, Kept the name of a state that was kept, and
	// Parent the sandbox whose state it takes.
	State        *State
	Kept, Parent string
	// TTL is how long it stays, in real time; 0 for as long as the Hub.
	TTL time.Duration
	// Choose changes the variants that it begins with; nil for none.
	Choose func(gap.Choice) (gap.Choice, error)
}

// Fork opens a sandbox with the state that its parent has now.
func (h *Hub) Fork(parent, id string) (*Sandbox, error) {
	if id == "" {
		return nil, ErrID
	}
	return h.Create(Draft{ID: id, Parent: parent})
}

// Create opens a sandbox, or leaves everything as it is.
func (h *Hub) Create(d Draft) (*Sandbox, error) {
	if d.ID == "" {
		d.ID = strings.ToLower(rand.Text()[:idLength])
	}
	if !idPattern.MatchString(d.ID) {
		return nil, fmt.Errorf("sandbox %.80q: %w", d.ID, ErrID)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, taken := h.find(d.ID); taken {
		return nil, fmt.Errorf("sandbox %q: %w", d.ID, ErrTaken)
	}
	origin, err := h.beginning(d)
	if err != nil {
		return nil, err
	}
	if d.Choose != nil {
		if origin.world.Choice, err = d.Choose(origin.world.Choice); err != nil {
			return nil, err
		}
	}
	if err := h.makeRoom(); err != nil {
		return nil, err
	}
	sb := h.open(d.ID, origin, d.TTL)
	if parent, forked := h.worlds[d.Parent]; forked && d.State == nil && d.Kept == "" {
		sb.arm(parent.faults.All())
	}
	h.worlds[d.ID] = sb
	return sb, nil
}

// beginning is the state that a new sandbox begins with.
func (h *Hub) beginning(d Draft) (State, error) {
	if d.State != nil {
		return *d.State, nil
	}
	if d.Kept != "" {
		kept, ok := h.kept[d.Kept]
		if !ok {
			return State{}, fmt.Errorf("snapshot %.80q: %w", d.Kept, ErrUnkept)
		}
		return kept.state, nil
	}
	parent, ok := h.find(d.Parent)
	if !ok {
		return State{}, fmt.Errorf("sandbox %.80q: %w", d.Parent, ErrUnknown)
	}
	return parent.Snapshot(), nil
}

// makeRoom sees to it that there is room for one more sandbox.
func (h *Hub) makeRoom() error {
	if len(h.worlds)-1 >= h.limit {
		h.sweep()
	}
	if n := len(h.worlds) - 1; n >= h.limit {
		return fmt.Errorf("there are %d sandboxes beside the default one: %w", n, ErrFull)
	}
	return nil
}

// Reset restores a sandbox as it was opened or forked.
func (h *Hub) Reset(id string) error {
	sb, ok := h.Find(id)
	if !ok {
		return fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	sb.Reset()
	return nil
}

// Delete forgets a sandbox.
func (h *Hub) Delete(id string) error {
	if id == Default {
		return ErrKept
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.find(id); !ok {
		return fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	delete(h.worlds, id)
	return nil
}
