package paging

import (
	"slices"
	"testing"

	"understudy/steps/report"
)

func TestTheDefaultOrderStaysAfterARequestInOrderAsc(t *testing.T) {
	turn := func(r *response) { slices.Reverse(r.Data) }
	for rule, c := range map[string]struct {
		spoil func(q Query, last string, r *response)
		want  string
	}{
		"it stays": {nil, kept},
		"it is that of the request before": {func(q Query, last string, r *response) {
			if q.Get("order") == "" && last == "asc" {
				turn(r)
			}
		}, "broken order-default-desc"},
		"it is always asc, and so is desc": {func(q Query, _ string, r *response) {
			if q.Get("order") != "asc" {
				turn(r)
			}
		}, string(report.MissingTestData)},
		"it is that of asc from the first such request on": {func(q Query, last string, r *response) {
			if q.Get("order") == "" && last != "" {
				turn(r)
			}
		}, "broken order-default-desc"},
		"it is always that of asc": {func(q Query, _ string, r *response) {
			if q.Get("order") == "" {
				turn(r)
			}
		}, "broken order-default-desc"},
		"desc is turned too, as where the list changed": {func(q Query, last string, r *response) {
			if q.Get("order") != "asc" && last == "asc" {
				turn(r)
			}
		}, string(report.Inconclusive)},
	} {
		m := newMemory(5)
		last, requests := "", 0
		m.spoil = func(_ int, q Query, r *response) {
			if requests++; c.spoil != nil {
				c.spoil(q, last, r)
			}
			if order := q.Get("order"); order != "" {
				last = order
			}
		}
		r := m.reader()
		read := map[string]*Snapshot{}
		for _, order := range []string{"", "desc", "asc"} {
			read[order] = &Snapshot{List: r.List, PerPage: defaultPerPage, Last: 1, Order: order}
			for _, pages := range []string{order, ""} {
				p, err := r.Fetch(queryFor(pages, asked{1, defaultPerPage}))
				if err != nil {
					t.Fatal(err)
				}
				read[order].Pages = append(read[order].Pages, PageRead{1, defaultPerPage, pages, p})
			}
		}
		if got := ending(r.DefaultStays(read[""], read["desc"], read["asc"])); got != c.want {
			t.Errorf("%s: %s, want %s", rule, got, c.want)
		}
		if c.spoil == nil && requests != 6 {
			t.Errorf("%s: %d requests", rule, requests)
		}
	}
}
