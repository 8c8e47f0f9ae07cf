package history

import (
	"testing"
	"time"

	"understudy/steps/paging"
)

func TestAListIsEmptyThatHadRecordsAndHasNone(t *testing.T) {
	for _, c := range []struct {
		rule  string
		shown []string // the total and the ids of each response
		want  bool
	}{
		{"it never had any", []string{"0:", "0:"}, false},
		{"it has its records", []string{"2: 1 2", "2: 1 2"}, false},
		{"its last response has none", []string{"2: 1 2", "0:"}, true},
		{"it has some again", []string{"2: 1 2", "0:", "2: 3 4"}, false},
		{"it had one, which may be deleted", []string{"1: 1", "0:"}, false},
		{"a page after the last", []string{"2: 1 2", "2:"}, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			l, at := paging.ListingOf("invitations"), time.Unix(1_000_000, 0)
			for _, shown := range c.shown {
				at = at.Add(time.Minute)
				ls.Note(l, nil, listResponse(shown, at))
			}
			if got := ls.EmptyFor(l) > 0; got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
