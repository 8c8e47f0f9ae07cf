package sandbox

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"understudy/fixtures"
)

// Clock tells a world's time: one number that never goes back. It runs with
// real time, ahead of it by an offset, unless it is frozen. A restored state
// brings a clock of its own: at the instant of the state where it was frozen, else
// at the offset, so that a running clock never falls behind real time.
type Clock struct {
	real func() time.Time
	// latest is the latest real time that was told, in nanoseconds since 1970:
	// real time may go back.
	latest atomic.Int64

	reading atomic.Pointer[reading]
	mu      sync.Mutex // whoever sets the reading holds it
}

// reading is the part of a clock that a state carries. Nobody may change it.
type reading struct {
	offset time.Duration
	// frozen is the instant at which the clock stands; zero where it runs.
	frozen time.Time
	// setting says that the clock is about to stand: whoever reads it waits.
	setting bool
}

func newClock(real func() time.Time, r reading) *Clock {
	c := &Clock{real: real}
	c.reading.Store(&r)
	return c
}

// at is a clock of the same real time, put to another reading.
func (c *Clock) at(r reading) *Clock { return newClock(c.real, r) }

// read waits for a clock that is about to stand. Whoever holds mu need not wait.
func (c *Clock) read() reading { return *c.settled() }

func (c *Clock) settled() *reading {
	r := c.reading.Load()
	for r.setting {
		c.mu.Lock()
		r = c.reading.Load()
		c.mu.Unlock()
	}
	return r
}

// Now is the world's time, in UTC.
func (c *Clock) Now() time.Time {
	now, _ := c.Reading()
	return now
}

// At is Now for whoever has just read real time.
func (c *Clock) At(real time.Time) time.Time {
	now, _ := c.tell(func() time.Time { return real })
	return now
}

// Reading is the world's time, in UTC, and whether the clock is frozen at it.
func (c *Clock) Reading() (now time.Time, frozen bool) { return c.tell(c.real) }

func (c *Clock) tell(real func() time.Time) (now time.Time, frozen bool) {
	for {
		r := c.settled()
		if !r.frozen.IsZero() {
			return r.frozen, true
		}
		now := c.latestOf(real()).Add(r.offset)
		if c.reading.Load() == r { // else it was frozen meanwhile, perhaps before now
			return now, false
		}
	}
}

// realTime is real time, or the latest that was told where that has gone back.
func (c *Clock) realTime() time.Time { return c.latestOf(c.real()) }

func (c *Clock) latestOf(real time.Time) time.Time {
	now := real.UnixNano()
	for {
		latest := c.latest.Load()
		if now <= latest {
			now = latest
			break
		}
		if c.latest.CompareAndSwap(latest, now) {
			break
		}
	}
	return time.Unix(0, now).UTC()
}

// Freeze stops the clock where it stands.
func (c *Clock) Freeze() {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.read()
	if !r.frozen.IsZero() {
		return
	}
	// Nobody is told a later instant from here on than the one at which it stands.
	c.reading.Store(&reading{offset: r.offset, setting: true})
	c.reading.Store(&reading{offset: r.offset, frozen: c.realTime().Add(r.offset)})
}

// Resume lets a frozen clock run on from where it stands. Where that is too far
// from real time to run, as an instant may be that a state brought, it stands on.
func (c *Clock) Resume() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.read()
	if r.frozen.IsZero() {
		return nil
	}
	offset, ok := ahead(c.realTime(), r.frozen)
	if !ok {
		return errStands
	}
	c.reading.Store(&reading{offset: offset})
	return nil
}

// ahead is how far an instant is after another; a duration holds 292 years.
func ahead(of, at time.Time) (d time.Duration, ok bool) {
	d = at.Sub(of)
	return d, of.Add(d).Equal(at)
}

// The reasons for which a clock rejects a request.
var (
	errBack   = errors.New("a clock never goes back: restore a state instead")
	errStands = errors.New("a clock runs at most 292 years from real time, and this one stands further away: restore another state")
	errFar    = fmt.Errorf("a clock ends with the year %d, and runs at most 292 years ahead: advance it by less", fixtures.ClockEnd.Year())
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
	now := c.Now()
	switch d, ok := ahead(now, to); {
	case to.Before(now):
		return errBack
	case !ok:
		return errFar
	default:
		return c.advance(d)
	}
}

func (c *Clock) advance(d time.Duration) error {
	if d < 0 {
		return errBack
	}
	r := c.read()
	to := c.Now().Add(d)
	real := c.realTime()
	if _, runs := ahead(real, to); !runs && to.After(real) || to.After(fixtures.ClockEnd) || r.frozen.IsZero() && r.offset > math.MaxInt64-d {
		return errFar
	}
	if r.frozen.IsZero() {
		r.offset += d
	} else {
		r.frozen = to
	}
	c.reading.Store(&r)
	return nil
}
