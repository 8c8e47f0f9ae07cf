package stepstest

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"understudy/spec/race"
)

// share is set in a child process: which of the cases it runs, as in "2/4".
const share = "STEPSTEST_SHARE"

// Sample returns the cases that a test runs: all of them, or each n-th with -short or
// with the race detector, which makes each several times slower. With both it is the
// first alone.
func Sample(ids []string, n int) (sample []string) {
	switch {
	case race.Enabled && testing.Short():
		n = len(ids)
	case !race.Enabled && !testing.Short():
		n = 1
	}
	for i := 0; i < len(ids); i += n {
		sample = append(sample, ids[i])
	}
	return sample
}

// InChildren runs cases in child processes of the test binary, each of which takes
// its share: a process runs one suite at a time, and a suite waits more than it
// computes. The test must do nothing else. The test's -run may select cases after a
// slash.
func InChildren(t *testing.T, ids []string, verify func(t *testing.T, id string)) {
	t.Helper()
	var mine, of int
	if _, err := fmt.Sscanf(os.Getenv(share), "%d/%d", &mine, &of); err == nil {
		for i := mine; i < len(ids); i += of {
			t.Run(ids[i], func(t *testing.T) { verify(t, ids[i]) })
		}
		return
	}
	of = 2 * runtime.NumCPU()
	only := "^" + t.Name() + "$"
	if _, cases, some := strings.Cut(flag.Lookup("test.run").Value.String(), "/"); some {
		only += "/" + cases
	}
	var wg sync.WaitGroup
	for i := range of {
		wg.Go(func() {
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", only, "-test.timeout", "20m", fmt.Sprint("-test.short=", testing.Short()))
			// There are more children than processors: each is cheaper with one.
			child.Env = append(os.Environ(), fmt.Sprintf("%s=%d/%d", share, i, of), "GOMAXPROCS=1")
			if out, err := child.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, strings.TrimSpace(string(out)))
			}
		})
	}
	wg.Wait()
}
