package history

import (
	"testing"
	"time"

	"understudy/steps/paging"
)

func TestAListDippedThatCountedFewerRecordsForAWhile(t *testing.T) {
	for _, c := range []struct {
		rule  string
		shown []string // the total and the ids of each response
		want  bool
	}{
		{"the same total", []string{"9: 1 2", "9: 3 4", "9: 1 2"}, false},
		{"one fewer on another page", []string{"9: 1 2", "8: 3 4", "9: 1 2"}, true},
		{"fewer for two responses", []string{"9: 1 2", "8: 3 4", "8: 5 6", "9: 1 2"}, true},
		{"one is deleted", []string{"9: 1 2", "8: 1 2", "8: 3 4"}, false},
		{"one is created", []string{"8: 1 2", "9: 3 1", "9: 1 4"}, false},
		{"a page without records", []string{"9: 1 2", "0:", "9: 1 2"}, false},
		{"one is deleted, and two are created", []string{"9: 1 2", "8: 1 2", "10: 4 3"}, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			l, at := paging.ListingOf("invitations"), time.Unix(1_000_000, 0)
			for _, shown := range c.shown {
				at = at.Add(time.Second)
				ls.NotePlaces(l, nil, listResponse(shown, at))
			}
			if got := ls.Dipped(l); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
