package garbage

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestALargeHeapGrowsByLess(t *testing.T) {
	for live, want := range map[uint64]int{0: 300, 10 << 20: 300, 256 << 20: 300, 512 << 20: 150, 768 << 20: 100, 4 << 30: 100} {
		if got := growthOf(live); got != want {
			t.Errorf("a heap of %d MB grows by %d percent, want %d", live>>20, got, want)
		}
	}
}

// TestGrowthIsChosenAnewAfterACollection holds a heap of 700 MB, none of which is
// ever touched, and lets it go.
func TestGrowthIsChosenAnewAfterACollection(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(goGrowth))
	t.Setenv("GOGC", "")
	lookAfter()
	for _, size := range []int{0, 700 << 20, 0} {
		held := make([]byte, size)
		large, got := size > 0, 0
		for range 1000 {
			runtime.GC()
			runtime.Gosched() // the choice is made in a goroutine of its own
			got = debug.SetGCPercent(goGrowth)
			debug.SetGCPercent(got)
			if (got < largestGrowth) == large {
				break
			}
		}
		if (got < largestGrowth) != large {
			t.Errorf("a heap of %d MB may grow by %d percent", size>>20, got)
		}
		runtime.KeepAlive(held)
	}
}
