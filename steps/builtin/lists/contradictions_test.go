package lists

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/paging"
	"understudy/steps/target"
)

func TestATopicWithADuplicateKeyContradictsItsEnvelope(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		fmt.Fprint(rw, `{"status":"success","pagination":{"total_records":2},"data":[{"id":7},{"id":7}]}`)
	}))
	t.Cleanup(server.Close)
	w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"}, Resources: target.Resources{TopicsSourceID: 1}})
	f, err := DuplicateKey(w, paging.ListingOf("topics"), "7")
	if err != nil || f == nil || f.Promise != paging.EnvelopeAgrees {
		t.Errorf("%v, %v", f, err)
	}
	if all := w.Run.Violations.All(); len(all) != 0 {
		t.Errorf("looking for it accuses: %+v", all)
	}
}

func TestARecordThatMovesToTheNextPageIsNoDuplicate(t *testing.T) {
	for rule, c := range map[string]struct {
		pages map[string][]string // the ids of each read of a page; the last one stays
		want  bool
	}{
		"once":                       {map[string][]string{"1": {"1,2,7"}, "2": {"3,4"}}, false},
		"twice on one page":          {map[string][]string{"1": {"1,7,7"}, "2": {"3,4"}}, true},
		"on two pages":               {map[string][]string{"1": {"1,2,7"}, "2": {"7,4"}}, true},
		"moved on by a new record":   {map[string][]string{"1": {"1,2,7", "9,1,2"}, "2": {"7,4"}}, false},
		"in a list that has changed": {map[string][]string{"1": {"1,2,7", "9,2,7"}, "2": {"7,4"}}, false},
	} {
		t.Run(rule, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				number := r.URL.Query().Get("page")
				ids := c.pages[number][0]
				if len(c.pages[number]) > 1 {
					c.pages[number] = c.pages[number][1:]
				}
				var rows []string
				for id := range strings.SplitSeq(ids, ",") {
					rows = append(rows, `{"id":`+id+`}`)
				}
				for id := 1000; number == "1" && len(rows) < 100; id++ { // page 1 of two is full
					rows = append(rows, fmt.Sprintf(`{"id":%d}`, id))
				}
				rw.Header().Set("Content-Type", "application/json")
				fmt.Fprintf(rw, `{"status":"success","pagination":{"total_records":150},"data":[%s]}`, strings.Join(rows, ","))
			}))
			t.Cleanup(server.Close)
			w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Personal: "personal"}})
			f, err := DuplicateKey(w, paging.ListingOf("invitations"), "7")
			if err != nil || (f != nil) != c.want {
				t.Errorf("%v, %v", f, err)
			}
		})
	}
}
