package server_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"understudy/fixtures"
	"understudy/server"
)

func TestPagination(t *testing.T) {
	f := choosing(t)
	for query, want := range map[string]string{
		"":                               `{"total_records":137,"per_page":25,"prev_page":null,"page":1,"next_page":2,"last_page":6}`,
		"?page=0":                        `{"total_records":137,"per_page":25,"prev_page":null,"page":1,"next_page":2,"last_page":6}`,
		"?page=-0":                       `{"total_records":137,"per_page":25,"prev_page":null,"page":1,"next_page":2,"last_page":6}`,
		"?page=2.0&per_page=1e1":         `{"total_records":137,"per_page":10,"prev_page":1,"page":2,"next_page":3,"last_page":14}`,
		"?page=6":                        `{"total_records":137,"per_page":25,"prev_page":5,"page":6,"next_page":null,"last_page":6}`,
		"?page=7":                        `{"total_records":137,"per_page":25,"prev_page":6,"page":7,"next_page":null,"last_page":6}`,
		"?page=99999999999999999999":     `{"total_records":137,"per_page":25,"prev_page":9007199254740990,"page":9007199254740991,"next_page":null,"last_page":6}`,
		"?per_page=99999999999999999999": `{"total_records":137,"per_page":100,"prev_page":null,"page":1,"next_page":2,"last_page":2}`,
		"?per_page=1&page=137":           `{"total_records":137,"per_page":1,"prev_page":136,"page":137,"next_page":null,"last_page":137}`,
		"?colour=red":                    `{"total_records":137,"per_page":25,"prev_page":null,"page":1,"next_page":2,"last_page":6}`,
	} {
		if got := f.list(query); got.get("pagination").Raw != want {
			t.Errorf("%s: %s, want %s", query, got.get("pagination").Raw, want)
		}
	}
}

func TestParametersThatAreRefused(t *testing.T) {
	f := choosing(t)
	for query, want := range map[string]string{
		"?page=-1": "page: must not be negative", "?page=-99999999999999999999": "page: must not be negative",
		"?page=": "page: must be a number", "?page=NaN": "page: must be a number", "?page=0x1": "page: must be a number",
		"?page=1.5": "page: must be an integer", "?per_page=1.5": "per_page: must be an integer",
		"?per_page=0": "per_page: must be at least 1", "?per_page=-5": "per_page: must be at least 1", "?per_page=many": "per_page: must be a number",
		"?order=": "order: must be asc or desc", "?order=DESC": "order: must be asc or desc",
	} {
		if a := f.list(query); a.code != 400 || a.get("message").Str != want {
			t.Errorf("%s: %s, want 400 and %s", query, a, want)
		}
	}
}

func TestVariantsHoldForPerPageToo(t *testing.T) {
	for choice, want := range map[string]int64{"page-fraction=floor": 2, "page-fraction=ceil": 3} {
		if got := choosing(t, choice).list("?per_page=2.5").get("pagination.per_page").Int(); got != want {
			t.Errorf("%s: %d, want %d", choice, got, want)
		}
	}
	for query, want := range map[string]int64{"?per_page=many": 25, "?per_page=": 25} {
		if got := choosing(t, "page-not-a-number=first").list(query).get("pagination.per_page").Int(); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	if got := choosing(t, "page-fraction=floor").list("?page=0.5").get("pagination.page").Int(); got != 1 {
		t.Errorf("page 0.5 is %d, want 1", got)
	}
	if got := choosing(t, "per-page-zero=one").list("?per_page=-3").get("pagination.per_page").Int(); got != 1 {
		t.Errorf("per_page -3 is %d, want 1", got)
	}
	if got := choosing(t, "parameter-repeated=last").list("?order=asc&order=desc&per_page=3&per_page=4"); got.get("data.0.id").Int() != 5310 || got.get("data.#").Int() != 4 {
		t.Errorf("the last does not count: %s", got)
	}
}

// sorted are the ids of the world's invitations, sorted naively.
func sorted(order string) []int64 {
	all := slices.Clone(fixtures.Default().Invitations)
	slices.SortFunc(all, func(a, b fixtures.Invitation) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
	if order != "asc" {
		slices.Reverse(all)
	}
	var ids []int64
	for _, i := range all {
		ids = append(ids, i.ID)
	}
	return ids
}

func dataIDs(a answer) []int64 {
	ids := []int64{}
	a.get("data.#.id").ForEach(func(_, id gjson.Result) bool {
		ids = append(ids, id.Int())
		return true
	})
	return ids
}

func TestPagesMatchANaiveSort(t *testing.T) {
	f := choosing(t)
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.SampledFrom([]string{"asc", "desc", ""}).Draw(t, "order")
		perPage := rapid.IntRange(1, 100).Draw(t, "per_page")
		page := rapid.IntRange(1, 140).Draw(t, "page")
		query := fmt.Sprintf("?page=%d&per_page=%d", page, perPage)
		if order != "" {
			query += "&order=" + order
		}
		want := sorted(order)
		want = want[min(len(want), (page-1)*perPage):min(len(want), page*perPage)]
		if got := dataIDs(f.list(query)); !slices.Equal(got, want) {
			t.Fatalf("%s has %v, want %v", query, got, want)
		}
	})
}

func TestFollowingNextReadsTheWholeList(t *testing.T) {
	f := choosing(t)
	for _, order := range []string{"asc", "desc"} {
		var ids []int64
		for next := invitations + "?per_page=30&order=" + order; next != ""; {
			a := f.do("GET", next, "", bearer(f.Ground().PersonalToken))
			ids = append(ids, dataIDs(a)...)
			next = a.get("next").Str
			if next != "" {
				next = next[len(base):]
			}
		}
		if !slices.Equal(ids, sorted(order)) {
			t.Errorf("%s: read %v", order, ids)
		}
	}
}

func TestAnEmptyListHasOneEmptyPage(t *testing.T) {
	f := open(t, server.Options{World: emptyWorld(t)})
	want := `200 {"status":"success","pagination":{"total_records":0,"per_page":25,"prev_page":null,"page":1,"next_page":null,"last_page":1},"next":null,"data":[]}`
	if got := f.list("").String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, choice := range []string{"page-past-end=refuse", "empty-list-last-page=zero"} {
		f.choose(choice)
		if got := f.list(""); got.code != 200 {
			t.Errorf("%s: %s", choice, got)
		}
	}
	f.choose("page-past-end=last", "empty-list-last-page=zero")
	if got := f.list("?page=5").get("pagination").Raw; got != `{"total_records":0,"per_page":25,"prev_page":null,"page":1,"next_page":null,"last_page":0}` {
		t.Errorf("the last page of none is %s", got)
	}
}
