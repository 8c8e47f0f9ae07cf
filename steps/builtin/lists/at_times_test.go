package lists

import (
	"testing"

	"understudy/spec"
	"understudy/steps/client"
)

func TestResponsesThatAreWrongAtTimesAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		rightAfter []bool
		want       int
	}{
		"one":              {[]bool{true}, 0},
		"several":          {[]bool{true, true, true}, 3},
		"of a busy server": {[]bool{true, false, true, true}, 0},
	} {
		var a atTimes
		e := &client.Exchange{Request: client.Request{Operation: spec.ListInvitations}}
		last := 0
		for _, right := range c.rightAfter {
			a.note("per-page-honoured", e, true)
			last = a.note("list-status-success", e, right)
		}
		if last != c.want {
			t.Errorf("%s: %d, want %d", name, last, c.want)
		}
	}
}
