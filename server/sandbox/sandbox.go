// Package sandbox holds the isolated worlds that the fake answers from.
//
// A Sandbox is a store, a clock and a choice of variants. Its State can be
// taken and put back at any time and at no cost that grows with the world. The
// Hub opens the sandbox named default, forks further ones from it, and resets,
// finds and deletes them by id.
//
// The API serves one request in one transaction of one sandbox; the server
// owns the Hub. Everything here is safe for concurrent use, and nothing runs
// in the background. Start reading at Hub.
package sandbox

import (
	"sync"

	"understudy/server/store"
	"understudy/spec/gap"
)

// Sandbox is one isolated world.
type Sandbox struct {
	id     string
	clock  *Clock
	origin State

	mu     sync.RWMutex
	store  *store.Store
	choice gap.Choice
}

// State is a world as it was at an instant. It stays as it is, however often
// it is restored.
type State struct {
	store  *store.Store
	clock  reading
	choice gap.Choice
}

func open(id string, origin State, clock *Clock) *Sandbox {
	sb := &Sandbox{id: id, clock: clock, origin: origin}
	sb.Restore(origin)
	return sb
}

// ID is the name that the sandbox has in the Hub and in its URLs.
func (sb *Sandbox) ID() string { return sb.id }

// Clock is the world's clock.
func (sb *Sandbox) Clock() *Clock { return sb.clock }

// Choice is the variants that the world answers with.
func (sb *Sandbox) Choice() gap.Choice {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return sb.choice
}

// SetChoice changes the variants from the next request on.
func (sb *Sandbox) SetChoice(c gap.Choice) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.choice = c
}

// Read opens a transaction that only reads.
func (sb *Sandbox) Read() *store.Tx { return sb.current().Read(sb.clock.Now) }

// Write opens a transaction that writes. There is one at a time.
func (sb *Sandbox) Write() *store.Tx { return sb.current().Write(sb.clock.Now) }

func (sb *Sandbox) current() *store.Store {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return sb.store
}

// Snapshot takes the world's state: rows, clock and choice.
func (sb *Sandbox) Snapshot() State {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return State{store: sb.store.Snapshot(), clock: sb.clock.read(), choice: sb.choice}
}

// Restore puts the world back into a state. What a request under way writes
// afterwards is lost.
func (sb *Sandbox) Restore(s State) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.store, sb.choice = s.store.Snapshot(), s.choice
	sb.clock.restore(s.clock)
}

// Reset restores the world as it was opened or forked.
func (sb *Sandbox) Reset() { sb.Restore(sb.origin) }
