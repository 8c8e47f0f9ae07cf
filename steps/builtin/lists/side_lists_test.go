package lists

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/paging"
	"understudy/steps/target"
)

// Which lists of the destination that is updated are blamed, and for what, when they are read again.
func TestASideListThatContradictsItself(t *testing.T) {
	const records, lastPage, perPageDefault = 5, 2, "per-page-default-25"
	list := func(from, n, total int) string {
		var objects []string
		for i := range n {
			objects = append(objects, fmt.Sprintf(`{"full_name":"object %d"}`, from+i))
		}
		return fmt.Sprintf(`{"status":"success","data":[%s],"pagination":{"total_records":%d,"page":1,"last_page":%d}}`,
			strings.Join(objects, ","), total, lastPage)
	}
	for rule, c := range map[string]struct {
		// respond returns the body of the nth response to a query, the empty one for a rejection.
		respond func(n int, query string) string
		promise string
		blamed  string
	}{
		"short each time":               {func(int, string) string { return list(0, records, 50) }, perPageDefault, perPageDefault},
		"right at last":                 {func(n int, _ string) string { return list(0, records, []int{50, 50, records}[min(n, 2)]) }, perPageDefault, ""},
		"with other records each time":  {func(n int, _ string) string { return list(n, records, 50) }, perPageDefault, ""},
		"wrong in another way by then":  {func(int, string) string { return list(0, records, 50) }, paging.TotalCountsAll, ""},
		"rejected with an order alone":  {func(_ int, query string) string { return acceptedIf(!strings.Contains(query, "order"), list(0, 0, 0)) }, "objects-are-listed", "order-asc"},
		"rejected with any query":       {func(_ int, query string) string { return acceptedIf(query == "", list(0, 0, 0)) }, "objects-are-listed", "objects-are-listed"},
		"rejected also without a query": {func(int, string) string { return "" }, "objects-are-listed", ""},
	} {
		t.Run(rule, func(t *testing.T) {
			sent := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body := c.respond(sent, r.URL.RawQuery)
				sent++
				w.Header().Set("Content-Type", "application/json")
				if body == "" {
					w.WriteHeader(http.StatusBadRequest)
				}
				fmt.Fprint(w, body)
			}))
			t.Cleanup(server.Close)
			w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"},
				Resources: target.Resources{DestinationID: 1}, Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(time.Millisecond)}})
			q := paging.Query{}
			if strings.HasPrefix(rule, "rejected") {
				q = q.With("order", "asc").With("page", int64(1))
			}
			noteSideList(w, paging.ListingOf("objects of the destination"), q, c.promise)
			noteSideList(w, paging.ListingOf("invitations"), q, c.promise) // which is read page by page
			accused, blamed := checkSideLists(w), ""
			for _, v := range w.Run.Violations.All() {
				blamed += v.Promise
			}
			if blamed != c.blamed || accused != (c.blamed != "") {
				t.Errorf("blamed %q, want %q; accused %t, after %d requests", blamed, c.blamed, accused, sent)
			}
		})
	}
}

func acceptedIf(accepted bool, body string) string {
	if accepted {
		return body
	}
	return ""
}
