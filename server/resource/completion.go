package resource

import "time"

// Completion is the progress of a segment's creation. Nothing runs in the
// background: it is compared with the instant of the reader. The zero value is
// complete.
type Completion struct {
	// ReadyAt is the instant at which the creation is complete.
	ReadyAt time.Time
	// ReadsLeft is how many more reads of the source URL find it running.
	ReadsLeft int64
	// Held says that it runs until someone completes it.
	Held bool
}

// Done reports whether the creation is complete at an instant.
//
// Promise segment-source-stays-complete: no later instant makes it incomplete.
func (c Completion) Done(now time.Time) bool {
	return !c.Held && c.ReadsLeft <= 0 && !now.Before(c.ReadyAt)
}

// Counts reports whether a read of the source URL advances it.
func (c Completion) Counts() bool { return !c.Held && c.ReadsLeft > 0 }

// Transition is how new segments are completed: after a duration, after a
// number of reads of the source URL, or not before someone completes them. Only
// one field is set; the zero value completes them at once.
type Transition struct {
	After time.Duration
	Reads int64
	Held  bool
}

// Begin returns the completion of a segment that is created at an instant.
func (t Transition) Begin(now time.Time) Completion {
	return Completion{ReadyAt: now.Add(t.After), ReadsLeft: t.Reads, Held: t.Held}
}
