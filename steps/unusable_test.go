package steps_test

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

// says gives every request the same response.
func says(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Location", "https://login.invalid/start")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// unusable are servers whose responses never show anything of the API.
var unusable = map[string]http.HandlerFunc{
	"nothing listens":   nil,
	"all 502 with HTML": says(502, "text/html", "<html><h1>502 Bad Gateway</h1></html>"),
	"all 401":           says(401, "application/json", `{"status":"error","message":"no"}`),
	"all 302":           says(302, "text/html", ""),
	"all 200, empty":    says(200, "application/json", ""),
	"all 200 with {}":   says(200, "application/json", "{}"),
}

func TestNoScenarioPassesWithoutAUsableResponse(t *testing.T) {
	stepstest.InChildren(t, slices.Sorted(maps.Keys(unusable)), func(t *testing.T, id string) {
		server := httptest.NewServer(unusable[id])
		if unusable[id] == nil {
			server.Close()
		}
		t.Cleanup(server.Close)
		tg := targetOf(testData, server.URL)
		tg.Limits.AsyncTimeout = target.Duration(time.Second)
		start := time.Now()
		r := verify(t, tg, steps.Options{})
		t.Log(time.Since(start), r.Closing())
		for _, s := range r.Scenarios {
			if s.Verdict == report.Pass {
				t.Errorf("%s passes", s.Address)
			}
		}
		for _, g := range r.Gaps {
			t.Errorf("observed %s on %s: %s: %s", g.ID, g.Operation, g.Observed, g.Evidence)
		}
	})
}

// dying serves an independent implementation that, after a number of requests, responds to all
// others with the handler end.
func dying(t *testing.T, after int64, end http.HandlerFunc) target.Target {
	t.Helper()
	s, err := independent.New()
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) > after {
			end(w, r)
			return
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	tg := targetOf(s.TestData(), server.URL)
	tg.Limits.AsyncTimeout = target.Duration(time.Second)
	return tg
}

// hangUp ends the connection without a response.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func TestAServerThatDiesInTheRunHasNotDrifted(t *testing.T) {
	ends := map[string]http.HandlerFunc{"hangs up": hangUp, "is replaced by a gateway's 502": unusable["all 502 with HTML"]}
	probes := steps.Options{Only: func(s report.Scenario) bool { return len(s.Gaps) > 0 }}
	stepstest.InChildren(t, slices.Sorted(maps.Keys(ends)), func(t *testing.T, id string) {
		profile := report.ProfileOf(verify(t, start(t), probes), "")
		r := verify(t, dying(t, 150, ends[id]), probes)
		r.Calibrate(profile)
		for _, d := range r.Profile.Drift {
			t.Errorf("drifted: %+v", d)
		}
		if r.Profile.Compared == 0 || len(r.Profile.Unseen) == 0 {
			t.Errorf("%d compared, %d not seen: the server did not die in the run", r.Profile.Compared, len(r.Profile.Unseen))
		}
	})
}
