package features_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/server"
	"understudy/steps"
)

// withInvitations is the default world with n invitations instead of its own.
func withInvitations(n int) *fixtures.World {
	w := *fixtures.Default()
	created := time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)
	w.Invitations = make([]fixtures.Invitation, n)
	for i := range w.Invitations {
		w.Invitations[i] = fixtures.Invitation{ID: int64(i + 1), Email: fmt.Sprintf("invitee%d@example.com", i), Role: "member",
			CreatedByID: 1, CreatedAt: fixtures.TimestampOf(created.Add(time.Duration(i) * time.Second))}
	}
	return &w
}

// asked counts the requests of a run for invitations and the records in the responses.
type asked struct{ requests, records atomic.Int64 }

// count wraps a fake.
func (a *asked) count(fake http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/invitations") {
			fake.ServeHTTP(w, r)
			return
		}
		response := httptest.NewRecorder()
		fake.ServeHTTP(response, r)
		var body struct{ Data []json.RawMessage }
		_ = json.Unmarshal(response.Body.Bytes(), &body) // a rejection has no records
		a.requests.Add(1)
		a.records.Add(int64(len(body.Data)))
		w.Header().Set("Content-Type", response.Header().Get("Content-Type"))
		w.WriteHeader(response.Code)
		_, _ = w.Write(response.Body.Bytes())
	})
}

func TestARunReadsNoMoreOfALongerList(t *testing.T) {
	// The last pages of both, which are read too, have the same number of records.
	const short, long = 3100, 100_000
	counts := map[int]*asked{short: {}, long: {}}
	for n, a := range counts {
		tg := serveBehind(t, server.Options{World: withInvitations(n)}, a.count)
		r := verify(t, tg, steps.Options{Tags: "@operation:list-invitations", PerPage: 41, Concurrency: 1})
		for _, s := range r.Scenarios {
			if s.Verdict == "fail" || s.Verdict == "error" {
				t.Errorf("%d invitations: %s: %s", n, s.Address, s.Reason)
			}
		}
	}
	requests, records := counts[long].requests.Load(), counts[long].records.Load()
	if was := counts[short].requests.Load(); requests != was || requests == 0 {
		t.Errorf("%d requests of %d invitations, %d of %d", requests, long, was, short)
	}
	if was := counts[short].records.Load(); records != was || records >= long/10 {
		t.Errorf("%d records of %d invitations were read, %d of %d", records, long, was, short)
	}
	t.Logf("%d requests and %d records, of %d invitations as of %d", requests, records, long, short)
}
