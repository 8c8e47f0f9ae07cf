package steps_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/stepstest"
)

// stressed are the rows of conditionTable that are verified again and again beside a
// busy processor: what is slow, limited, late or moving.
var stressed = []string{
	"responses after 300 ms, completion after 5 s",
	"now and then 429",
	"429 amid polling",
	"now and then 503 with Retry-After",
	"labels that show after 2 s",
	"connectors and segments found after 2 s",
	"a replica that lags",
	"lists that slide on",
	"lists that blink",
	"all of it, slowly",
}

// TestNoRunUnderStressFails verifies conforming deployments with 8 scenarios at once on a
// busy machine. RUNS is how often each is verified; without it, one of them is, once.
func TestNoRunUnderStressFails(t *testing.T) {
	ids := []string{plain}
	if text := os.Getenv("RUNS"); text != "" {
		runs, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("RUNS: %v", err)
		}
		ids = nil
		for i := range runs {
			for _, id := range append([]string{plain}, stressed...) {
				ids = append(ids, fmt.Sprint(id, " #", i))
			}
		}
	}
	stepstest.InChildren(t, ids, func(t *testing.T, id string) {
		id, _, _ = strings.Cut(id, " #")
		row := conditions{}
		if id != plain {
			row = conditionTable[slices.IndexFunc(conditionTable, func(c conditions) bool { return c.id == id })]
		}
		defer keepBusy()()
		tg, _ := row.serve(t)
		tg.Limits.Concurrency = 8
		r := verify(t, tg, steps.Options{})
		for _, p := range r.Promises {
			if p.Verdict == report.Fail || p.Verdict == report.Error {
				t.Errorf("%s %s: %s", p.Verdict, p.ID, p.Reason)
			}
		}
		if r.Exit() != 0 {
			t.Errorf("exit code %d: %s", r.Exit(), r.Closing())
		}
	})
}

// keepBusy lets one more processor of this process do nothing else than count, until it
// is stopped.
func keepBusy() (stop func()) {
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(before + 1)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			default:
			}
		}
	}()
	return func() {
		close(done)
		<-ended
		runtime.GOMAXPROCS(before)
	}
}
