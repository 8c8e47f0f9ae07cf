package steps_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/report/terminal"
	"understudy/steps/target"
)

// unsteady responds to the first matching requests with HTTP codes; 0 breaks the
// connection, 200 lets a request through.
func unsteady(pattern string, codes ...int) middleware {
	hit := regexp.MustCompile(pattern)
	return func(w *middlewareHits, next http.Handler) http.Handler {
		var seen atomic.Int64
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if !hit.MatchString(r.Method + " " + r.URL.Path) {
				next.ServeHTTP(rw, r)
				return
			}
			switch n := int(seen.Add(1)) - 1; {
			case n >= len(codes) || codes[n] == http.StatusOK:
				next.ServeHTTP(rw, r)
			case codes[n] == 0:
				panic(http.ErrAbortHandler)
			default:
				rw.WriteHeader(codes[n])
			}
		})
	}
}

// always fails every request.
func always(code int) middleware {
	return func(*middlewareHits, http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(code) })
	}
}

// downUntil fails every request before the first whose path matches.
func downUntil(pattern string) middleware {
	hit := regexp.MustCompile(pattern)
	return func(_ *middlewareHits, next http.Handler) http.Handler {
		var up atomic.Bool
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if hit.MatchString(r.URL.Path) {
				up.Store(true)
			}
			if !up.Load() {
				rw.WriteHeader(http.StatusInternalServerError)
				return
			}
			next.ServeHTTP(rw, r)
		})
	}
}

// downFrom fails every request from the n-th of a run on.
func downFrom(n int64) middleware {
	return func(_ *middlewareHits, next http.Handler) http.Handler {
		var seen atomic.Int64
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if seen.Add(1) >= n {
				rw.WriteHeader(http.StatusBadGateway)
				return
			}
			next.ServeHTTP(rw, r)
		})
	}
}

func TestARunWhoseDeploymentStopsRespondingIsAnError(t *testing.T) {
	for _, from := range []int64{40, 450} {
		t.Run(fmt.Sprintf("from request %d on", from), func(t *testing.T) {
			t.Parallel()
			s, err := independent.New()
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(downFrom(from)(&middlewareHits{}, s))
			t.Cleanup(server.Close)
			tg := targetOf(s.TestData(), server.URL)
			tg.Limits.AsyncTimeout, tg.Limits.Settle = target.Duration(time.Second), target.Duration(200*time.Millisecond)
			r := verify(t, tg, steps.Options{})
			if broken, reasons := failed(r); len(broken) > 0 {
				t.Errorf("broken: %q", reasons)
			}
			want := "error: " + server.URL + " stopped responding before the run ended (HTTP 502): "
			if got := r.Closing(); r.Exit() != 2 || !strings.HasPrefix(got, want) {
				t.Errorf("exit %d: %s", r.Exit(), got)
			}
		})
	}
}

func TestCallsThatFailAreCounted(t *testing.T) {
	const topics, destinations = `^GET .*/topics$`, `^PATCH .*/destinations/`
	for rule, c := range map[string]struct {
		failing middleware
		tags    string
		// broken is the reason of the failed promise that the operation works, reason
		// that of a scenario, remark a remark on the run.
		broken, reason, remark string
	}{
		"one that a repetition makes good": {failing: unsteady(topics, 500), tags: "@promise:topics-are-listed",
			remark: `^1 of \d+ calls of list-topics failed: HTTP 500$`},
		"one alone": {failing: unsteady(destinations, 500), tags: "@promise:updated-destination-status or @promise:destination-name-kept",
			reason: `^inconclusive: 1 of \d+ calls of update-destination failed: HTTP 500$`, remark: `^1 of \d+ calls of update-destination failed: HTTP 500$`},
		"a write that a repetition makes good": {failing: unsteady(destinations, 503, 0), tags: "@promise:updated-destination-status or @promise:destination-name-kept",
			remark: `^2 of \d+ calls of update-destination failed: HTTP 503 once, no response once$`},
		"two in a row, of two kinds": {failing: unsteady(destinations, 500, 0, 0, 0), tags: "@operation:update-destination and not @operation:list-destination-objects",
			broken: `found 4 of \d\d calls of update-destination failed: HTTP 500 once, no response 3 times: EOF; 2 in a row$`},
		"a request of a list and its repetition": {failing: unsteady(topics, 500, 502), tags: "@operation:list-topics or @promise:invitation-role",
			broken: `found 2 of \d+ calls of list-topics failed: HTTP 500 once, HTTP 502 once; 2 in a row$`},
		"the only list that was asked for": {failing: unsteady(topics, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500), tags: "@promise:topic-id",
			broken: `found (\d+) of (\d+) calls of list-topics failed: HTTP 500; \d+ in a row$`},
		"the only list that was asked for, with all others": {failing: always(500), tags: "@promise:topic-id",
			reason: `^no operation responds: HTTP 500$`},
		"the only list that was asked for, with all others, and only for a while": {failing: downUntil(`invitations$`), tags: "@promise:topic-id",
			reason: `^inconclusive: no operation responded for a while: HTTP 500$`},
	} {
		t.Run(rule, func(t *testing.T) {
			s, err := independent.New()
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(c.failing(&middlewareHits{}, s))
			t.Cleanup(server.Close)
			tg := targetOf(s.TestData(), server.URL)
			tg.Limits.Concurrency = 1
			r := verify(t, tg, steps.Options{Tags: c.tags})
			if _, reasons := failed(r); len(reasons) != min(1, len(c.broken)) || !one(reasons, c.broken) {
				t.Errorf("broken: %q, want %s", reasons, c.broken)
			}
			if c.reason != "" && !slices.ContainsFunc(r.Scenarios, func(s report.Scenario) bool { return regexp.MustCompile(c.reason).MatchString(s.Reason.String()) }) {
				t.Errorf("no scenario is %s", c.reason)
			}
			if c.remark != "" && !slices.ContainsFunc(r.Remarks, func(m report.Remark) bool { return regexp.MustCompile(c.remark).MatchString(m.String()) }) {
				t.Errorf("no remark %s: %q", c.remark, r.Remarks)
			}
			for _, v := range r.Violations {
				var b strings.Builder
				if err := terminal.Pretty(&b, r, false); err != nil {
					t.Fatal(err)
				}
				if seen := regexp.MustCompile(`seen in   (\d+ of \d+ calls of ` + v.Operation + `)\n`).FindStringSubmatch(b.String()); seen == nil || !strings.HasPrefix(v.Actual, seen[1]+" failed: ") {
					t.Errorf("%q, seen as %q:\n%s", v.Actual, seen, b.String())
				}
			}
		})
	}
}

// one reports whether all reasons match a pattern.
func one(reasons map[string]string, pattern string) bool {
	for _, reason := range reasons {
		if !regexp.MustCompile(pattern).MatchString(reason) {
			return false
		}
	}
	return true
}
