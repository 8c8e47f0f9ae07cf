package stepstest_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

// serve starts an independent implementation and returns its target.
func serve(t *testing.T, switches ...string) target.Target {
	t.Helper()
	s, err := independent.New(switches...)
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(s)
	t.Cleanup(listener.Close)
	g := s.TestData()
	return target.Target{BaseURL: listener.URL,
		Tokens:    target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken},
		Resources: target.Resources{SourceID: g.SourceID, DatasetID: g.DatasetID},
		Samples:   target.Samples{AtomicMolecule: g.AtomicMolecule.(map[string]any)},
		Limits:    target.Limits{AsyncTimeout: target.Duration(2 * time.Second)}}
}

func TestAConformingDeploymentPasses(t *testing.T) {
	r := stepstest.Conform(t, serve(t))
	if r.Summary.Pass == 0 {
		t.Error("nothing was checked")
	}
}

// own is a vocabulary with a step that fails, and one that does not return by itself.
func own(t *testing.T) steps.Vocabulary {
	t.Helper()
	v, err := steps.Extend(
		steps.Step{Keyword: "Then", Pattern: `^the list is ours$`, Doc: "It is never.", Example: "the list is ours",
			Func: func(s *steps.Scene) error { return s.Fail("our list", "theirs") }},
		steps.Step{Keyword: "Given", Pattern: `^all the time in the world$`, Doc: "It goes on until the run ends.", Example: "all the time in the world",
			Func: func(s *steps.Scene) error { <-s.Context().Done(); return s.Context().Err() }})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const ownFeature = `@operation:list-invitations @own
Feature: Our own
  @promise:list-data
  Scenario: ours
    When I list the invitations
    Then the list is ours
`

// conformance maps the names of the tests that a child process runs to their functions.
var conformance = map[string]func(t *testing.T){
	"broken": func(t *testing.T) {
		stepstest.Conform(t, serve(t, "page-zero-empty"), func(o *steps.Options) { o.Tags = "@promise:page-zero-is-one" })
	},
	"read-only": func(t *testing.T) {
		stepstest.Conform(t, serve(t), func(o *steps.Options) { o.Tags = "@operation:create-segment"; o.ReadOnly = true })
	},
	"required": func(t *testing.T) {
		stepstest.Conform(t, serve(t), func(o *steps.Options) { o.Tags = "@promise:order-asc"; o.Require = []string{"order-desc"} })
	},
	"own": func(t *testing.T) {
		stepstest.Conform(t, serve(t),
			func(o *steps.Options) { o.Vocabulary, o.Tags = own(t), "@own" },
			func(o *steps.Options) {
				o.Folders = []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(ownFeature)}}}}
			})
	},
	"endless": func(t *testing.T) {
		endless := strings.Replace(ownFeature, "    When", "    Given all the time in the world\n    When", 1)
		stepstest.Conform(t, serve(t), func(o *steps.Options) {
			o.Vocabulary, o.Tags = own(t), "@own"
			o.Folders = []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(endless)}}}}
		})
	},
	"faulty": func(t *testing.T) {
		stepstest.Conform(t, serve(t), func(o *steps.Options) {
			o.Folders = []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(ownFeature)}}}}
		})
	},
}

// chosen names the test that a child process runs.
const chosen = "STEPSTEST_CHOSEN"

func TestChild(t *testing.T) {
	name := os.Getenv(chosen)
	if name == "" {
		t.Skip("it runs in a child process of the next test")
	}
	conformance[name](t)
}

func TestWhatConformReports(t *testing.T) {
	for name, c := range map[string]struct {
		fails bool
		wants []string
	}{
		"broken": {true, []string{"--- FAIL: TestChild/endpoints/page#page-0-means-page-1-of-the-invitations", "promise page-zero-is-one (the response to page 0 is page 1)",
			"promise page-zero-is-one:\n          expected ", "\n          found    ", "\n          response HTTP 200", "again    curl -i 'http://127.0.0.1:", "Authorization: Bearer $PERSONAL_TOKEN"}},
		"read-only": {false, []string{"--- SKIP: TestChild/segment/creation#", "left out: it writes, and the run is read-only"}},
		"required":  {true, []string{"promise order-desc (", ") is required and was not checked: no scenario of this run checks it"}},
		"own":       {true, []string{"--- FAIL: TestChild/own#ours", "expected our list\n          found    theirs"}},
		"endless":   {true, []string{"the run was interrupted, 1 scenarios in: give go test a longer -timeout", "inconclusive: the run was interrupted"}},
		"faulty":    {true, []string{`own/own.feature:6:5: the step "the list is ours" is unknown`}},
	} {
		t.Run(name, func(t *testing.T) {
			timeouts := []time.Duration{time.Minute}
			if name == "endless" {
				// Its time has to end after the scenario began, which a busy machine begins late.
				timeouts = []time.Duration{4 * time.Second, 15 * time.Second, time.Minute}
			}
			out, err := child(t, name, timeouts[0])
			for _, longer := range timeouts[1:] {
				if !strings.Contains(out, c.wants[0]) {
					out, err = child(t, name, longer)
				}
			}
			if (err != nil) != c.fails {
				t.Errorf("the test ended with %v", err)
			}
			for _, want := range c.wants {
				if !strings.Contains(out, want) {
					t.Errorf("the output lacks %q:\n%s", want, out)
				}
			}
		})
	}
}

// child runs a test of conformance in a process of its own and returns what it prints.
func child(t *testing.T, name string, timeout time.Duration) (string, error) {
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.timeout", timeout.String(), "-test.run", "^TestChild$")
	c.Env = append(os.Environ(), chosen+"="+name)
	out, err := c.CombinedOutput()
	return string(out), err
}
