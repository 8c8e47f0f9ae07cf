package history

import (
	"testing"
	"time"

	"understudy/steps/paging"
)

func TestAResponseWithARecordTwiceIsKept(t *testing.T) {
	for _, c := range []struct {
		rule  string
		shown []string // the total and the ids of each response
		want  int
	}{
		{"each record once", []string{"9: 1 2 3", "9: 3 2 1"}, 0},
		{"one twice, the second time elsewhere", []string{"9: 1 2 2", "9: 1 2 3", "9: 1 2 1"}, 2},
		{"one of the total only", []string{"9: 1", "8: 1"}, 0},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			l, at := paging.ListingOf("invitations"), time.Unix(1_000_000, 0)
			for _, shown := range c.shown {
				at = at.Add(time.Second)
				ls.Note(l, nil, listResponse(shown, at))
			}
			if got := len(ls.Duplicates(l)); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}
