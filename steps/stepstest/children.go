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
)

// share is set in a child process: which of the cases it runs, as in "2/4".
const share = "STEPSTEST_SHARE"

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
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", only, "-test.timeout",
				flag.Lookup("test.timeout").Value.String(), fmt.Sprint("-test.short=", testing.Short()))
			// There are more children than processors: each is cheaper with one.
			child.Env = append(os.Environ(), fmt.Sprintf("%s=%d/%d", share, i, of), "GOMAXPROCS=1")
			if out, err := child.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, strings.TrimSpace(string(out)))
			}
		})
	}
	wg.Wait()
}
