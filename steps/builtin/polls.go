package builtin

import (
	"time"

	"understudy/steps/scenario"
)

// Polls is the maximum number of reads of a source URL while waiting for a segment.
func Polls(limit time.Duration) int {
	n := 1
	for passed, pause := time.Duration(0), scenario.FirstPoll; passed < limit; pause = min(2*pause, scenario.LongestPoll) {
		passed += pause
		n++
	}
	return n
}
