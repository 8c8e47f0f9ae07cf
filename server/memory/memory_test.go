package memory_test

import (
	"errors"
	"math"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"understudy/server/memory"
)

func TestWithoutALimitNothingIsRejected(t *testing.T) {
	b := memory.New(0, func() { t.Error("it releases something") })
	b.Freed()
	if err := b.Check(); err != nil {
		t.Error(err)
	}
}

func TestAFullBoundCollectsAfterADeletionOrAWhile(t *testing.T) {
	synctest.Test(t, collections)
}

func collections(t *testing.T) {
	held := make([]byte, 2*memory.Least)
	runtime.GC() // it finds them in use
	released := 0
	b := memory.New(memory.Least, func() { released++ })
	check := func(rule string, full bool, want int) {
		t.Helper()
		var e memory.Error
		if err := b.Check(); errors.As(err, &e) != full || full && e.Limit != memory.Least {
			t.Errorf("%s: %v", rule, err)
		}
		if released != want {
			t.Errorf("%s: it has released %d times, want %d", rule, released, want)
		}
	}
	check("at first", true, 1)
	check("soon after", true, 1)
	b.Freed()
	check("after a deletion that frees too little", true, 2)
	check("soon after that", true, 2)
	runtime.KeepAlive(held)
	held = nil
	check("before anybody says that it was deleted", true, 2)
	time.Sleep(time.Second + 1) // in the bubble's time
	check("a while later", false, 3)
	check("and from then on", false, 3)
}

// Garbage does not count.
func TestGarbageIsCollectedBeforeAnythingIsRejected(t *testing.T) {
	garbage := make([]byte, 2*memory.Least)
	runtime.GC()
	runtime.KeepAlive(garbage)
	garbage = nil
	if err := memory.New(memory.Least, func() {}).Check(); err != nil {
		t.Error(err)
	}
}

func BenchmarkCheck(b *testing.B) {
	bound := memory.New(math.MaxInt64/4, func() {})
	b.ReportAllocs()
	for b.Loop() {
		if err := bound.Check(); err != nil {
			b.Fatal(err)
		}
	}
}
