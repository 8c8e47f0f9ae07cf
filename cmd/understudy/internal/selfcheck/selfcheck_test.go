package selfcheck

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/server/sandbox"
	"understudy/steps"
	"understudy/steps/report"
)

const staysComplete = "segment-source-stays-complete"

// relapse serves a fake whose complete segments become incomplete again after some
// time on its clock.
func relapse(s *server.Server, after time.Duration) http.Handler {
	world, _ := s.Hub().Find(sandbox.Default)
	var mu sync.Mutex
	since := map[string]time.Time{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := httptest.NewRecorder()
		s.ServeHTTP(response, r)
		body := response.Body.Bytes()
		if bytes.Contains(body, []byte(`"status":true`)) {
			mu.Lock()
			now := world.Clock().Now()
			if since[r.URL.Path].IsZero() {
				since[r.URL.Path] = now
			}
			if now.Sub(since[r.URL.Path]) >= after {
				body = []byte(`{"status":false}`)
			}
			mu.Unlock()
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(response.Code)
		_, _ = w.Write(body)
	})
}

func TestTheClockShowsWhatIsCompleteForTwoSeconds(t *testing.T) {
	for rule, c := range map[string]struct {
		after time.Duration
		want  report.Verdict
	}{
		"within the two seconds": {1900 * time.Millisecond, report.Fail},
		"after them":             {2100 * time.Millisecond, report.Pass},
	} {
		fake, err := server.New(server.Options{AsyncDelay: clockDelay, Control: true})
		if err != nil {
			t.Fatal(err)
		}
		s := httptest.NewServer(relapse(fake, c.after))
		tg := faketarget.Of(fake, s.URL)
		tg.ControlURL = faketarget.ControlURL(s.URL)
		r, err := steps.Run(t.Context(), tg, steps.Options{Tags: "@needs:clock and @promise:" + staysComplete, Watch: time.Millisecond})
		s.Close()
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(r.Promises, func(p report.Promise) bool { return p.ID == staysComplete })
		if got := r.Promises[i]; got.Verdict != c.want {
			t.Errorf("%s: %s: %s", rule, got.Verdict, got.Reason)
		}
	}
}

// The fake without a clock is watched only briefly where the one with a clock is
// watched for the whole time.
func TestACompleteSegmentIsWatchedForTwoSecondsOfOneClock(t *testing.T) {
	watched := "states/source#creation-completes-when-its-time-has-come-and-stays-complete-while-the-clock-moves-on"
	for rule, c := range map[string]struct {
		selected func(report.Scenario) bool
		want     time.Duration
	}{
		"both are watched":                  {func(report.Scenario) bool { return true }, watchedBeside},
		"the one without a clock":           {func(s report.Scenario) bool { return s.Address != watched }, 0},
		"with a clock, another is verified": {func(s report.Scenario) bool { return s.Address != watched }, 0},
		"with a clock, nothing of the other": {func(s report.Scenario) bool {
			return s.Address == "link/link#an-expired-link-opens-nothing" || slices.Contains(s.Promises, staysComplete) && s.Address != watched
		}, 0},
		"both, of the promises of completion alone": {func(s report.Scenario) bool {
			return slices.Contains(s.Promises, staysComplete) || slices.Contains(s.Promises, "segment-source-completes")
		}, watchedBeside},
	} {
		clock, err := needingClock(steps.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := steps.List(steps.Options{Only: c.selected})
		if err != nil {
			t.Fatal(err)
		}
		if got := watch(clock, all); got != c.want {
			t.Errorf("%s: watched for %v, want %v", rule, got, c.want)
		}
	}
}

// mostRequests is what a full check of a deployment may send: ten minutes at a rate limit of
// 60 a minute.
const mostRequests = 600

// TestAFullCheckFitsIntoAFewHundredRequests counts those of all scenarios.
func TestAFullCheckFitsIntoAFewHundredRequests(t *testing.T) {
	scenarios, err := steps.List(steps.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Fake{}, steps.Options{Concurrency: 4}, scenarios)
	if err != nil {
		t.Fatal(err)
	}
	requests := 0
	for _, sc := range r.Scenarios {
		requests += sc.Requests
	}
	if r.Exit() != 0 || requests > mostRequests || requests < mostRequests/2 {
		t.Errorf("%d requests, exit %d, %+v", requests, r.Exit(), r.Summary)
	}
}
