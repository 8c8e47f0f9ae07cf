package sandbox

import (
	"errors"
	"math"
	"sync"
	"time"
)

// lastYear is the last that a timestamp can be written with.
const lastYear = 9999

// Clock tells a world's time: one number that never goes back. It runs with
// real time, ahead of it by an offset, unless it is frozen. A restored state
// brings a clock of its own: at the instant of the state where it was frozen, else
// at the offset, so that a running clock never falls behind real time.
type Clock struct {
	real func() time.Time

	mu      sync.Mutex
	reading reading
	last    time.Time
}

// reading is the part of a clock that a state carries.
type reading struct {
	offset time.Duration
	// frozen is the instant at which the clock stands; zero where it runs.
	frozen time.Time
}

// Now is the world's time, in UTC.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time {
	now := c.reading.frozen
	if now.IsZero() {
		now = c.real().Round(0).UTC().Add(c.reading.offset)
	}
	if now.Before(c.last) {
		now = c.last
	}
	c.last = now
	return now
}

// Reading is the world's time, in UTC, and whether the clock is frozen at it.
func (c *Clock) Reading() (now time.Time, frozen bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now(), !c.reading.frozen.IsZero()
}

// Freeze stops the clock where it stands.
func (c *Clock) Freeze() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reading.frozen = c.now()
}

// Resume lets a frozen clock run on from where it stands.
func (c *Clock) Resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reading.frozen.IsZero() {
		return
	}
	c.reading = reading{offset: c.reading.frozen.Sub(c.real().Round(0))}
}

// The ways in which a clock refuses.
var (
	errBack = errors.New("a clock never goes back: restore a state instead")
	errFar  = errors.New("a clock ends with the year 9999, and runs at most 292 years ahead: advance it by less")
)

// Advance moves the clock on, frozen or not.
func (c *Clock) Advance(d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.advance(d)
}

// AdvanceTo moves the clock on to an instant, from which it runs on unless it
// is frozen.
func (c *Clock) AdvanceTo(to time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	switch d := to.Sub(now); {
	case to.Before(now):
		return errBack
	case !now.Add(d).Equal(to): // a duration holds 292 years
		return errFar
	default:
		return c.advance(d)
	}
}

func (c *Clock) advance(d time.Duration) error {
	if d < 0 {
		return errBack
	}
	frozen := !c.reading.frozen.IsZero()
	if c.now().Add(d).Year() > lastYear || !frozen && c.reading.offset > math.MaxInt64-d {
		return errFar
	}
	if frozen {
		c.reading.frozen = c.reading.frozen.Add(d)
	} else {
		c.reading.offset += d
	}
	return nil
}

func (c *Clock) read() reading {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reading
}

// at is a clock of the same real time, put to another reading.
func (c *Clock) at(r reading) *Clock { return &Clock{real: c.real, reading: r} }
