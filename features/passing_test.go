package features_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/server"
	"understudy/steps"
	"understudy/steps/report"
)

// TestCallsThatFailAtTimesAreNoDrift has every n-th request get a 500.
func TestCallsThatFailAtTimesAreNoDrift(t *testing.T) {
	profile := observe(t, server.Options{})
	for _, n := range []int64{2, 7} {
		t.Run(fmt.Sprintf("every %dth", n), func(t *testing.T) {
			fake, err := server.New(server.Options{AsyncDelay: 10 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			var asked atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if asked.Add(1)%n == 0 {
					w.WriteHeader(http.StatusInternalServerError)
					return
				}
				fake.ServeHTTP(w, r)
			}))
			defer s.Close()
			r := verify(t, targetOf(fake, s.URL), steps.Options{})
			for _, g := range r.Gaps {
				if g.Observed == report.Other || strings.Contains(g.Evidence, "HTTP 500") {
					t.Errorf("%+v", g)
				}
			}
			r.Calibrate(profile)
			if len(r.Profile.Drift) > 0 {
				t.Errorf("%+v", r.Profile.Drift)
			}
		})
	}
}
