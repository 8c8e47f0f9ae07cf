package history

import (
	"fmt"
	"testing"

	"understudy/steps/paging"
)

func TestIDsWithinARecordThatAreOthersInEachResponse(t *testing.T) {
	l := paging.ListingOf("invitations")
	for name, c := range map[string]struct {
		ids  [][2]int
		want int
	}{
		"others each time":          {[][2]int{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}}, 2},
		"replaced twice":            {[][2]int{{1, 2}, {3, 4}, {3, 4}, {5, 6}, {5, 6}, {6, 5}}, 0},
		"one of two is another one": {[][2]int{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}}, 0},
	} {
		s := Records{ByQuery: true}
		for _, ids := range c.ids {
			s.Note(l, nil, listed(fmt.Sprintf(`{"id":7,"associated_workspace_invitations":[{"id":%d},{"id":%d}]}`, ids[0], ids[1])))
		}
		reversals := s.Reversals(listed(`{}`).Path)
		if got := len(reversals["invitation-workspace-invitations"].Times); got != c.want {
			t.Errorf("%s: noted %d times, want %d", name, got, c.want)
		}
	}
}
