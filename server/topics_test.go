package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/spec"
)

func (f fake) topics(sourceID int64, query string) answer {
	f.Helper()
	return f.get(fmt.Sprintf("/api/v1/sources/%d/topics%s", sourceID, query))
}

func TestTopicsAreListedWhole(t *testing.T) {
	f := choosing(t)
	g := f.Ground()
	a := f.topics(g.TopicsSourceID, "?page=2&per_page=1&order=asc")
	want := `{"total_records":40,"per_page":40,"prev_page":null,"page":1,"next_page":null,"last_page":1}`
	if a.code != 200 || a.get("status").Str != "success" || a.get("pagination").Raw != want || a.get("data.#").Int() != 40 {
		t.Errorf("got %d %s with %s", a.code, a.get("pagination"), a.get("data.#"))
	}
	want = `{"id":7064,"name":"consent_withdrawn","description":"A visitor took back a consent","created_at":"2025-01-01T21:19:45.154Z",` +
		`"updated_at":"2025-07-05T06:40:03.796Z","schema":{"anonymous_id":"string","customer_id":"string","email":"string","sent_at":"timestamp"}}`
	if got := a.get("data.0").Raw; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := f.topics(g.EmptyTopicsSourceID, "").get("data").Raw; got != "[]" {
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
		f := choosing(t, "topics-order="+order, "topics-paging=paged", "timestamp-form=offset")
		var names []string
		var times []time.Time
		for page := 1; page <= 3; page++ {
			for _, row := range f.topics(f.Ground().TopicsSourceID, fmt.Sprintf("?per_page=15&page=%d", page)).get("data").Array() {
				names, times = append(names, row.Get("name").Str), append(times, row.Get("created_at").Time())
			}
		}
		if len(names) != 40 || !sorted(names, times) {
			t.Errorf("%s: the pages hold %v", order, names)
		}
	}
}

func TestPagedTopicsArePagedAsTheOtherLists(t *testing.T) {
	f := choosing(t, "topics-paging=paged")
	a := f.topics(f.Ground().TopicsSourceID, "?per_page=10&order=asc")
	if next := a.get("next").Str; !strings.HasSuffix(next, "/topics?page=2&per_page=10") {
		t.Errorf("the next page is %s", next)
	}
	if got := f.topics(f.Ground().TopicsSourceID, "?page=-1").code; got != 400 {
		t.Errorf("page -1 answers %d", got)
	}
	f.choose("topics-paging=paged", "page-negative=first", "per-page-over-max=default")
	if got := f.topics(f.Ground().TopicsSourceID, "?page=-1&per_page=500").get("pagination.per_page").Int(); got != 25 {
		t.Errorf("it pages by %d", got)
	}
}

func TestOtherSourcesHaveNoTopics(t *testing.T) {
	a := choosing(t).topics(4120, "")
	if _, allow := a.header["Allow"]; a.code != 405 || a.get("status").Str != "error" || !allow {
		t.Error(a)
	}
	if got := choosing(t).call(spec.ListTopics, "").code; got != 200 {
		t.Error(got)
	}
}
