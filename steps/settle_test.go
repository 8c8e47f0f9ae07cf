package steps_test

import (
	"testing"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// TestLateWritesAreWaitedFor compares an independent implementation whose writes become visible
// late with the same one without the switch: what passes there passes here, as long as
// limits.settle is long enough.
func TestLateWritesAreWaitedFor(t *testing.T) {
	for id, tags := range map[string]string{
		"slow-destination-retrieval": "@promise:destination-name-kept",
		"late-segments":              "@promise:segment-source-properties or @operation:create-segment-management-link",
		"late-connectors":            "@operation:update-connector or @operation:publish-connector",
	} {
		t.Run(id, func(t *testing.T) {
			usual, late, short := passing(t, start(t), tags), start(t, id), start(t, id)
			late.Samples.ServiceConnection, short.Samples.ServiceConnection = nil, nil // the retrieval is the only way to read the name back
			short.Limits.Settle = target.Duration(1)
			if got := passing(t, late, tags); got != usual || usual == 0 {
				t.Errorf("%d scenarios pass, and %d pass without the switch", got, usual)
			}
			if got := passing(t, short, tags); got >= usual {
				t.Errorf("%d scenarios pass without waiting, so the test checks nothing", got)
			}
		})
	}
}

// passing counts the scenarios that pass.
func passing(t *testing.T, tg target.Target, tags string) (n int) {
	t.Helper()
	for _, s := range verify(t, tg, steps.Options{Tags: tags}).Scenarios {
		if s.Verdict == report.Pass {
			n++
		}
	}
	return n
}
