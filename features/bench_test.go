package features_test

import (
	"testing"

	"understudy/server"
	"understudy/steps"
)

// BenchmarkTheSuite verifies a new fake with every scenario, over HTTP. From the
// second iteration on, many responses are the same as before, and each distinct
// response is checked against the contract only once per process; `make verify`
// starts a new one.
func BenchmarkTheSuite(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := verify(b, serve(b, server.Options{}), steps.Options{})
		if code := r.Exit(); code != 0 {
			b.Fatalf("exit %d, unchecked %v", code, r.Unchecked)
		}
	}
}
