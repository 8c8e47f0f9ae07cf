package sandbox

import (
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"understudy/server/store"
	"understudy/spec/gap"
)

// Default is the id of the sandbox that answers where a request names none.
const Default = "default"

// The ways in which a Hub refuses.
var (
	ErrUnknown = errors.New("no such sandbox: fork it first")
	ErrTaken   = errors.New("the sandbox exists already: choose another id, or reset it")
	ErrID      = errors.New("a sandbox id is 1 to 63 of a-z, 0-9 and -")
	ErrKept    = errors.New("the default sandbox cannot be deleted: reset it")
)

var idPattern = regexp.MustCompile(`^[a-z0-9-]{1,63}$`)

// Hub holds the sandboxes by id.
type Hub struct {
	real func() time.Time

	mu     sync.RWMutex
	worlds map[string]*Sandbox
}

// Open makes a Hub whose default sandbox has the rows of a store, answers with
// a choice, and runs with real time.
func Open(s *store.Store, choice gap.Choice, realTime func() time.Time) *Hub {
	h := &Hub{real: realTime, worlds: map[string]*Sandbox{}}
	h.worlds[Default] = open(Default, State{store: s, choice: choice}, h.clock())
	return h
}

func (h *Hub) clock() *Clock { return &Clock{real: h.real} }

// Find finds a sandbox.
func (h *Hub) Find(id string) (*Sandbox, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	sb, ok := h.worlds[id]
	return sb, ok
}

// Fork opens a sandbox with the state that its parent has now.
func (h *Hub) Fork(parent, id string) (*Sandbox, error) {
	if !idPattern.MatchString(id) {
		return nil, fmt.Errorf("sandbox %.80q: %w", id, ErrID)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	from, ok := h.worlds[parent]
	if !ok {
		return nil, fmt.Errorf("sandbox %.80q: %w", parent, ErrUnknown)
	}
	if _, taken := h.worlds[id]; taken {
		return nil, fmt.Errorf("sandbox %q: %w", id, ErrTaken)
	}
	h.worlds[id] = open(id, from.Snapshot(), h.clock())
	h.worlds[id].inherit(from)
	return h.worlds[id], nil
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
	if _, ok := h.worlds[id]; !ok {
		return fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	delete(h.worlds, id)
	return nil
}
