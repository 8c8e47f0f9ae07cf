package metrics_test

import (
	"testing"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/metrics"
)

// BenchmarkARequestIsCounted is what the metrics add to each request.
func BenchmarkARequestIsCounted(b *testing.B) {
	m := metrics.New(testkit.Open(b, server.Options{}).Hub(), "devel")
	b.ReportAllocs()
	for b.Loop() {
		m.Request("list-invitations", 200, 40*time.Microsecond)
	}
}

// BenchmarkAScrape reads the metrics of a fake with a full journal, each time with 100
// new exchanges to check.
func BenchmarkAScrape(b *testing.B) {
	f := testkit.Open(b, server.Options{Control: true})
	for range 1000 {
		f.ListInvitations("")
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for range 100 {
			f.ListInvitations("")
		}
		b.StartTimer()
		if a := f.Control("GET", "metrics", ""); a.Code != 200 {
			b.Fatal(a)
		}
	}
}
