package mutation

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"understudy/server/mutant"
	"understudy/spec/gap"
	"understudy/steps"
)

// suiteGrowth and suiteMemory set the garbage collection of a child process: rarely,
// by the percentage that its heap of about 30 MB may grow, but often once it has
// suiteMemory bytes.
const (
	suiteGrowth = 1600
	suiteMemory = 400 << 20
)

// Suite reads the ids of hand-written mutants, one per line, verifies each, and
// writes its Result as JSON: the work of one child process.
func Suite(ctx context.Context, ids io.Reader, choice gap.Choice, stdout io.Writer) error {
	return inChild(ids, stdout, func(on *address, m mutant.Mutant) any { return verify(ctx, on, m, choice) })
}

// inChild is the work of a child process: it reads ids of mutants, one per line, and
// writes what work returns for each as JSON.
func inChild(ids io.Reader, stdout io.Writer, work func(*address, mutant.Mutant) any) error {
	// There are more children than processors: each is cheaper with one processor.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(suiteGrowth)
	debug.SetMemoryLimit(suiteMemory)
	out, lines, on := json.NewEncoder(stdout), bufio.NewScanner(ids), newAddress()
	defer on.Close()
	for lines.Scan() {
		m, ok := mutant.ByID(lines.Text())
		if !ok {
			return fmt.Errorf("no mutant %q", lines.Text())
		}
		if err := out.Encode(work(on, m)); err != nil {
			return err
		}
	}
	return lines.Err()
}

// verify runs the suite against a mutant.
func verify(ctx context.Context, on *address, m mutant.Mutant, choice gap.Choice) Result {
	r := Result{ID: m.ID, Breaks: m.Breaks, False: map[string]string{}}
	start := time.Now()
	needClock, err := promisesNeedingClock()
	if err != nil {
		r.Error = err.Error()
		return r
	}
	t, err := on.serve(m.Wrap, choice, needClock[m.Breaks])
	if err != nil {
		r.Error = err.Error()
		return r
	}
	run, err := steps.Run(ctx, t, steps.Options{Concurrency: 8, Watch: watch})
	if err != nil {
		r.Error = err.Error()
	} else {
		r.add(run, m)
	}
	r.MS = time.Since(start).Milliseconds()
	return r
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
