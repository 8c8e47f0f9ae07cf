package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The reasons why a Hub rejects a request about a snapshot.
var (
	ErrNoSnapshot        = errors.New("no such snapshot: take it first")
	ErrSnapshotName      = errors.New("a snapshot's name is 1 to 63 of a-z, 0-9 and -")
	ErrSnapshotNameTaken = errors.New("another sandbox has a snapshot of that name: choose another name, or delete that one")
	ErrSnapshotsFull     = errors.New("that is the limit: delete some")
)

// NamedSnapshot is a snapshot under a name. It outlives its sandbox.
type NamedSnapshot struct {
	Name string
	// Sandbox is the id of the sandbox that it was taken of.
	Sandbox string
	// TakenAt is real time.
	TakenAt  time.Time
	snapshot Snapshot
}

// TakeSnapshot keeps the state that a sandbox has now under a name. It replaces a
// snapshot of the same sandbox and name. The limit is that of the sandboxes.
func (h *Hub) TakeSnapshot(id, name string) (NamedSnapshot, error) {
	if !idPattern().MatchString(name) {
		return NamedSnapshot{}, fmt.Errorf("snapshot %.80q: %w", name, ErrSnapshotName)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	sb, ok := h.find(id)
	if !ok {
		return NamedSnapshot{}, fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	before, taken := h.named[name]
	switch {
	case taken && before.Sandbox != id:
		return NamedSnapshot{}, fmt.Errorf("snapshot %q: %w", name, ErrSnapshotNameTaken)
	case !taken && len(h.named) >= h.options.Limit:
		return NamedSnapshot{}, fmt.Errorf("there are %d snapshots: %w", len(h.named), ErrSnapshotsFull)
	}
	h.named[name] = NamedSnapshot{name, id, h.options.Now().UTC(), sb.Snapshot()}
	return h.named[name], nil
}

// Snapshots is all named snapshots, by name.
func (h *Hub) Snapshots() []NamedSnapshot {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]NamedSnapshot, 0, len(h.named))
	for _, k := range h.named {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b NamedSnapshot) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Restore restores a named snapshot of any sandbox in a sandbox.
func (h *Hub) Restore(id, name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	sb, ok := h.find(id)
	if !ok {
		return fmt.Errorf("sandbox %.80q: %w", id, ErrUnknown)
	}
	taken, ok := h.named[name]
	if !ok {
		return fmt.Errorf("snapshot %.80q: %w", name, ErrNoSnapshot)
	}
	sb.Restore(taken.snapshot)
	return nil
}

// Drop deletes a snapshot.
func (h *Hub) Drop(name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.named[name]; !ok {
		return fmt.Errorf("snapshot %.80q: %w", name, ErrNoSnapshot)
	}
	delete(h.named, name)
	return nil
}
