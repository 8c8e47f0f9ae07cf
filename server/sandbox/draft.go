package sandbox

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"understudy/server/fault"
	"understudy/spec/gap"
)

// Draft describes a sandbox to create. The first given one of Snapshot, Named and
// Parent is its origin.
type Draft struct {
	// ID is its name; empty for a random one.
	ID string
	// Snapshot is a state, Named the name of a snapshot, and Parent the sandbox to
	// copy.
	Snapshot      *Snapshot
	Named, Parent string
	// TTL is how long it lives, in real time; 0 for as long as the Hub.
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

// Create opens a sandbox; on an error it changes nothing.
func (h *Hub) Create(d Draft) (*Sandbox, error) {
	if d.ID == "" {
		d.ID = strings.ToLower(rand.Text()[:idLength])
	}
	if !idPattern().MatchString(d.ID) {
		return nil, fmt.Errorf("sandbox %.80q: %w", d.ID, ErrID)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep(SweepSome)
	if _, taken := h.find(d.ID); taken {
		return nil, fmt.Errorf("sandbox %q: %w", d.ID, ErrTaken)
	}
	origin, armed, err := h.beginning(d)
	if err != nil {
		return nil, err
	}
	if d.Choose != nil {
		if origin.world.Choice, err = d.Choose(origin.world.Choice); err != nil {
			return nil, err
		}
	}
	if n := h.count - 1; n >= h.options.Limit {
		return nil, fmt.Errorf("there are %d sandboxes beside the default one: %w", n, ErrFull)
	}
	sb := h.open(d.ID, origin, armed, d.TTL)
	h.add(sb)
	h.created++
	return sb, nil
}

// beginning is the state that a new sandbox begins with, and the faults, which only
// a parent has.
func (h *Hub) beginning(d Draft) (Snapshot, []fault.Counted, error) {
	if d.Snapshot != nil {
		return *d.Snapshot, nil, nil
	}
	if d.Named != "" {
		taken, ok := h.named[d.Named]
		if !ok {
			return Snapshot{}, nil, fmt.Errorf("snapshot %.80q: %w", d.Named, ErrNoSnapshot)
		}
		return taken.snapshot, nil, nil
	}
	parent, ok := h.find(d.Parent)
	if !ok {
		return Snapshot{}, nil, fmt.Errorf("sandbox %.80q: %w", d.Parent, ErrUnknown)
	}
	v := parent.View()
	return v.Snapshot(), v.Faults.All(), nil
}
