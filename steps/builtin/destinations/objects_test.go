package destinations

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/paging"
	"understudy/steps/target"
)

// Objects of an update are looked for on each page of the list.
func TestOnWhichPageAnObjectOfAnUpdateIs(t *testing.T) {
	const total = 250
	for rule, c := range map[string]struct {
		object string
		// perPage is how many objects a page of the deployment has.
		perPage int
		shares  bool
		pages   int64
	}{
		"the first":                              {"object 0", 100, true, 1},
		"the last":                               {"object 249", 100, true, 3},
		"none":                                   {"another", 100, false, 3},
		"unknown, as pages have less than asked": {"another", 50, true, 1},
	} {
		last := int64(0)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			last, _ = strconv.ParseInt(r.FormValue("page"), 10, 64)
			w.Header().Set("Content-Type", "application/json")
			var objects []string
			for i := (int(last) - 1) * c.perPage; i < min(total, int(last)*c.perPage); i++ {
				objects = append(objects, fmt.Sprintf(`{"full_name":"object %d"}`, i))
			}
			fmt.Fprintf(w, `{"status":"success","data":[%s],"pagination":{"total_records":%d}}`, strings.Join(objects, ","), total)
		}))
		w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"},
			Resources: target.Resources{DestinationID: 1}, Limits: target.Limits{RequestTimeout: target.Duration(time.Minute)}})
		r, err := w.ListRequest(objectList(), paging.Query{}.With("page", int64(1)))
		if err != nil {
			t.Fatal(err)
		}
		first, err := paging.ParsePage(objectList(), w.Do(r))
		if err != nil {
			t.Fatal(err)
		}
		own := gjson.Parse(fmt.Sprintf(`[{"full_name":%q}]`, c.object)).Array()
		shares, err := sharesOnAnyPage(w, own, first)
		server.Close()
		if err != nil || shares != c.shares || last != c.pages {
			t.Errorf("%s: shared %t, up to page %d, %v", rule, shares, last, err)
		}
	}
}
