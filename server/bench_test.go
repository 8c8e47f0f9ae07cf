package server_test

import (
	"net/http/httptest"
	"testing"

	"understudy/server"
)

func BenchmarkListOf25(b *testing.B) { benchmarkListOf25(b, choosing(b)) }
func BenchmarkListOf25WithoutJournal(b *testing.B) {
	benchmarkListOf25(b, open(b, server.Options{Journal: -1}))
}

func benchmarkListOf25(b *testing.B, f fake) {
	r := httptest.NewRequest("GET", base+invitations, nil)
	bearer(f.Ground().PersonalToken)(r)
	b.ReportAllocs()
	for b.Loop() {
		f.ServeHTTP(httptest.NewRecorder(), r)
	}
}

func BenchmarkCreateSegment(b *testing.B) {
	f := choosing(b)
	body := f.segment()
	b.ReportAllocs()
	for b.Loop() {
		f.post(body)
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		open(b, server.Options{})
	}
}

func BenchmarkUpdateDestination(b *testing.B) {
	f := choosing(b)
	b.ReportAllocs()
	for b.Loop() {
		f.patch(`{"name":"Renamed"}`)
	}
}

func BenchmarkListOf25Objects(b *testing.B) {
	f := choosing(b)
	b.ReportAllocs()
	for b.Loop() {
		f.get("/api/v1/destinations/6112/objects")
	}
}
