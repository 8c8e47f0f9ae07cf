package control_test

import (
	"strings"
	"testing"

	"understudy/server/control"
)

func TestTheTopicsHaveEveryRouteOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, topic := range control.Topics() {
		if topic.Description == "" || len(topic.Operations) == 0 {
			t.Errorf("%s has no text", topic.Name)
		}
		for _, o := range topic.Operations {
			route := o.Method + " " + strings.TrimPrefix(o.Path, control.Prefix)
			if o.ID == "" || o.Summary == "" || seen[route] {
				t.Errorf("%s: no id, no summary, or listed before", route)
			}
			seen[route] = true
		}
	}
	for _, r := range control.Routes() {
		if !seen[r] {
			t.Errorf("%s is left out", r)
		}
	}
}
