package main

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
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

var _ = stepstest.Conform

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
	g := fake.Ground()
	r, err := steps.Run(context.Background(), target.Target{BaseURL: listener.URL,
		Tokens: target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken}}, steps.Options{Tags: "@promise:page-zero-is-one"})
	if err != nil {
		panic(err)
	}
	p, _ := promise.ByID("page-zero-is-one")
	fmt.Println(r.Exit(), p.Says)
}
`

func TestAnotherModuleMayUseTheExportedPackages(t *testing.T) {
	root, err := filepath.Abs("../..")
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
	if got := outsideGo(t, dir, nil, "run", "-mod=mod", "."); got != "0 page 0 is answered as page 1" {
		t.Errorf("it printed %q", got)
	}
}

// quick are the flags of the Makefile's QUICK: what was compiled for it serves
// here too.
const quick = "GOFLAGS='-gcflags=all=-N -l -dwarf=false'"

// outsideGo runs the go command in a module of its own and answers what it
// printed. Modules that are not at hand yet come from the proxy.
func outsideGo(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), quick, "GOWORK=off"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v (a module that is missing is fetched from the module proxy)\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
