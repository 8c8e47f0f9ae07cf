// Package sandbox holds the isolated worlds that the fake answers from.
//
// A Sandbox is a store, a clock and a choice of variants, beside which it has a
// journal of its own and faults. Its State, without those two, can be taken and put back at any time and at no cost that grows with the world. The
// Hub opens the sandbox named default, forks further ones from it, and resets,
// finds and deletes them by id.
//
// The API serves one request in one transaction of one sandbox; the server
// owns the Hub. Everything here is safe for concurrent use, and nothing runs
// in the background. Start reading at Hub.
package sandbox

import (
	"sync"

	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/server/store"
	"understudy/spec/gap"
)

// Sandbox is one isolated world.
type Sandbox struct {
	id     string
	clock  *Clock
	origin State
	// journal and faults are no part of a State; armed are the faults that the
	// world was opened with.
	journal *journal.Journal
	faults  fault.Faults
	armed   []fault.Counted

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
	sb := &Sandbox{id: id, clock: clock, origin: origin, journal: journal.New(journal.Default)}
	sb.Restore(origin)
	return sb
}

// inherit gives a fork a journal like its parent's, and its parent's faults.
func (sb *Sandbox) inherit(parent *Sandbox) {
	sb.journal = journal.New(parent.journal.Limits())
	sb.armed = parent.faults.All()
	sb.faults.Set(sb.armed)
}

// Journal is what clients sent to the world, and were answered.
func (sb *Sandbox) Journal() *journal.Journal { return sb.journal }

// KeepJournal limits the journal of the world and of its forks to come. It must
// be called before the world is served.
func (sb *Sandbox) KeepJournal(l journal.Limits) { sb.journal = journal.New(l) }

// Faults are the rules by which requests to the world fail on purpose.
func (sb *Sandbox) Faults() *fault.Faults { return &sb.faults }

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

// Reset restores the world as it was opened or forked: its journal is empty, and
// the counters of its faults are at 0.
func (sb *Sandbox) Reset() {
	sb.Restore(sb.origin)
	sb.faults.Set(sb.armed)
	sb.journal.Clear()
}
