package servertest

import (
	"time"

	"understudy/server/sandbox"
	"understudy/spec/gap"
)

// Now is the world's time.
func (f *Fake) Now() time.Time { return f.world.Clock().Now() }

// Advance moves the world's clock on, frozen or not.
func (f *Fake) Advance(d time.Duration) {
	f.t.Helper()
	f.must(f.world.Clock().Advance(d))
}

// Freeze freezes the world's clock at its present time.
func (f *Fake) Freeze() { f.world.Clock().Freeze() }

// Resume lets a frozen clock run again.
func (f *Fake) Resume() { f.must(f.world.Clock().Resume()) }

// Choose changes the variants that the gaps respond with from the next request on,
// such as per-page-over-max=refuse, or for one operation
// error-body@list-invitations=empty. Other gaps stay as they are.
func (f *Fake) Choose(assignments ...string) {
	f.t.Helper()
	f.must(f.world.ChangeChoice(func(now gap.Choice) (gap.Choice, error) { return now.Assign(assignments...) }))
}

// Snapshot takes the world's state: rows, clock and choice of variants. Its cost does
// not grow with the world.
func (f *Fake) Snapshot() sandbox.Snapshot { return f.world.Snapshot() }

// Restore restores a state, any number of times.
func (f *Fake) Restore(s sandbox.Snapshot) { f.world.Restore(s) }

// Reset restores the world as New or Fork opened it. It checks the journal, and then
// empties it.
func (f *Fake) Reset() {
	f.t.Helper()
	f.checkRequests()
	f.world.Reset()
}

func (f *Fake) must(err error) {
	if err != nil {
		f.t.Helper()
		f.t.Fatalf("servertest: %v", err)
	}
}
