package features_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"understudy/server"
	"understudy/steps"
	"understudy/steps/report"
)

// TestTheSmokeTestCallsEachOperationOnce counts the requests of the scenarios with
// the tag @smoke, without those of the check of the set-up.
func TestTheSmokeTestCallsEachOperationOnce(t *testing.T) {
	fake, err := server.New(server.Options{AsyncDelay: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		fake.ServeHTTP(w, r)
	}))
	defer s.Close()
	r := verify(t, targetOf(fake, s.URL), steps.Options{Tags: "@smoke"})
	if len(r.Unchecked) > 0 || r.Exit() != 0 {
		t.Errorf("exit %d, without a success response: %v", r.Exit(), r.Unchecked)
	}
	requests := 0
	for _, sc := range r.Scenarios {
		if sc.Verdict != report.Pass {
			t.Errorf("%s: %s %v", sc.Address, sc.Verdict, sc.Reason)
		}
		requests += sc.Requests
	}
	if requests > 20 || asked.Load() < int64(requests) {
		t.Errorf("%d requests by the scenarios and %d at the server, want 20 at most", requests, asked.Load())
	}
}
