package mutation

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"understudy/server/mutant"
	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
)

// suiteGrowth and suiteMemory set the garbage collection of a child process: rarely,
// by the percentage that its heap of about 30 MB may grow, but often once it has
// suiteMemory bytes.
const (
	suiteGrowth = 1600
	suiteMemory = 400 << 20
)

// Suite reads the ids of hand-written mutants, those of one fake in each line, verifies
// them, and writes their Results as a JSON array: the work of one child process.
func Suite(ctx context.Context, ids io.Reader, choice gap.Choice, stdout io.Writer) error {
	return inChild(ids, stdout, func(on *address, group []mutant.Mutant) any { return verify(ctx, on, group, choice) })
}

// inChild is the work of a child process: it reads lines with ids of mutants, and writes
// what work returns for each as JSON.
func inChild(ids io.Reader, stdout io.Writer, work func(*address, []mutant.Mutant) any) error {
	// There are more children than processors: each is cheaper with one processor.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(suiteGrowth)
	debug.SetMemoryLimit(suiteMemory)
	out, lines, on := json.NewEncoder(stdout), bufio.NewScanner(ids), newAddress()
	defer on.Close()
	for lines.Scan() {
		var group []mutant.Mutant
		for _, id := range strings.Fields(lines.Text()) {
			m, ok := mutant.ByID(id)
			if !ok {
				return fmt.Errorf("no mutant %q", id)
			}
			group = append(group, m)
		}
		if err := out.Encode(work(on, group)); err != nil {
			return err
		}
	}
	return lines.Err()
}

// runSuite runs the suite against a fake with the faults of a group. It can move the clock
// of the fake where a promise of the group needs that.
func runSuite(ctx context.Context, on *address, group []mutant.Mutant, choice gap.Choice) (*report.Run, error) {
	needClock, err := promisesNeedingClock()
	if err != nil {
		return nil, err
	}
	clock := slices.ContainsFunc(group, func(m mutant.Mutant) bool { return needClock[m.Breaks] })
	t, err := on.serve(mutant.Together(group...), choice, clock)
	if err != nil {
		return nil, err
	}
	return steps.Run(ctx, t, steps.Options{Concurrency: 8, Watch: watch})
}

// promisesNeedingClock returns the promises whose scenarios all need a clock.
var promisesNeedingClock = sync.OnceValues(func() (map[string]bool, error) {
	with, err := steps.List(steps.Options{Tags: "@needs:clock"})
	if err != nil {
		return nil, err
	}
	without, err := steps.List(steps.Options{Tags: "not @needs:clock"})
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, s := range with {
		for _, id := range s.Promises {
			ids[id] = true
		}
	}
	for _, s := range without {
		for _, id := range s.Promises {
			delete(ids, id)
		}
	}
	return ids, nil
})
