package evidence

import (
	"testing"
	"time"

	"understudy/steps/client"
)

func TestResponsesThatAreWrongAtTimesAreCounted(t *testing.T) {
	at := func(second int) *client.Exchange {
		return &client.Exchange{Began: time.Unix(int64(second), 0), Received: time.Unix(int64(second), 1)}
	}
	const stays = -1
	for name, c := range map[string]struct {
		mostLasting int
		// wrong are the seconds in which wrong responses are sent, or stays; the right one is received
		// 2 seconds later.
		wrong                   []int
		several, hasEnded, once bool
	}{
		"one":                          {0, []int{1}, false, false, true},
		"two":                          {0, []int{1, 10}, true, false, false},
		"several at the same time":     {0, []int{1, 1, 2, 3}, false, false, true},
		"one that stays, and later":    {0, []int{1, stays, 20, 30}, false, true, false},
		"one of two that end it stays": {2, []int{1, stays, 20}, true, false, false},
		"two of two that end it stay":  {2, []int{stays, 1, stays, 20}, false, true, false},
		"one, and one that stays":      {2, []int{stays, 1}, false, false, true},
	} {
		i := Intermittent{MostLasting: c.mostLasting}
		several := false
		for _, second := range c.wrong {
			if second == stays {
				i.Lasted("list-topics", "list-status-success")
				continue
			}
			for _, of := range [][2]string{{"list-topics", "per-page-honoured"}, {"list-invitations", "list-status-success"}} {
				i.Passed(of[0], of[1], at(second), at(second+2)) // counted apart
			}
			several = i.Passed("list-topics", "list-status-success", at(second), at(second+2))
		}
		if over := i.IsOver("list-topics", "list-status-success"); several != c.several || over != c.hasEnded {
			t.Errorf("%s: several: %v, over: %v", name, several, over)
		}
		if once := i.WasOnce("list-topics", "list-status-success"); once != c.once {
			t.Errorf("%s: once: %v", name, once)
		}
	}
}
