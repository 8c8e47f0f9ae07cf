package resource_test

import (
	"testing"

	"pgregory.net/rapid"

	"understudy/server/resource"
)

func TestPage(t *testing.T) {
	for rule, c := range map[string]struct {
		total, perPage, number int64
		want                   resource.Page
		skip, len              int64
	}{
		"the first of six":              {137, 25, 1, resource.Page{Last: 6, Next: 2}, 0, 25},
		"one between":                   {137, 25, 3, resource.Page{Last: 6, Prev: 2, Next: 4}, 50, 25},
		"the last is what remains":      {137, 25, 6, resource.Page{Last: 6, Prev: 5}, 125, 12},
		"a last page that is full":      {50, 25, 2, resource.Page{Last: 2, Prev: 1}, 25, 25},
		"all on one page":               {3, 25, 1, resource.Page{Last: 1}, 0, 3},
		"an empty list":                 {0, 25, 1, resource.Page{Last: 1}, 0, 0},
		"past the end":                  {137, 25, 7, resource.Page{Last: 6, Prev: 6}, 137, 0},
		"far past the end":              {137, 100, resource.MaxInteger, resource.Page{Last: 2, Prev: resource.MaxInteger - 1}, 137, 0},
		"past the end of an empty list": {0, 25, 2, resource.Page{Last: 1, Prev: 1}, 0, 0},
	} {
		t.Run(rule, func(t *testing.T) {
			c.want.Total, c.want.PerPage, c.want.Number = c.total, c.perPage, c.number
			got := resource.NewPage(c.total, c.perPage, c.number, 1)
			if got != c.want || got.Skip() != c.skip || got.Len() != c.len {
				t.Errorf("got %+v, skip %d, len %d; want %+v, %d, %d", got, got.Skip(), got.Len(), c.want, c.skip, c.len)
			}
		})
	}
}

func TestPagesCoverTheListOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(0, 400).Draw(t, "total")
		perPage := rapid.Int64Range(1, resource.MaxPerPage).Draw(t, "per_page")
		next, number := int64(0), int64(1)
		for number != 0 {
			p := resource.NewPage(total, perPage, number, 1)
			if p.Skip() != next {
				t.Fatalf("page %d skips %d, want %d", number, p.Skip(), next)
			}
			next, number = next+p.Len(), p.Next
		}
		if next != total {
			t.Fatalf("the pages hold %d records, want %d", next, total)
		}
	})
}
