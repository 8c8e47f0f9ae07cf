package main

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

func TestADeploymentThatComesUpIsWaitedForAndJudged(t *testing.T) {
	var asked atomic.Int64
	file := deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) <= 2 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	code, stdout, stderr := command(t, "verify", "--target", file, "--wait", "1m", "--tags", "@promise:page-zero-is-one and @operation:list-invitations")
	if code != 0 || asked.Load() < 4 || !strings.Contains(stderr, "waiting up to 1m0s until it answers\n") {
		t.Errorf("exit code %d after %d requests: %s%s", code, asked.Load(), stdout, stderr)
	}
}
