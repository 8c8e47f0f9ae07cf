package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/spec"
)

func listTopics(f testkit.Fake, sourceID int64, query string) testkit.Response {
	f.Helper()
	return f.Get(fmt.Sprintf("/api/v1/sources/%d/topics%s", sourceID, query))
}

func TestTopicsAreListedWhole(t *testing.T) {
	f := testkit.OpenChoosing(t)
	g := f.TestData()
	a := listTopics(f, g.TopicsSourceID, "?page=2&per_page=1&order=asc")
	want := `{"total_records":40,"per_page":40,"prev_page":null,"page":1,"next_page":null,"last_page":1}`
	if a.Code != 200 || a.Get("status").Str != "success" || a.Get("pagination").Raw != want || a.Get("data.#").Int() != 40 {
		t.Errorf("got %d %s with %s", a.Code, a.Get("pagination"), a.Get("data.#"))
	}
	want = `{"id":7064,"name":"consent_withdrawn","description":"A visitor took back a consent","created_at":"2025-01-01T21:19:45.154Z",` +
		`"updated_at":"2025-07-05T06:40:03.796Z","schema":{"anonymous_id":"string","customer_id":"string","email":"string","sent_at":"timestamp"}}`
	if got := a.Get("data.0").Raw; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := listTopics(f, g.EmptyTopicsSourceID, "").Get("data").Raw; got != "[]" {
		t.Errorf("a source without topics has %s", got)
	}
}

func TestTheOrderOfTopics(t *testing.T) {
	for order, sorted := range map[string]func(names []string, times []time.Time) bool{
		"newest": func(_ []string, times []time.Time) bool {
			slices.Reverse(times)
			return slices.IsSortedFunc(times, time.Time.Compare)
		},
		"oldest": func(_ []string, times []time.Time) bool { return slices.IsSortedFunc(times, time.Time.Compare) },
		"name":   func(names []string, _ []time.Time) bool { return slices.IsSorted(names) },
	} {
		f := testkit.OpenChoosing(t, "topics-order="+order, "topics-paging=paged", "timestamp-form=offset")
		var names []string
		var times []time.Time
		for page := 1; page <= 3; page++ {
			for _, row := range listTopics(f, f.TestData().TopicsSourceID, fmt.Sprintf("?per_page=15&page=%d", page)).Get("data").Array() {
				names, times = append(names, row.Get("name").Str), append(times, row.Get("created_at").Time())
			}
		}
		if len(names) != 40 || !sorted(names, times) {
			t.Errorf("%s: the pages hold %v", order, names)
		}
	}
}

func TestPagedTopicsArePagedAsTheOtherLists(t *testing.T) {
	f := testkit.OpenChoosing(t, "topics-paging=paged")
	a := listTopics(f, f.TestData().TopicsSourceID, "?per_page=10&order=asc")
	if next := a.Get("next").Str; !strings.HasSuffix(next, "/topics?page=2&per_page=10") {
		t.Errorf("the next page is %s", next)
	}
	if got := listTopics(f, f.TestData().TopicsSourceID, "?page=-1").Code; got != 400 {
		t.Errorf("page -1: HTTP %d", got)
	}
	f.Choose("topics-paging=paged", "page-negative=first", "per-page-over-max=default")
	if got := listTopics(f, f.TestData().TopicsSourceID, "?page=-1&per_page=500").Get("pagination.per_page").Int(); got != 25 {
		t.Errorf("it pages by %d", got)
	}
}

func TestOtherSourcesHaveNoTopics(t *testing.T) {
	a := listTopics(testkit.OpenChoosing(t), 4120, "")
	if _, allow := a.Header["Allow"]; a.Code != 405 || a.Get("status").Str != "error" || !allow {
		t.Error(a)
	}
	if got := testkit.OpenChoosing(t).Call(spec.ListTopics, "").Code; got != 200 {
		t.Error(got)
	}
}
