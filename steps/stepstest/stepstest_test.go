package stepstest_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"understudy/steps/internal/stranger"
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

// serve starts a stranger and answers its target.
func serve(t *testing.T, switches ...string) target.Target {
	t.Helper()
	s, err := stranger.New(switches...)
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(s)
	t.Cleanup(listener.Close)
	g := s.Ground()
	return target.Target{BaseURL: listener.URL,
		Tokens:  target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken},
		Ground:  target.Ground{SourceID: g.SourceID, DatasetID: g.DatasetID},
		Samples: target.Samples{AtomicMolecule: g.AtomicMolecule.(map[string]any)},
		Limits:  target.Limits{AsyncTimeout: target.Duration(2 * time.Second)}}
}

func TestALawfulDeploymentConforms(t *testing.T) {
	r := stepstest.Conform(t, serve(t))
	if r.Summary.Pass == 0 {
		t.Error("nothing was checked")
	}
}

// breach is set in the child process that judges a broken deployment.
const breach = "STEPSTEST_BREACH"

func TestChild(t *testing.T) {
	id := os.Getenv(breach)
	if id == "" {
		t.Skip("it runs in a child process of the next test")
	}
	stepstest.Conform(t, serve(t, id))
}

func TestABrokenDeploymentFailsTheTest(t *testing.T) {
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "TestChild")
	child.Env = append(os.Environ(), breach+"=page-zero-empty")
	out, err := child.CombinedOutput()
	if err == nil {
		t.Fatal("the test of a broken deployment passed")
	}
	for _, want := range []string{"--- FAIL: TestChild/endpoints/page#page-0-means-page-1", "promise page-zero-is-one (page 0 is answered as page 1)"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
}
