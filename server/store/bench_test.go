package store_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
	"understudy/server/store"
)

// invited returns a store with many invitations.
func invited(n int64) *store.Store {
	s := store.New()
	tx := s.Write(at(start))
	for i := range n {
		tx.AddInvitation(resource.Invitation{Email: fmt.Sprintf("guest.of.the.house.%d@example.com", i), Role: "member", CreatedByID: 31})
	}
	tx.Commit()
	return s
}

// BenchmarkPage reads the first and the last page of 25 of the invitations in
// both orders, by their number.
func BenchmarkPage(b *testing.B) {
	for _, total := range []int64{1_000, 100_000, 1_000_000} {
		s := invited(total)
		for _, order := range []store.Order{store.Ascending, store.Descending} {
			for _, number := range []int64{1, total / 25} {
				b.Run(fmt.Sprintf("total=%d/desc=%t/page=%d", total, order, number), func(b *testing.B) {
					p := resource.NewPage(total, 25, number, 1)
					b.ReportAllocs()
					for b.Loop() {
						tx := s.Read(at(start))
						tx.InvitationRows(p, order)
						tx.Abort()
					}
				})
			}
		}
	}
}

// BenchmarkAddSegment adds one segment in a transaction, by how many there are.
func BenchmarkAddSegment(b *testing.B) {
	for _, total := range []int{0, 100_000} {
		b.Run(fmt.Sprintf("total=%d", total), func(b *testing.B) {
			s := store.New().Snapshot()
			write(s, start, func(tx *store.Tx) {
				for i := range total {
					tx.AddSegment(resource.Segment{SourceID: 1, Name: fmt.Sprint("audience ", i)})
				}
			})
			molecules := jsontext.Value(`[{"attribute":"email"}]`)
			n := total
			b.ReportAllocs()
			for b.Loop() {
				n++
				tx := s.Write(at(start))
				tx.AddSegment(resource.Segment{SourceID: 1, Name: fmt.Sprint("audience ", n), Molecules: molecules})
				tx.Commit()
			}
		})
	}
}

// BenchmarkPageBesideAWriter reads a page while nobody writes, and while
// someone writes all the time: readers never wait for a writer.
func BenchmarkPageBesideAWriter(b *testing.B) {
	for _, writing := range []bool{false, true} {
		b.Run(fmt.Sprintf("writing=%t", writing), func(b *testing.B) {
			s := invited(100_000)
			stop, stopped := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(stopped)
				for writing {
					select {
					case <-stop:
						return
					default:
						write(s, start, func(tx *store.Tx) { tx.AddSegment(resource.Segment{SourceID: 1, Name: "Same"}) })
					}
				}
			}()
			p := resource.NewPage(100_000, 25, 4000, 1)
			for b.Loop() {
				tx := s.Read(at(start))
				tx.InvitationRows(p, store.Descending)
				tx.Abort()
			}
			close(stop)
			<-stopped
		})
	}
}

// BenchmarkHeldInvitation reports how many bytes of the heap an invitation takes.
func BenchmarkHeldInvitation(b *testing.B) {
	const total = 200_000
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	for b.Loop() {
		before := heap()
		s := invited(total)
		b.ReportMetric(float64(heap()-before)/total, "B/row")
		runtime.KeepAlive(s)
	}
}

// heap returns how many bytes of it are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
