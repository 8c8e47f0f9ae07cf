package lists

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

// TestAShortPageIsExcusedWhereTheListEnds reads page 3 of a list that had 143 records when it was
// counted, and asks whether the list has become shorter.
func TestAShortPageIsExcusedWhereTheListEnds(t *testing.T) {
	for rule, c := range map[string]struct {
		total, records int // of page 3
		later          int // total of the next request without a query; -1 rejects it
		shrunk         bool
	}{
		"in the page":                           {60, 10, 60, true},
		"before the page":                       {30, 0, 30, true},
		"before, and moved again":               {30, 0, 31, true},
		"before, and it shows the last page":    {30, 5, 30, true},
		"at its end":                            {50, 0, 50, true},
		"nowhere, whatever the page says":       {50, 0, 143, false},
		"nowhere, and the page says less":       {60, 10, 143, false},
		"in the page, by less than it has":      {60, 5, 60, false},
		"nowhere: the list is as it was":        {143, 0, 143, false},
		"perhaps: the next request is rejected": {30, 0, -1, true},
	} {
		lists := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			total, records := 143, 25
			if r.URL.Query().Get("page") == "3" {
				total, records = c.total, c.records
			} else if lists++; lists > 1 {
				total = c.later
			}
			if total < 0 {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			data := strings.TrimSuffix(strings.Repeat(`{"id":1},`, records), ",")
			_, _ = fmt.Fprintf(w, `{"status":"success","pagination":{"total_records":%d},"data":[%s]}`, total, data)
		}))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "workspace", Personal: "personal"}})
		if err := errors.Join(atLeast(w, 75, "invitations"), listWith(w, "invitations", "page 3")); err != nil {
			t.Fatal(rule, err)
		}
		err := hasShrunk(w, lastListed(w), 25)
		var skipped *outcome.Skipped
		if isSkip := errors.As(err, &skipped); isSkip != c.shrunk || err != nil && !isSkip {
			t.Errorf("%s: %v", rule, err)
		}
		s.Close()
	}
}
