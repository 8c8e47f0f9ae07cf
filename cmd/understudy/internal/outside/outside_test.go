// Package outside uses the module as other teams do: its exported packages from
// another module, and a client that is generated from the contract. It has only
// tests.
package outside

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// outside is a program of another module that uses the exported packages.
const outside = `package main

import (
	"context"
	"fmt"
	"net/http/httptest"

	"understudy/fixtures"
	"understudy/server"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
	"understudy/steps/target"
)

func main() {
	choice, err := gap.Choice{}.Parse("per-page-over-max=refuse")
	if err != nil {
		panic(err)
	}
	fake, err := server.New(server.Options{World: fixtures.Default(), Choice: choice})
	if err != nil {
		panic(err)
	}
	listener := httptest.NewServer(fake)
	defer listener.Close()
	g := fake.TestData()
	r, err := steps.Run(context.Background(), target.Target{BaseURL: listener.URL,
		Tokens: target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken}}, steps.Options{Tags: "@promise:page-zero-is-one"})
	if err != nil {
		panic(err)
	}
	p, _ := promise.ByID("page-zero-is-one")
	fmt.Println(r.Exit(), p.Says)
}
`

// outsideConformance is a test of that module, with its own step and feature.
const outsideConformance = `package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/server"
	"understudy/steps"
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

func addressesHold(scene *steps.Scene, part string) error {
	var addresses []string
	if err := scene.Read("data.#.email", &addresses); err != nil {
		return err
	}
	for _, a := range addresses {
		if !strings.Contains(a, part) {
			return scene.Fail("addresses that hold "+part, a)
		}
	}
	return nil
}

func TestOurDeployment(t *testing.T) {
	vocabulary, err := steps.Extend(steps.Step{Keyword: "Then", Pattern: "^every address holds \"([^\"]+)\"$",
		Doc: "The e-mail addresses of the records shown.", Example: "every address holds \"@\"", Func: addressesHold})
	if err != nil {
		t.Fatal(err)
	}
	scenarios, err := steps.OpenFolder("scenarios")
	if err != nil {
		t.Fatal(err)
	}
	fake, err := server.New(server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(fake)
	defer listener.Close()
	g := fake.TestData()
	stepstest.Conform(t, target.Target{BaseURL: listener.URL, Tokens: target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken}},
		func(o *steps.Options) {
			o.Vocabulary, o.Folders, o.Tags = vocabulary, []steps.Folder{scenarios}, "@ours"
		})
}
`

// outsideFeature is the feature of that module.
const outsideFeature = `@ours @operation:list-invitations
Feature: Ours

  @promise:invitation-email
  Scenario: everyone has an address
    When I list the invitations
    Then the response is a success
    And every address holds "@"

  @promise:invitation-email
  Scenario: everyone is of another domain
    When I list the invitations
    Then every address holds "elsewhere.example.org"
`

// outsideFake is a test of that module on its own worlds.
const outsideFake = `package main

import (
	"net/http"
	"testing"

	"understudy/server/servertest"
)

func TestOurClient(t *testing.T) {
	fake := servertest.New(t, servertest.AllowBreaks)
	for _, variant := range []string{"clamp", "refuse"} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			fake := fake.Fork(t)
			fake.Choose("per-page-over-max=" + variant)
			r, err := http.NewRequest("GET", fake.URL()+"/api/v1/invitations?per_page=101", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+fake.Tokens().Personal)
			resp, err := fake.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			t.Log("the response is", resp.Status)
		})
	}
}
`

func TestAnotherModuleCanUseTheExportedPackages(t *testing.T) {
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	dir := t.TempDir()
	mod := strings.Replace(read("go.mod"), "module understudy", "module outside", 1)
	write(t, filepath.Join(dir, "go.mod"), mod+"\nrequire understudy v0.0.0\n\nreplace understudy => "+root+"\n")
	write(t, filepath.Join(dir, "go.sum"), read("go.sum"))
	write(t, filepath.Join(dir, "main.go"), outside)
	if got := outsideGo(t, dir, nil, "run", "-mod=mod", "."); got != "0 the response to page 0 is page 1" {
		t.Errorf("it printed %q", got)
	}
	write(t, filepath.Join(dir, "main_test.go"), outsideConformance)
	write(t, filepath.Join(dir, "fake_test.go"), outsideFake)
	if err := os.Mkdir(filepath.Join(dir, "scenarios"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "scenarios", "ours.feature"), outsideFeature)
	out, err := tryOutsideGo(t, dir, nil, "test", "-mod=mod", "-v", ".")
	for _, want := range []string{"--- PASS: TestOurDeployment/ours#everyone-has-an-address", "--- FAIL: TestOurDeployment/ours#everyone-is-of-another-domain",
		"promise invitation-email:", "expected addresses that hold elsewhere.example.org",
		"--- PASS: TestOurClient/clamp", "--- PASS: TestOurClient/refuse", "the response is 200", "the response is 4"} {
		if !strings.Contains(out, want) {
			t.Errorf("error %v; the output lacks %q:\n%s", err, want, out)
		}
	}
}

// outsideGo runs the go command in another module and returns what it printed.
// Modules that are not in the cache come from the proxy.
func outsideGo(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	out, err := tryOutsideGo(t, dir, env, args...)
	if err != nil {
		t.Fatalf("go %s: %v (a module that is missing is fetched from the module proxy)\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func tryOutsideGo(t *testing.T, dir string, env []string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off"), env...)
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
