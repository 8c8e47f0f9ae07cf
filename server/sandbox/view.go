package sandbox

import (
	"fmt"

	"understudy/fixtures"
	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/server/store"
)

// View is a world as a request finds it. A request takes one when it starts and
// uses only that, so that a reset, a restored state or another choice affects all of
// the request or nothing. What it writes into a view that was replaced in the
// meantime is lost.
//
// Of a view, only the rows, the clock and the faults change, until another view
// replaces it.
type View struct {
	World
	Clock  *Clock
	Faults *fault.Faults
	// Journal is that of the sandbox, in all views. Epoch counts the resets before
	// this view: an exchange stays in the journal until the next reset.
	Journal *journal.Journal
	Epoch   uint64
	// Encoded is that of the sandbox, in all views.
	Encoded *Encoded
	// maxRows limits the rows; 0 is no limit.
	maxRows int64
	// former are the owners that the world had before states were restored: the
	// journal may contain their tokens.
	former []*fixtures.World
}

// Read opens a transaction that only reads.
func (v *View) Read() *store.Tx { return v.Store.Read(v.Clock.Now) }

// Write opens a transaction that writes. There is one at a time.
func (v *View) Write() *store.Tx { return v.Store.Write(v.Clock.Now) }

// CheckRows returns an ErrRows if a transaction adds rows and there would be more than
// the limit.
func (v *View) CheckRows(tx *store.Tx) error {
	if v.maxRows == 0 || tx.CountRows() <= v.maxRows || !tx.AddsRows() {
		return nil
	}
	return fmt.Errorf("the sandbox would have %d rows, and may have %d: %w", tx.CountRows(), v.maxRows, ErrRows)
}

// Snapshot is the view's rows, clock, choice and transition. The clock is read last,
// so that no row is later than it.
func (v *View) Snapshot() Snapshot {
	world := v.World.copy()
	return Snapshot{world: world, clock: v.Clock.read()}
}

// View is the world as it is now.
func (sb *Sandbox) View() *View { return sb.view.Load() }

// change replaces the view with a changed copy.
func (sb *Sandbox) change(by func(*View)) {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	next := *sb.View()
	by(&next)
	sb.view.Store(&next)
}
