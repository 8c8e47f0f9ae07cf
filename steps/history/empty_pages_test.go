package history

import (
	"testing"
	"time"

	"understudy/steps/paging"
)

func TestAResponseThatCountsRecordsAndShowsNoneIsKept(t *testing.T) {
	for _, c := range []struct {
		rule  string
		noun  string
		query paging.Query
		shown []string // the total and the ids of each response
		want  int
	}{
		{"records on each page", "invitations", nil, []string{"9: 1 2 3", "9: 1 2 3"}, 0},
		{"two responses without any", "invitations", nil, []string{"9:", "9: 1 2 3", "9:"}, 2},
		{"two at the same time", "invitations", nil, []string{"9:", "9:", "9: 1 2 3"}, 1},
		{"an empty list", "invitations", nil, []string{"0:"}, 0},
		{"a list of one", "invitations", nil, []string{"1:"}, 0},
		{"page 1 that is asked for", "invitations", paging.Query{}.With("page", 1), []string{"9:"}, 1},
		{"a page after the last", "invitations", paging.Query{}.With("page", 4), []string{"9:"}, 0},
		{"no record of topics, whose paging is open", "topics", nil, []string{"9:"}, 0},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			l, at := paging.ListingOf(c.noun), time.Unix(1_000_000, 0)
			for _, shown := range c.shown {
				at = at.Add(time.Second)
				ls.NotePlaces(l, c.query, listResponse(shown, at))
			}
			if got := len(ls.EmptyPages(l)); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}
