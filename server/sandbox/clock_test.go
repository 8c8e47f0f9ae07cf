package sandbox_test

import (
	"testing"
	"time"

	"understudy/server/sandbox"
	"understudy/server/store"
)

func TestTheClock(t *testing.T) {
	h, real := open()
	clock := home(t, h).Clock()
	start := real.now
	wait := func(want time.Duration) {
		t.Helper()
		if got := clock.Now().Sub(start); got != want {
			t.Fatalf("it is %s after the start, want %s", got, want)
		}
	}
	wait(0)
	real.now = start.Add(time.Second)
	wait(time.Second) // it runs with real time
	real.now = start.Add(-time.Hour)
	wait(time.Second) // it never goes back
	real.now = start.Add(time.Minute)
	_ = clock.Advance(time.Hour)
	wait(time.Hour + time.Minute)
	clock.Freeze()
	real.now = start.Add(2 * time.Minute)
	wait(time.Hour + time.Minute) // it is frozen
	_ = clock.Advance(time.Second)
	wait(time.Hour + time.Minute + time.Second) // and can be advanced
	_ = clock.Resume()
	real.now = start.Add(3 * time.Minute)
	wait(time.Hour + 2*time.Minute + time.Second) // it runs again from there
	if clock.Advance(-1) == nil || clock.Advance(1<<63-1) == nil {
		t.Error("it went back, or beyond what a clock can hold")
	}
	wait(time.Hour + 2*time.Minute + time.Second)
	clock.Freeze()
	const century = 100 * 365 * 24 * time.Hour
	if clock.Advance(2*century) != nil || clock.Advance(century) == nil {
		t.Error("a frozen clock may not go two centuries on, or may go three, from where it could not run")
	}
	_ = clock.Resume()
	wait(2*century + time.Hour + 2*time.Minute + time.Second)
}

// A state may bring a frozen clock that is too far from real time to run.
func TestAClockTooFarAheadStaysFrozen(t *testing.T) {
	at := time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)
	h := sandbox.Open(sandbox.NewSnapshot(sandbox.World{Store: store.New()}, 0, at), sandbox.Options{})
	clock := h.Home().Clock()
	err := clock.Resume()
	if now, frozen := clock.Reading(); err == nil || !now.Equal(at) || !frozen {
		t.Errorf("it is %v, frozen: %t", now, frozen)
	}
}

func TestAClockAdvancesToAnInstant(t *testing.T) {
	h, real := open()
	c := home(t, h).Clock()
	to := real.now.Add(90 * time.Minute)
	if err := c.AdvanceTo(to); err != nil {
		t.Fatal(err)
	}
	real.now = real.now.Add(time.Second)
	if now, frozen := c.Reading(); frozen || !now.Equal(to.Add(time.Second)) {
		t.Errorf("it is at %s, frozen %t", now, frozen)
	}
	c.Freeze()
	stands, _ := c.Reading()
	for _, bad := range []time.Time{stands.Add(-1), {}, stands.AddDate(300, 0, 0), stands.AddDate(9000, 0, 0)} {
		if err := c.AdvanceTo(bad); err == nil {
			t.Errorf("it went to %s", bad)
		}
	}
	if err := c.AdvanceTo(stands); err != nil {
		t.Error(err)
	}
	if now, frozen := c.Reading(); !frozen || !now.Equal(stands) {
		t.Errorf("it is at %s, frozen %t, want %s", now, frozen, stands)
	}
}

// A clock that is read while it is frozen, resumed and advanced never goes back.
func TestAClockNeverGoesBackWhileItIsSet(t *testing.T) {
	h := sandbox.Open(empty(), sandbox.Options{})
	clock := h.Home().Clock()
	set := make(chan struct{})
	go func() {
		defer close(set)
		for range 2000 {
			clock.Freeze()
			_ = clock.Resume()
			_ = clock.Advance(1)
		}
	}()
	var before time.Time
	for done := false; !done; {
		select {
		case <-set:
			done = true
		default:
		}
		now := clock.Now()
		if now.Before(before) {
			t.Fatalf("%v comes after %v", now, before)
		}
		before = now
	}
}
