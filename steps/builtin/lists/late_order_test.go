package lists

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
)

// When an order that is ignored late in a run is blamed.
func TestAnOrderThatIsIgnoredLate(t *testing.T) {
	for rule, c := range map[string]struct {
		total int
		// isAsc says whether the nth request, with a query, gets order asc.
		isAsc  func(n int, query string) bool
		blamed bool
		sent   int
	}{
		"in order":                  {5, func(_ int, query string) bool { return strings.Contains(query, "asc") }, false, 2},
		"always ignored":            {5, func(int, string) bool { return false }, true, 4},
		"ignored beside a page":     {5, func(_ int, query string) bool { return query == "order=asc" }, true, 6},
		"ignored once":              {5, func(n int, query string) bool { return n > 2 && strings.Contains(query, "asc") }, false, 4},
		"of a list of three":        {3, func(int, string) bool { return false }, true, 4},
		"three in order":            {3, func(_ int, query string) bool { return strings.Contains(query, "asc") }, false, 4}, // the second is the same in both
		"of a list without records": {0, func(int, string) bool { return false }, false, 2},
	} {
		sent := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent++
			var records []string
			for i := range c.total {
				records = append(records, fmt.Sprintf(`{"id":%d,"created_at":"2025-01-01T10:00:0%dZ"}`, i+1, i))
			}
			if !c.isAsc(sent, r.URL.RawQuery) {
				slices.Reverse(records)
			}
			if r.URL.Query().Get("page") == "2" && c.total > 1 {
				records = records[1:2]
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"status":"success","data":[%s],"pagination":{"total_records":%d}}`, strings.Join(records, ","), c.total)
		}))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Personal: "personal"},
			Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(time.Millisecond)}})
		l, q := paging.ListingOf("invitations"), paging.Query{}.With("page", 2).With("per_page", 1).With("order", "asc")
		newest, second := askAgain(w, l, nil), askAgain(w, l, q)
		CheckLateAsc(w, l, q, newest, second)
		s.Close()
		blamed := slices.ContainsFunc(w.Run.Violations.All(), func(v report.Violation) bool { return v.Promise == "order-asc" })
		if blamed != c.blamed || sent != c.sent {
			t.Errorf("%s: blamed %t after %d requests, want %d", rule, blamed, sent, c.sent)
		}
	}
}
