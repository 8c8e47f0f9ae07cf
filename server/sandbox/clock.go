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

// Clock is a world's time: one number that never goes back. It runs with real time,
// ahead of it by an offset, unless it is frozen. A restored state brings a clock of
// its own. A frozen one stands at the instant of the state; a running one keeps its
// offset, so that it never falls behind real time.
type Clock struct {
	real func() time.Time
	// latest is the latest real time that was read, in nanoseconds since 1970:
	// real time may go back.
	latest atomic.Int64

	reading atomic.Pointer[reading]
	mu      sync.Mutex // held to set the reading
}

// reading is the part of a clock that a state has. Do not change it.
type reading struct {
	offset time.Duration
	// frozen is the instant of a frozen clock; zero if it runs.
	frozen time.Time
	// setting means that the clock is about to be frozen: readers wait.
	setting bool
}

func newClock(real func() time.Time, r reading) *Clock {
	c := &Clock{real: real}
	c.reading.Store(&r)
	return c
}

// at is a clock of the same real time with another reading.
func (c *Clock) at(r reading) *Clock { return newClock(c.real, r) }

// read waits for a clock that is about to be frozen. A caller that holds mu need not wait.
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

// At is Now for a caller that has just read real time.
func (c *Clock) At(real time.Time) time.Time {
	now, _ := c.timeBy(func() time.Time { return real })
	return now
}

// Reading is the world's time, in UTC, and whether the clock is frozen at it.
func (c *Clock) Reading() (now time.Time, frozen bool) { return c.timeBy(c.real) }

func (c *Clock) timeBy(real func() time.Time) (now time.Time, frozen bool) {
	for {
		r := c.settled()
		if !r.frozen.IsZero() {
			return r.frozen, true
		}
		now := c.latestOf(real()).Add(r.offset)
		if c.reading.Load() == r { // else it was frozen in the meantime, perhaps before now
			return now, false
		}
	}
}

// realTime is real time, or the latest that was read if real time went back since.
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

// Freeze freezes the clock at its present time.
func (c *Clock) Freeze() {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.read()
	if !r.frozen.IsZero() {
		return
	}
	// From here on, no reader sees a later instant than the one of the freeze.
	c.reading.Store(&reading{offset: r.offset, setting: true})
	c.reading.Store(&reading{offset: r.offset, frozen: c.realTime().Add(r.offset)})
}

// Resume lets a frozen clock run again. A state may bring an instant that is too far
// from real time to run; the clock stays frozen then.
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

// ahead is how far an instant is after another; a duration is at most 292 years.
func ahead(of, at time.Time) (d time.Duration, ok bool) {
	d = at.Sub(of)
	return d, of.Add(d).Equal(at)
}

// The reasons why a clock rejects a request.
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
