package sandbox

import "time"

// NewSnapshot is a world whose clock runs ahead of real time, or is frozen at an
// instant unless frozenAt is zero.
func NewSnapshot(w World, ahead time.Duration, frozenAt time.Time) Snapshot {
	return Snapshot{world: w, clock: reading{offset: ahead, frozen: frozenAt}}
}

// World is the snapshot's rows and how the fake responds. Do not write to it.
func (s Snapshot) World() World { return s.world }

// Clock is how far the state's clock was ahead of real time, or, if it was
// frozen, the instant.
func (s Snapshot) Clock() (ahead time.Duration, frozenAt time.Time) {
	return s.clock.offset, s.clock.frozen
}
