package stepstest_test

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/stepstest"
)

// dependent is set in the child process whose single scenarios run without a deployment.
const dependent = "STEPSTEST_DEPENDENT"

func TestDependentChild(t *testing.T) {
	if os.Getenv(dependent) == "" {
		t.Skip("it runs in a child process of the next test")
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	calls := 0
	stepstest.Singly(t, 8, func(t *testing.T, o steps.Options) *report.Run {
		tg := serve(t)
		if calls++; calls > 1 {
			tg.BaseURL = gone.URL
		}
		r, err := steps.Run(context.Background(), tg, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}

func TestAScenarioThatCannotStandAloneFailsTheTest(t *testing.T) {
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "TestDependentChild")
	child.Env = append(os.Environ(), dependent+"=1", "STEPSTEST_SEED=5")
	out, err := child.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "STEPSTEST_SEED=5: ") || !strings.Contains(string(out), ", in the whole run pass") {
		t.Errorf("%v:\n%s", err, out)
	}
}
