package features_test

import (
	"testing"

	"understudy/server"
	"understudy/steps"
)

// BenchmarkTheSuite judges a new fake by every scenario, over HTTP. After the first
// time answers come again that were held against the contract before, which is
// done once for each; `make verify` begins anew.
func BenchmarkTheSuite(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := judge(b, serve(b, server.Options{}), steps.Options{})
		if code := r.Exit(); code != 0 {
			b.Fatalf("exit %d, unchecked %v", code, r.Unchecked)
		}
	}
}
