package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestAHeapThatGetsLargeGrowsByLess collects until the growth was chosen anew.
func TestAHeapThatGetsLargeGrowsByLess(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	t.Setenv("GOGC", "")
	spareGarbage()
	growth := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	for _, c := range []struct{ size, want int }{{0, heapGrowth}, {smallHeap + 1, 100}, {0, heapGrowth}} {
		held := make([]byte, c.size)
		for range 1000 {
			runtime.GC()
			runtime.Gosched() // the choice is made in a goroutine of its own
			if growth() == c.want {
				break
			}
		}
		if got := growth(); got != c.want {
			t.Errorf("a heap of %d bytes may grow by %d percent, want %d", c.size, got, c.want)
		}
		runtime.KeepAlive(held)
	}
}
