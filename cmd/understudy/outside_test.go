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
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mod := strings.Replace(read("go.mod"), "module understudy", "module outside", 1)
	write("go.mod", mod+"\nrequire understudy v0.0.0\n\nreplace understudy => "+root+"\n")
	write("go.sum", read("go.sum"))
	write("main.go", outside)
	run := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := strings.TrimSpace(string(out)); got != "0 page 0 is answered as page 1" {
		t.Errorf("it printed %q", got)
	}
}
