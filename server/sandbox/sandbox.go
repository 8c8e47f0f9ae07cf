// Package sandbox holds the isolated worlds that the fake serves.
//
// A Sandbox is a World, which has the rows and the choice of responses, and a clock;
// beside them it has a journal of its own, and faults. A Snapshot of it, without
// journal and faults, can be taken and restored at any time, at a cost that does not
// grow with the world. The Hub opens the sandbox named default, creates others from
// a state, and resets, finds and deletes them by id; it keeps states under names.
//
// The API serves one request in one transaction of one sandbox; the server
// owns the Hub. Everything here is safe for concurrent use, and nothing runs
// in the background. Start reading at Hub.
package sandbox

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"understudy/fixtures"
	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/server/resource"
	"understudy/server/secret"
	"understudy/server/store"
	"understudy/spec"
	"understudy/spec/gap"
)

// Sandbox is one isolated world.
type Sandbox struct {
	id string
	// origin is what a reset restores. It is guarded by mu.
	origin Snapshot
	// createdAt and expiresAt are real time; expiresAt is zero if the sandbox never
	// expires.
	createdAt, expiresAt time.Time
	place                int // in the Hub's expiring
	// armed are the faults that the world was opened with.
	armed []fault.Counted
	// controlToken is that of the Hub's Options.
	controlToken string

	view atomic.Pointer[View]
	mu   sync.Mutex // held to change the view
}

// World is what a sandbox has beside its clock.
type World struct {
	Store *store.Store
	// Choice is the variants that it responds with.
	Choice gap.Choice
	// Transition is how segments that are created from now on are completed.
	Transition resource.Transition
	Tokens     Tokens
	// Owners are the organization, the workspaces and the users, with their tokens;
	// the store has only hashes of these. Do not change them.
	Owners *fixtures.World
}

// Tokens open a world: that of its first workspace, and that of its first user.
type Tokens struct{ Workspace, Personal string }

// Snapshot is a world as it was at an instant. It never changes, however often it
// is restored.
type Snapshot struct {
	world World
	clock reading
}

// Journal is what clients sent to the world, and the responses.
func (sb *Sandbox) Journal() *journal.Journal {
	v := sb.View()
	v.Journal.Begin(v.Epoch)
	return v.Journal
}

// Faults are the rules by which requests to the world fail on purpose.
func (sb *Sandbox) Faults() *fault.Faults { return sb.View().Faults }

// ID is the name that the sandbox has in the Hub and in its URLs.
func (sb *Sandbox) ID() string { return sb.id }

// CreatedAt is when the sandbox was opened, in real time.
func (sb *Sandbox) CreatedAt() time.Time { return sb.createdAt }

// ExpiresAt is when the sandbox expires, in real time; zero for never.
func (sb *Sandbox) ExpiresAt() time.Time { return sb.expiresAt }

// over reports whether the sandbox has expired, in real time.
func (sb *Sandbox) over(now func() time.Time) bool {
	return !sb.expiresAt.IsZero() && !now().Before(sb.expiresAt)
}

// Tokens open the world.
func (sb *Sandbox) Tokens() Tokens { return sb.View().Tokens }

// KnownTokens are the tokens of the world, of the worlds that it replaced, and the
// control token, with the kind of each. The journal shows the kind in the token's
// place.
func (sb *Sandbox) KnownTokens() *secret.Known {
	known := map[string]string{}
	if sb.controlToken != "" {
		known[sb.controlToken] = "control token"
	}
	v := sb.View()
	for _, owners := range append(slices.Clip(v.former), v.Owners) {
		if owners != nil {
			know(known, owners)
		}
	}
	return secret.Know(known)
}

func know(known map[string]string, owners *fixtures.World) {
	for _, w := range owners.Workspaces {
		known[w.Token] = string(spec.WorkspaceToken) + " token"
		for _, token := range w.RevokedTokens {
			known[token] = "revoked token"
		}
	}
	for _, u := range owners.Users {
		known[u.Token] = string(spec.PersonalToken) + " token"
	}
}

// Clock is the world's clock. It is replaced when a state is restored.
func (sb *Sandbox) Clock() *Clock { return sb.View().Clock }

// Choice is the variants that the world responds with.
func (sb *Sandbox) Choice() gap.Choice { return sb.View().Choice }

// SetChoice changes the variants from the next request on.
func (sb *Sandbox) SetChoice(c gap.Choice) { sb.change(func(v *View) { v.Choice = c }) }

// ChangeChoice replaces the world's choice with what change returns, unless it
// returns an error.
func (sb *Sandbox) ChangeChoice(change func(gap.Choice) (gap.Choice, error)) (err error) {
	sb.change(func(v *View) {
		c, failed := change(v.Choice)
		if err = failed; err == nil {
			v.Choice = c
		}
	})
	return err
}

// ResetChoice restores the variants that the sandbox was opened with.
func (sb *Sandbox) ResetChoice() {
	sb.change(func(v *View) { v.Choice = sb.origin.world.Choice })
}

// InitialChoice is the variants that the sandbox was opened with.
func (sb *Sandbox) InitialChoice() gap.Choice {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return sb.origin.world.Choice
}

// Transition is how segments that are created from now on are completed.
func (sb *Sandbox) Transition() resource.Transition { return sb.View().Transition }

// SetTransition changes how segments are completed, for those created from the next
// request on.
func (sb *Sandbox) SetTransition(t resource.Transition) {
	sb.change(func(v *View) { v.Transition = t })
}

// Read opens a transaction that only reads.
func (sb *Sandbox) Read() *store.Tx { return sb.View().Read() }

// Write opens a transaction that writes. There is one at a time.
func (sb *Sandbox) Write() *store.Tx { return sb.View().Write() }

// Snapshot takes the world's state: rows, clock, choice and transition.
func (sb *Sandbox) Snapshot() Snapshot { return sb.View().Snapshot() }

// copy returns an independent copy.
func (w World) copy() World {
	w.Store = w.Store.Snapshot()
	return w
}

// ChangeOwners changes the workspaces and the users of the world; change may read
// with a write transaction. On an error, which may be an ErrRows, nothing changes. The first workspace and the
// first user, whose tokens Tokens shows, must stay.
func (sb *Sandbox) ChangeOwners(change func(tx *store.Tx, owners *fixtures.World) error) error {
	view, tx := sb.writing()
	defer tx.Abort()
	owners := *view.Owners
	owners.Workspaces, owners.Users = slices.Clone(owners.Workspaces), slices.Clone(owners.Users)
	if err := change(tx, &owners); err != nil {
		return err
	}
	tx.SetOwners(owners.OwnerRows())
	if err := view.CheckRows(tx); err != nil {
		return err
	}
	sb.change(func(v *View) {
		if v.Store != view.Store { // a reset came first
			return
		}
		v.former = append(slices.Clip(v.former), v.Owners)
		v.Owners = &owners
	})
	tx.Commit()
	return nil
}

// writing is a write transaction, and the view within it.
func (sb *Sandbox) writing() (*View, *store.Tx) {
	for {
		tx := sb.Write()
		view := sb.View()
		if tx.Of(view.Store) {
			return view, tx
		}
		tx.Abort()
	}
}

// Restore restores a state. What a request under way writes afterwards is lost.
func (sb *Sandbox) Restore(s Snapshot) {
	sb.change(func(v *View) {
		if !slices.Contains(v.former, v.Owners) {
			v.former = append(slices.Clip(v.former), v.Owners)
		}
		v.World, v.Clock = s.world.copy(), v.Clock.at(s.clock)
	})
}

// Reload replaces the rows, workspaces and users with those of a file that has
// changed, which a reset then restores. Clock, choice, transition, faults and journal
// stay. What a request under way writes afterwards is lost.
func (sb *Sandbox) Reload(w World) {
	sb.change(func(v *View) {
		v.former = append(slices.Clip(v.former), v.Owners)
		origin := &sb.origin.world
		origin.Store, origin.Owners, origin.Tokens = w.Store, w.Owners, w.Tokens
		v.Store, v.Owners, v.Tokens = w.Store.Snapshot(), w.Owners, w.Tokens
	})
}

// Reset restores the world as it was opened or forked, in one step. It empties the
// journal and sets the counters of the faults to 0.
func (sb *Sandbox) Reset() {
	sb.change(func(v *View) {
		v.World, v.Clock = sb.origin.world.copy(), v.Clock.at(sb.origin.clock)
		v.Faults = v.Faults.Replaced(sb.armed)
		v.Epoch++
		v.former = nil
	})
	sb.Journal() // it removes the earlier exchanges
}
