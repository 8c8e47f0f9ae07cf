package features_test

import (
	"testing"

	"understudy/server"
	"understudy/steps"
)

// BenchmarkTheSuite judges a new fake by every scenario, over HTTP.
func BenchmarkTheSuite(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := judge(b, serve(b, server.Options{}), steps.Options{})
		if code := r.Exit(); code != 0 {
			b.Fatalf("exit %d, unchecked %v", code, r.Unchecked)
		}
	}
}
