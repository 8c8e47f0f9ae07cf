package server_test

import (
	"net/http/httptest"
	"testing"
)

func BenchmarkListOf25(b *testing.B) {
	f := choosing(b)
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
