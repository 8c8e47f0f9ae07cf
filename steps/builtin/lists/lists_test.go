package lists

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/feature"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// listOf serves a list that rejects some queries, and records all queries.
func listOf(t *testing.T, rejected ...string) (w *world.World, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.RawQuery)
		if slices.Contains(rejected, r.URL.RawQuery) {
			rw.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		rw.Header().Set("Content-Type", "application/json")
		_, _ = rw.Write([]byte(`{"status":"success","pagination":{"total_records":0},"data":[]}`))
	}))
	t.Cleanup(s.Close)
	return worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "workspace", Personal: "personal"}}), asked
}

func TestAListIsAskedForWithEachQuery(t *testing.T) {
	w, asked := listOf(t)
	if err := listWithEach(w, "invitations", `no query; page 0; page 0 and per_page 1; order "up and down"`); err != nil {
		t.Fatal(err)
	}
	want := []string{"", "page=0", "page=0&per_page=1", "order=" + url.QueryEscape("up and down")}
	if !slices.Equal(*asked, want) || len(ofScenario(w).listed) != len(want) {
		t.Errorf("asked %q, want %q; %d are checked", *asked, want, len(ofScenario(w).listed))
	}
	if err := listWithEach(w, "invitations", "page 0, page 1"); err == nil || !strings.Contains(err.Error(), `"page 0, page 1" is not a query`) {
		t.Errorf("error %v", err)
	}
	if f := ofQueries(vocabulary.Use{Groups: []string{"invitations", "page 0; page 1; no query"}}); f.Requests != 3 {
		t.Errorf("the footprint of three queries is %d requests", f.Requests)
	}
}

// TestAListRequestIsSentOnce counts the requests of several scenarios of a run.
func TestAListRequestIsSentOnce(t *testing.T) {
	for rule, c := range map[string]struct {
		asked   func(w *world.World) error
		rejects []string
		want    []string
	}{
		"a list and its length": {asked: func(w *world.World) error {
			return errors.Join(List(w, "invitations"), atLeast(w, 0, "invitations"))
		}, want: []string{""}},
		"a query": {asked: func(w *world.World) error { return listWith(w, "invitations", "page 1") }, want: []string{"page=1"}},
		"a query with its parameters in another order": {asked: func(w *world.World) error {
			return errors.Join(listWith(w, "invitations", "page 1 and per_page 5"), listWith(w, "invitations", "per_page 5 and page 1"))
		}, want: []string{"page=1&per_page=5"}},
		"a page that a step looks at": {asked: func(w *world.World) error {
			_, err := Look(w, paging.ListingOf("invitations"), paging.Query{}.With("page", 2))
			return err
		}, want: []string{"page=2"}},
		"but again a page that a step reads": {asked: func(w *world.World) error {
			_, err := Fetch(w, paging.ListingOf("invitations"), paging.Query{}.With("page", 2))
			return err
		}, want: []string{"page=2", "page=2"}},
		"a page after the last, of a list that was counted": {asked: func(w *world.World) error {
			return errors.Join(atLeast(w, 0, "invitations"), listPastEnd(w, "invitations"))
		}, want: []string{"", "page=1000"}},
		"an invalid query that is rejected": {asked: func(w *world.World) error { return listWith(w, "invitations", "order sideways") },
			rejects: []string{"order=sideways"}, want: []string{"order=sideways"}},
		"but again a query of the document that is rejected": {asked: func(w *world.World) error { return listWith(w, "invitations", "page 1") },
			rejects: []string{"page=1"}, want: slices.Repeat([]string{"page=1"}, 1+mostRepeats+2)}, // many times only until it is known to stay so
	} {
		t.Run(rule, func(t *testing.T) {
			first, asked := listOf(t, c.rejects...)
			for _, w := range []*world.World{first, world.New(t.Context(), first.Run, &feature.Scenario{})} {
				if err := c.asked(w); err != nil {
					t.Fatal(err)
				}
				if n := len(ofScenario(w).listed); w.Last == nil && n > 0 {
					t.Errorf("%d list requests, and no response", n)
				}
			}
			if !slices.Equal(*asked, c.want) {
				t.Errorf("asked %q, want %q", *asked, c.want)
			}
		})
	}
}

func TestACheckHoldsForEachQuery(t *testing.T) {
	found := &outcome.Finding{Expected: "page 1", Actual: "page 2"}
	skipped := outcome.Skip(report.Inconclusive, "the list moved")
	for rule, c := range map[string]struct {
		results []error // by query
		want    string
		remarks int
	}{
		"kept for each":              {[]error{nil, nil, nil}, "<nil>", 0},
		"broken for the last":        {[]error{nil, nil, found}, "expected for the request with page 3: page 1, found page 2", 0},
		"broken for the first":       {[]error{found, nil, nil}, "expected for the request with page 1: page 1, found page 2", 0},
		"broken after a skip":        {[]error{skipped, nil, found}, "expected for the request with page 3: page 1, found page 2", 0},
		"kept where it can be seen":  {[]error{skipped, nil, skipped}, "<nil>", 1},
		"not to be seen for any one": {[]error{skipped, skipped, skipped}, skipped.Error(), 0},
	} {
		t.Run(rule, func(t *testing.T) {
			w, _ := listOf(t)
			if err := listWithEach(w, "invitations", "page 1; page 2; page 3"); err != nil {
				t.Fatal(err)
			}
			last := w.Last
			var checked []string
			err := onEachQuery(w, func(l listed) error {
				checked = append(checked, l.query.Get("page")+" "+l.response.Query)
				return c.results[len(checked)-1]
			})
			if fmt.Sprint(err) != c.want || len(w.Result.Remarks) != c.remarks {
				t.Errorf("error %v, want %s; remarks %q", err, c.want, w.Result.Remarks)
			}
			if want := []string{"1 page=1", "2 page=2", "3 page=3"}; !slices.Equal(checked, want[:len(checked)]) || w.Last != last {
				t.Errorf("checked %q; the last response is another: %v", checked, w.Last != last)
			}
		})
	}
}

// TestACheckIsOfTheLastListStepAlone lists once more after several queries.
func TestACheckIsOfTheLastListStepAlone(t *testing.T) {
	w, _ := listOf(t)
	if err := errors.Join(listWithEach(w, "invitations", "page 1; page 2"), listWith(w, "invitations", "page 3")); err != nil {
		t.Fatal(err)
	}
	var checked []string
	_ = onEachQuery(w, func(l listed) error { checked = append(checked, l.response.Query); return nil })
	if !slices.Equal(checked, []string{"page=3"}) {
		t.Errorf("checked %q", checked)
	}
}

// TestAListThatWasSeenHasToSucceedAgain checks which rejections fail, and which skip.
func TestAListThatWasSeenHasToSucceedAgain(t *testing.T) {
	for rule, c := range map[string]struct {
		seen    bool
		query   string
		verdict any
	}{
		"a rejection of a list that was seen is a failure": {true, "page 1 and per_page 3", new(*outcome.Finding)},
		"a rejection of one that was not is a skip":        {false, "page 1 and per_page 3", new(*outcome.Skipped)},
		"one of what the document does not show is a skip": {true, "page -1", new(*outcome.Skipped)},
	} {
		t.Run(rule, func(t *testing.T) {
			w, _ := listOf(t, "page=1&per_page=3", "page=-1")
			w.Shown = c.seen
			if err := listWith(w, "invitations", c.query); err != nil {
				t.Fatal(err)
			}
			for step, err := range map[string]error{"a number": NumberIs(w, "pagination.page", 1), "a page": equalsPage(w, 1)} {
				if !errors.As(err, c.verdict) {
					t.Errorf("%s: %v", step, err)
				}
			}
			if n := hasExactly(w, 3); (c.query == "page -1") != (n == nil) || n != nil && !errors.As(n, c.verdict) {
				t.Errorf("a number of records: %v", n)
			}
			if w.Query.Get("page") == "" || w.List != paging.ListingOf("invitations") {
				t.Errorf("the query is lost: %v", w.Query)
			}
		})
	}
}
