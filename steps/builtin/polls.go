package builtin

import (
	"time"

	"understudy/steps/scenario"
)

// Polls is how often a source URL is read at most while a segment is waited for.
func Polls(limit time.Duration) int {
	n := 1
	for passed, pause := time.Duration(0), scenario.FirstPoll; passed < limit; pause = min(2*pause, scenario.LongestPoll) {
		passed += pause
		n++
	}
	return n
}
