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

// leaning is set in the child process whose single scenarios find nobody there.
const leaning = "STEPSTEST_LEANING"

func TestLeaningChild(t *testing.T) {
	if os.Getenv(leaning) == "" {
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
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "TestLeaningChild")
	child.Env = append(os.Environ(), leaning+"=1", "STEPSTEST_SEED=5")
	out, err := child.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "STEPSTEST_SEED=5: ") || !strings.Contains(string(out), ", in the whole run pass") {
		t.Errorf("%v:\n%s", err, out)
	}
}
