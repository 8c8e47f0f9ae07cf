// Package sandbox holds the isolated worlds that the fake answers from.
//
// A Sandbox is a World, which has the rows and says how it answers, and a clock;
// beside them it has a journal of its own, and faults. Its State, without those
// two, can be taken and put back at any time and at no cost that grows
// with the world. The Hub opens the sandbox named default, creates further ones
// from a state, and resets, finds and deletes them by id; it keeps states under
// names.
//
// The API serves one request in one transaction of one sandbox; the server
// owns the Hub. Everything here is safe for concurrent use, and nothing runs
// in the background. Start reading at Hub.
package sandbox

import (
	"sync"
	"time"

	"understudy/fixtures"
	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/server/resource"
	"understudy/server/store"
	"understudy/spec"
	"understudy/spec/gap"
)

// Sandbox is one isolated world.
type Sandbox struct {
	id     string
	clock  *Clock
	origin State
	// createdAt and expiresAt are real time; expiresAt is zero where the sandbox
	// stays.
	createdAt, expiresAt time.Time
	// journal and faults are no part of a State; armed are the faults that the
	// world was opened with.
	journal *journal.Journal
	faults  fault.Faults
	armed   []fault.Counted

	mu    sync.RWMutex
	world World
}

// World is what a sandbox has beside its clock.
type World struct {
	Store *store.Store
	// Choice is the variants that it answers with.
	Choice gap.Choice
	// Transition is how segments that are created from now on are completed.
	Transition resource.Transition
	Tokens     Tokens
	// Owners are the organization, the workspaces and the users, with the tokens
	// of which the store has hashes only. Nobody may change them.
	Owners *fixtures.World
}

// Tokens open a world: that of its first workspace, and that of its first user.
type Tokens struct{ Workspace, Personal string }

// State is a world as it was at an instant. It stays as it is, however often
// it is restored.
type State struct {
	world World
	clock reading
}

// arm sets the faults that the world is opened with.
func (sb *Sandbox) arm(faults []fault.Counted) {
	sb.armed = faults
	sb.faults.Set(faults)
}

// Journal is what clients sent to the world, and were answered.
func (sb *Sandbox) Journal() *journal.Journal { return sb.journal }

// Faults are the rules by which requests to the world fail on purpose.
func (sb *Sandbox) Faults() *fault.Faults { return &sb.faults }

// ID is the name that the sandbox has in the Hub and in its URLs.
func (sb *Sandbox) ID() string { return sb.id }

// CreatedAt is when the sandbox was opened, in real time.
func (sb *Sandbox) CreatedAt() time.Time { return sb.createdAt }

// ExpiresAt is when the sandbox goes, in real time; zero where it stays.
func (sb *Sandbox) ExpiresAt() time.Time { return sb.expiresAt }

// over tells whether the sandbox's time is over at an instant of real time.
func (sb *Sandbox) over(now time.Time) bool {
	return !sb.expiresAt.IsZero() && !now.Before(sb.expiresAt)
}

// Tokens open the world.
func (sb *Sandbox) Tokens() Tokens {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return sb.world.Tokens
}

// KnownTokens are the tokens of the world, with what each is: the journal shows
// that in the token's place.
func (sb *Sandbox) KnownTokens() journal.Known {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	known := journal.Known{}
	if sb.world.Owners == nil {
		return known
	}
	for _, w := range sb.world.Owners.Workspaces {
		known[w.Token] = string(spec.WorkspaceToken) + " token"
		for _, token := range w.RevokedTokens {
			known[token] = "revoked token"
		}
	}
	for _, u := range sb.world.Owners.Users {
		known[u.Token] = string(spec.PersonalToken) + " token"
	}
	return known
}

// Clock is the world's clock.
func (sb *Sandbox) Clock() *Clock { return sb.clock }

// Choice is the variants that the world answers with.
func (sb *Sandbox) Choice() gap.Choice {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return sb.world.Choice
}

// SetChoice changes the variants from the next request on.
func (sb *Sandbox) SetChoice(c gap.Choice) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.world.Choice = c
}

// ChangeChoice makes a new choice of the one that the world has, and leaves it
// as it is where that fails.
func (sb *Sandbox) ChangeChoice(change func(gap.Choice) (gap.Choice, error)) error {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	c, err := change(sb.world.Choice)
	if err == nil {
		sb.world.Choice = c
	}
	return err
}

// ResetChoice answers again with the variants that the sandbox was opened with.
func (sb *Sandbox) ResetChoice() { sb.SetChoice(sb.origin.world.Choice) }

// Transition is how segments that are created from now on are completed.
func (sb *Sandbox) Transition() resource.Transition {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return sb.world.Transition
}

// SetTransition changes how segments are completed that are created from the
// next request on.
func (sb *Sandbox) SetTransition(t resource.Transition) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.world.Transition = t
}

// Read opens a transaction that only reads.
func (sb *Sandbox) Read() *store.Tx { return sb.current().Read(sb.clock.Now) }

// Write opens a transaction that writes. There is one at a time.
func (sb *Sandbox) Write() *store.Tx { return sb.current().Write(sb.clock.Now) }

func (sb *Sandbox) current() *store.Store {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return sb.world.Store
}

// Snapshot takes the world's state: rows, clock, choice and transition.
func (sb *Sandbox) Snapshot() State {
	sb.mu.RLock()
	defer sb.mu.RUnlock()
	return State{world: sb.world.copy(), clock: sb.clock.read()}
}

// copy is an independent one.
func (w World) copy() World {
	w.Store = w.Store.Snapshot()
	return w
}

// Restore puts the world back into a state. What a request under way writes
// afterwards is lost.
func (sb *Sandbox) Restore(s State) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	sb.world = s.world.copy()
	sb.clock.restore(s.clock)
}

// Reset restores the world as it was opened or forked: its journal is empty, and
// the counters of its faults are at 0.
func (sb *Sandbox) Reset() {
	sb.Restore(sb.origin)
	sb.faults.Set(sb.armed)
	sb.journal.Clear()
}
