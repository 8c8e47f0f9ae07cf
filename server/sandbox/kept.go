package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The ways in which a Hub refuses what is asked of a snapshot.
var (
	ErrUnkept    = errors.New("no such snapshot: take it first")
	ErrName      = errors.New("a snapshot's name is 1 to 63 of a-z, 0-9 and -")
	ErrNameTaken = errors.New("another sandbox has a snapshot of that name: choose another name, or delete that one")
	ErrKeptFull  = errors.New("that is the limit: delete some")
)

// Kept is a state that was kept under a name. It outlives its sandbox.
type Kept struct {
	Name string
	// Sandbox is the id of the one whose state it is.
	Sandbox string
	// TakenAt is real time.
	TakenAt time.Time
	state   State
}

// Keep keeps the state that a sandbox has now, in the place of one of the same
// sandbox that had the name before. There are as many as there may be sandboxes.
func (h *Hub) Keep(id, name string) (Kept, error) {
	if !idPattern().MatchString(name) {
		return Kept{}, fmt.Errorf("snapshot %.80q: %w", name, ErrName)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	sb, ok := h.find(id)
	if !ok {
		return Kept{}, fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	before, taken := h.kept[name]
	switch {
	case taken && before.Sandbox != id:
		return Kept{}, fmt.Errorf("snapshot %q: %w", name, ErrNameTaken)
	case !taken && len(h.kept) >= h.limit:
		return Kept{}, fmt.Errorf("there are %d snapshots: %w", len(h.kept), ErrKeptFull)
	}
	h.kept[name] = Kept{name, id, h.real().UTC(), sb.Snapshot()}
	return h.kept[name], nil
}

// Kept is all snapshots that have a name, by that.
func (h *Hub) Kept() []Kept {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]Kept, 0, len(h.kept))
	for _, k := range h.kept {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Kept) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Restore puts a sandbox into a state that was kept, of whichever sandbox.
func (h *Hub) Restore(id, name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	sb, ok := h.find(id)
	if !ok {
		return fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	kept, ok := h.kept[name]
	if !ok {
		return fmt.Errorf("snapshot %.80q: %w", name, ErrUnkept)
	}
	sb.Restore(kept.state)
	return nil
}

// Drop forgets a snapshot.
func (h *Hub) Drop(name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.kept[name]; !ok {
		return fmt.Errorf("snapshot %.80q: %w", name, ErrUnkept)
	}
	delete(h.kept, name)
	return nil
}
