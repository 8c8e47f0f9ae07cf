package sandbox_test

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"

	"understudy/server/resource"
	"understudy/server/sandbox"
)

// large is a Hub whose default world has many invitations.
func large(records int) *sandbox.Hub {
	h := sandbox.Open(empty(), sandbox.Options{Limit: 1 << 30})
	sb, _ := h.Find(sandbox.Default)
	tx := sb.Write()
	for i := range records {
		tx.AddInvitation(resource.Invitation{Email: fmt.Sprintf("guest-%d@example.com", i), Role: "member"})
	}
	tx.Commit()
	return h
}

// BenchmarkFork forks, by the number of records of the parent. The forks stay:
// kept-B/op is the memory that each of them uses.
func BenchmarkFork(b *testing.B) {
	for _, records := range []int{100, 100_000, 1_000_000} {
		b.Run(strconv.Itoa(records), func(b *testing.B) {
			h := large(records)
			before := live()
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if _, err := h.Create(sandbox.Draft{Parent: sandbox.Default}); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			b.ReportMetric(float64(live()-before)/float64(b.N), "kept-B/op")
			runtime.KeepAlive(h)
		})
	}
}

// live is how many bytes of the heap are in use.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkForkAndWrite forks, and writes one record to the fork.
func BenchmarkForkAndWrite(b *testing.B) {
	h := large(100_000)
	b.ReportAllocs()
	for b.Loop() {
		sb, err := h.Create(sandbox.Draft{Parent: sandbox.Default})
		if err != nil {
			b.Fatal(err)
		}
		add(sb)
	}
}

func BenchmarkReset(b *testing.B) {
	h := large(100_000)
	b.ReportAllocs()
	for b.Loop() {
		if err := h.Reset(sandbox.Default); err != nil {
			b.Fatal(err)
		}
	}
}
