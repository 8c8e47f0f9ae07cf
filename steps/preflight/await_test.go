package preflight

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// responding serves one status per request; the last one is repeated.
func responding(t *testing.T, statuses ...int) (url string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := statuses[min(int(asked.Add(1)), len(statuses))-1]
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// waiting returns a scenario that waits for a target, and its run.
func waiting(t *testing.T, tg target.Target) (*scenario.Run, *scenario.Scenario) {
	t.Helper()
	r, err := scenario.NewRun(tg, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r, scenario.New(t.Context(), r, &feature.Scenario{})
}

func TestWaitingEndsWithTheFirstResponseBelow500(t *testing.T) {
	for rule, c := range map[string]struct {
		statuses []int
		asked    int
	}{
		"a response at once":              {[]int{200}, 1},
		"server errors, then a success":   {[]int{503, 500, 502, 200}, 4},
		"no response, then a success":     {[]int{0, 0, 200}, 3},
		"a rejection is a response":       {[]int{503, 401}, 2},
		"a deployment that is busy is up": {[]int{503, 429}, 2},
	} {
		url, asked := responding(t, c.statuses...)
		r, w := waiting(t, target.Target{BaseURL: url})
		var pauses []time.Duration
		err := await(r, w, func(_ *scenario.Scenario, d time.Duration) error { pauses = append(pauses, d); return nil })
		if err != nil || int(asked.Load()) < c.asked || len(pauses) != c.asked-1 {
			t.Errorf("%s: %v after %d requests and the pauses %v", rule, err, asked.Load(), pauses)
		}
	}
}

func TestThePausesOfWaitingGrowToABound(t *testing.T) {
	url, _ := responding(t, 503, 503, 503, 503, 503, 503, 503, 200)
	r, w := waiting(t, target.Target{BaseURL: url})
	var last time.Duration
	err := await(r, w, func(_ *scenario.Scenario, d time.Duration) error {
		if d < last || d > longestPause {
			t.Errorf("a pause of %v after one of %v", d, last)
		}
		last = d
		return nil
	})
	if err != nil || last != longestPause {
		t.Errorf("%v, the last pause %v", err, last)
	}
}

func TestTheErrorOfWaitingHasTheLastOutcome(t *testing.T) {
	url, _ := responding(t, 502, 503)
	over, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for rule, c := range map[string]struct {
		ctx  context.Context
		want string
	}{
		"its time is over": {over, url + " was tried 2 times and gave no response below HTTP 500; the last time: HTTP 503"},
		"Ctrl-C":           {stopped, "interrupted while waiting for " + url + ", after trying 2 times; the last time: HTTP 503"},
	} {
		r, w := waiting(t, target.Target{BaseURL: url})
		tries := 0
		err := await(r, w, func(w *scenario.Scenario, _ time.Duration) error {
			if tries++; tries == 2 {
				w.Ctx = c.ctx
			}
			return w.Ctx.Err()
		})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", rule, err, c.want)
		}
	}
}

func TestTheErrorOfWaitingHasNoSecret(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/?auth="+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer s.Close()
	r, w := waiting(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "hush-workspace", Personal: "hush-personal"}})
	err := await(r, w, func(*scenario.Scenario, time.Duration) error { return context.DeadlineExceeded })
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Error(err)
	}
}
