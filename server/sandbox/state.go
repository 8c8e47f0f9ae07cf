package sandbox

import "time"

// NewState is a world whose clock runs ahead of real time, or stands frozen at
// an instant where one is given.
func NewState(w World, ahead time.Duration, frozenAt time.Time) State {
	return State{world: w, clock: reading{offset: ahead, frozen: frozenAt}}
}

// World is the state's rows and how they are answered. It must not be written
// to.
func (s State) World() World { return s.world }

// Clock is how far the state's clock was ahead of real time, or, where it was
// frozen, the instant.
func (s State) Clock() (ahead time.Duration, frozenAt time.Time) {
	return s.clock.offset, s.clock.frozen
}
