package api_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
)

func TestPagination(t *testing.T) {
	f := testkit.OpenChoosing(t)
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
		if got := f.ListInvitations(query); got.Get("pagination").Raw != want {
			t.Errorf("%s: %s, want %s", query, got.Get("pagination").Raw, want)
		}
	}
}

func TestRejectedParameters(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for query, want := range map[string]string{
		"?page=-1": "page: must not be negative", "?page=-99999999999999999999": "page: must not be negative",
		"?page=": "page: must be a number", "?page=NaN": "page: must be a number", "?page=0x1": "page: must be a number",
		"?page=1.5": "page: must be an integer", "?per_page=1.5": "per_page: must be an integer",
		"?per_page=0": "per_page: must be at least 1", "?per_page=-5": "per_page: must be at least 1", "?per_page=many": "per_page: must be a number",
		"?order=": "order: must be asc or desc", "?order=DESC": "order: must be asc or desc",
	} {
		if a := f.ListInvitations(query); a.Code != 400 || a.Get("message").Str != want {
			t.Errorf("%s: %s, want 400 and %s", query, a, want)
		}
	}
}

func TestVariantsApplyToPerPageToo(t *testing.T) {
	for choice, want := range map[string]int64{"page-fraction=floor": 2, "page-fraction=ceil": 3} {
		if got := testkit.OpenChoosing(t, choice).ListInvitations("?per_page=2.5").Get("pagination.per_page").Int(); got != want {
			t.Errorf("%s: %d, want %d", choice, got, want)
		}
	}
	for query, want := range map[string]int64{"?per_page=many": 25, "?per_page=": 25} {
		if got := testkit.OpenChoosing(t, "page-not-a-number=first").ListInvitations(query).Get("pagination.per_page").Int(); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	if got := testkit.OpenChoosing(t, "page-fraction=floor").ListInvitations("?page=0.5").Get("pagination.page").Int(); got != 1 {
		t.Errorf("page 0.5 is %d, want 1", got)
	}
	if got := testkit.OpenChoosing(t, "per-page-zero=one").ListInvitations("?per_page=-3").Get("pagination.per_page").Int(); got != 1 {
		t.Errorf("per_page -3 is %d, want 1", got)
	}
	if got := testkit.OpenChoosing(t, "parameter-repeated=last").ListInvitations("?order=asc&order=desc&per_page=3&per_page=4"); got.Get("data.0.id").Int() != 5310 || got.Get("data.#").Int() != 4 {
		t.Errorf("the last does not count: %s", got)
	}
}

// sorted returns the ids of the world's invitations, sorted naively.
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

func dataIDs(a testkit.Response) []int64 {
	ids := []int64{}
	a.Get("data.#.id").ForEach(func(_, id gjson.Result) bool {
		ids = append(ids, id.Int())
		return true
	})
	return ids
}

func TestPagesMatchANaiveSort(t *testing.T) {
	f := testkit.OpenChoosing(t)
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
		if got := dataIDs(f.ListInvitations(query)); !slices.Equal(got, want) {
			t.Fatalf("%s has %v, want %v", query, got, want)
		}
	})
}

func TestFollowingNextReadsTheWholeList(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for _, order := range []string{"asc", "desc"} {
		var ids []int64
		for next := testkit.InvitationsPath + "?per_page=30&order=" + order; next != ""; {
			a := f.Do("GET", next, "", testkit.Bearer(f.TestData().PersonalToken))
			ids = append(ids, dataIDs(a)...)
			next = a.Get("next").Str
			if next != "" {
				next = next[len(testkit.BaseURL):]
			}
		}
		if !slices.Equal(ids, sorted(order)) {
			t.Errorf("%s: read %v", order, ids)
		}
	}
}

func TestAnEmptyListHasOneEmptyPage(t *testing.T) {
	f := testkit.Open(t, server.Options{World: testkit.EmptyWorld(t)})
	want := `200 {"status":"success","pagination":{"total_records":0,"per_page":25,"prev_page":null,"page":1,"next_page":null,"last_page":1},"next":null,"data":[]}`
	if got := f.ListInvitations("").String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, choice := range []string{"page-past-end=refuse", "empty-list-last-page=zero"} {
		f.Choose(choice)
		if got := f.ListInvitations(""); got.Code != 200 {
			t.Errorf("%s: %s", choice, got)
		}
	}
	f.Choose("page-past-end=last", "empty-list-last-page=zero")
	if got := f.ListInvitations("?page=5").Get("pagination").Raw; got != `{"total_records":0,"per_page":25,"prev_page":null,"page":1,"next_page":null,"last_page":0}` {
		t.Errorf("the last page of none is %s", got)
	}
}
