package lists

import (
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
)

func TestResponsesThatAreWrongAtTimesAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		at         []int // seconds
		rightAfter bool
		want       int
	}{
		"a few":            {[]int{0, 9}, true, 0},
		"many, for long":   {[]int{0, 2, 9}, true, 3},
		"many, at once":    {[]int{0, 1, 2, 3}, true, 0},
		"of a busy server": {[]int{0, 2, 9}, false, 0},
	} {
		var a atTimes
		last := 0
		for i, at := range c.at {
			e := &client.Exchange{Request: client.Request{Operation: spec.ListInvitations}, Received: time.Unix(int64(at), 0)}
			a.note("per-page-honoured", e, true, 0)
			last = a.note("list-status-success", e, c.rightAfter || i > 0, 3*time.Second)
		}
		if last != c.want {
			t.Errorf("%s: %d, want %d", name, last, c.want)
		}
	}
}
