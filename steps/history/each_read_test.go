package history

import (
	"fmt"
	"testing"
	"time"

	"understudy/steps/paging"
)

func TestAListThatChangesWithEachReadIsFound(t *testing.T) {
	for _, c := range []struct {
		rule  string
		total func(read int) int
		found bool
	}{
		{"it stays", func(int) int { return 60 }, false},
		{"one more with each read", func(read int) int { return 60 + read }, true},
		{"one less with each read, until there are none", func(read int) int { return max(0, 30-read) }, true},
		{"one less, and one read more", func(read int) int { return 60 - read + read/10 }, false},
		{"two more with each read", func(read int) int { return 60 + 2*read }, false},
		{"one more with each read, and others add one as well", func(read int) int { return 60 + read + read/15 }, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			l, at := paging.ListingOf("invitations"), time.Unix(1_000_000, 0)
			for read := range 40 {
				at = at.Add(time.Second)
				ls.NotePlaces(l, nil, listResponse(fmt.Sprintf("%d: 1 2", c.total(read)), at))
			}
			if got := ls.ChangesWithEachRead(l) != nil; got != c.found {
				t.Errorf("found: %v", got)
			}
		})
	}
}
