package lists

import (
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
)

func TestResponsesThatAreWrongAtTimesAreCounted(t *testing.T) {
	at := func(second int) *client.Exchange {
		return &client.Exchange{Request: client.Request{Operation: spec.ListInvitations}, Received: time.Unix(int64(second), 0), Duration: 500 * time.Millisecond}
	}
	for name, c := range map[string]struct {
		wrong   []int // seconds; the request is sent again and has a response 2 seconds later
		isRight []bool
		want    int
	}{
		"one":                       {[]int{1}, []bool{true}, 0},
		"several":                   {[]int{1, 10, 20}, []bool{true, true, true}, 3},
		"several at the same time":  {[]int{1, 1, 2, 3}, []bool{true, true, true, true}, 0},
		"one that stays, and later": {[]int{1, 10, 20, 30}, []bool{true, false, true, true}, 0},
	} {
		var i intermittent
		last := 0
		for n, second := range c.wrong {
			i.note("per-page-honoured", at(second), at(second), true)
			last = i.note("list-status-success", at(second), at(second+2), c.isRight[n])
		}
		if last != c.want || i.persists("list-status-success", spec.ListInvitations) != (name == "one that stays, and later") {
			t.Errorf("%s: %d, want %d", name, last, c.want)
		}
	}
}
