package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A heap of up to smallHeap bytes in use may grow by heapGrowth percent before
// garbage is collected, a larger one by Go's own 100. For a world of the usual
// size that is some 30 MB more, and takes a tenth off the cost of a request; for
// one of a million records it would be gigabytes.
const (
	smallHeap  = 128 << 20
	heapGrowth = 300
)

// spareGarbage looks after that from now on, unless GOGC says by how much the heap
// may grow.
func spareGarbage() {
	if os.Getenv("GOGC") == "" {
		chooseGrowth(0)
	}
}

// chooseGrowth chooses by the heap in use, and again after each collection: what
// nothing leads to is collected then.
func chooseGrowth(before int) {
	growth := growthOf(live())
	if growth != before {
		debug.SetGCPercent(growth)
	}
	runtime.AddCleanup(new([16]byte), chooseGrowth, growth)
}

func growthOf(live uint64) int {
	if live > smallHeap {
		return 100
	}
	return heapGrowth
}

// live is how many bytes of the heap were in use at the last collection.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
