package evidence

import (
	"testing"

	"understudy/spec"
)

func TestFailuresAreCountedByTheirKinds(t *testing.T) {
	for want, h := range map[string]failures{
		"1 of 14 calls of list-topics failed: HTTP 500":                                                      {calls: 14, byCode: map[int]int{500: 1}},
		"3 of 3 calls of list-topics failed: no response: timed out":                                         {calls: 3, byCode: map[int]int{0: 3}, silence: "timed out"},
		"6 of 21 calls of list-topics failed: HTTP 500 3 times, HTTP 503 twice, no response once: timed out": {calls: 21, byCode: map[int]int{0: 1, 503: 2, 500: 3}, silence: "timed out"},
	} {
		if got := h.of(spec.ListTopics); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
