package gaps

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"understudy/spec/gap"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/target"
)

// TestAPageThatDoesNotMatchIsReadAfterTheResponse compares a page after the last with the
// list as another scenario read it, before it may have grown.
func TestAPageThatDoesNotMatchIsReadAfterTheResponse(t *testing.T) {
	for rule, c := range map[string]struct {
		grows, lies bool
		want        string
		reads       int // of the list without a query
	}{
		"the list stays":                 {want: "empty", reads: 1},
		"the list has grown":             {grows: true, want: "empty", reads: 2},
		"the page counts something else": {lies: true, want: gap.Other, reads: 2},
	} {
		total, reads := 3, 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			data, shown := "[]", total
			switch {
			case r.URL.RawQuery == "":
				reads++
				data = `[{"id":7}]`
			case c.lies:
				shown++
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"status":"success","pagination":{"total_records":%d},"data":%s}`, shown, data)
		}))
		earlier := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Personal: "personal"}})
		if _, err := lists.Look(earlier, paging.ListingOf("invitations"), nil); err != nil {
			t.Fatal(err)
		}
		if c.grows {
			total++
		}
		w := world.New(t.Context(), earlier.Run, &feature.Scenario{})
		w.List = paging.ListingOf("invitations")
		r, err := w.ListRequest(w.List, paging.Query{}.With("page", 1000))
		if err != nil {
			t.Fatal(err)
		}
		w.Send(r)
		if got, evidence, err := recognised(w, "page-past-end", seenBy(w)); got != c.want || err != nil || reads != c.reads {
			t.Errorf("%s: %q (%s), %v, with %d reads", rule, got, evidence, err, reads)
		}
		s.Close()
	}
}
