package resource_test

import (
	"testing"
	"time"

	"understudy/server/resource"
)

func TestWhenACreationIsComplete(t *testing.T) {
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	for rule, c := range map[string]struct {
		transition resource.Transition
		later      time.Duration
		want       bool
	}{
		"at once":                            {resource.Transition{}, 0, true},
		"before the duration is over":        {resource.Transition{After: time.Second}, time.Second - 1, false},
		"at the instant at which it is over": {resource.Transition{After: time.Second}, time.Second, true},
		"while there are reads left":         {resource.Transition{Reads: 1}, time.Hour, false},
		"while it is held, however long":     {resource.Transition{Held: true}, 1000 * time.Hour, false},
	} {
		if got := c.transition.Begin(now).Done(now.Add(c.later)); got != c.want {
			t.Errorf("%s: %t", rule, got)
		}
	}
}
