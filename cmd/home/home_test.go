package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"understudy/cmd/internal/treecopy"
)

// someModule writes a small module with the path from.
func someModule(t *testing.T, from string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module " + from + "\n\ngo 1.26.0\n",
		"server/s.go":     "package server\n",
		".git/config":     "module " + from + "\n",
		"docs/install.md": "go get " + from + "/server\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestOnlyTheNamesOfTheModuleAreReplaced(t *testing.T) {
	m, err := newMove(someModule(t, "understudy"), "git.example.com/acme/understudy", "registry.example.com/acme/understudy")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`import "understudy/server"`:                                                             `import "git.example.com/acme/understudy/server"`,
		"`understudy/server/api` and (understudy/docs)":                                          "`git.example.com/acme/understudy/server/api` and (git.example.com/acme/understudy/docs)",
		"go list understudy/...":                                                                 "go list git.example.com/acme/understudy/...",
		`return "understudy/"+folder`:                                                            `return "git.example.com/acme/understudy/"+folder`,
		"module understudy\n\nrequire understudy v0.0.0":                                         "module git.example.com/acme/understudy\n\nrequire git.example.com/acme/understudy v0.0.0",
		"replace understudy => ../understudy":                                                    "replace git.example.com/acme/understudy => ../understudy",
		"-require=understudy@v0 -replace=understudy=../us":                                       "-require=git.example.com/acme/understudy@v0 -replace=git.example.com/acme/understudy=../us",
		"uses: YOUR-ORGANISATION/understudy/deploy/x@v1":                                         "uses: acme/understudy/deploy/x@v1",
		"https://YOUR-HOST/YOUR-ORGANISATION/understudy":                                         "https://git.example.com/acme/understudy",
		`"homepage": "https://YOUR-HOST/YOUR-ORGANISATION/understudy"`:                           `"homepage": "https://git.example.com/acme/understudy"`,
		`import { test } from "understudy/vitest"`:                                               `import { test } from "understudy/vitest"`,
		`import { Control } from "understudy"; import understudy`:                                `import { Control } from "understudy"; import understudy`,
		"owner: YOUR-ORGANISATION":                                                               "owner: acme",
		"image: YOUR-REGISTRY/understudy:v1":                                                     "image: registry.example.com/acme/understudy:v1",
		"GET /_understudy/server and cmd/understudy/server":                                      "GET /_understudy/server and cmd/understudy/server",
		"understudy serve; an understudy; bin/understudy":                                        "understudy serve; an understudy; bin/understudy",
		"my.understudy/server and my-understudy/server":                                          "my.understudy/server and my-understudy/server",
		`Use: "understudy", module understudy-x`:                                                 `Use: "understudy", module understudy-x`,
		"understudy/elsewhere":                                                                   "understudy/elsewhere",
		"a\n\n<!-- Until the module path names a host: -->\nb\n\nc\n<!-- Until then. -->\n\nd\n": "a\n\nd\n",
	} {
		if got := string(m.in([]byte(text))); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestAModuleMovesAgain(t *testing.T) {
	folder := someModule(t, "git.example.com/acme/understudy")
	var out bytes.Buffer
	if err := run(folder, "code.example.org/understudy", "", &out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"go.mod":          "module code.example.org/understudy\n",
		"docs/install.md": "go get code.example.org/understudy/server\n",
		".git/config":     "module git.example.com/acme/understudy\n",
	} {
		if text, _ := os.ReadFile(filepath.Join(folder, name)); !strings.HasPrefix(string(text), want) {
			t.Errorf("%s is %s", name, text)
		}
	}
	if !strings.Contains(out.String(), "2 files changed") || !strings.Contains(out.String(), "the CI files name the repository understudy") {
		t.Errorf("it printed %s", &out)
	}
}

func TestAnImageIsNamedAfterTheRegistryOfAKnownHost(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/Acme/understudy":       "ghcr.io/acme/understudy",
		"gitlab.com/acme/tools/understudy": "registry.gitlab.com/acme/tools/understudy",
		"git.example.com/acme/understudy":  "",
	} {
		if m, err := newMove(someModule(t, "understudy"), path, ""); err != nil || m.image != want {
			t.Errorf("%s: %v, %+v", path, err, m)
		}
	}
}

func TestTheFilesOfThisCommandGetNewImportsOnly(t *testing.T) {
	m, err := newMove(someModule(t, "understudy"), "git.example.com/acme/understudy", "")
	if err != nil {
		t.Fatal(err)
	}
	const file = "import \"understudy/server\"\n\nimport (\n\t\"fmt\"\n\n\t\"understudy/cmd/x\"\n)\n\nvar s = \"understudy/server\"\n"
	const want = "import \"git.example.com/acme/understudy/server\"\n\nimport (\n\t\"fmt\"\n\n\t\"git.example.com/acme/understudy/cmd/x\"\n)\n\nvar s = \"understudy/server\"\n"
	if got := string(m.inImports([]byte(file))); got != want {
		t.Errorf("got %s", got)
	}
}

func TestUnusablePathsAreRejected(t *testing.T) {
	folder := someModule(t, "understudy")
	for path, says := range map[string]string{
		"understudy":            "begins with a host",
		"acme/understudy":       "begins with a host",
		"https://a.example/x":   "begins with a host",
		"git.example.com/a b/c": "begins with a host",
		"git.example.com":       "begins with a host",
	} {
		if err := run(folder, path, "", io.Discard); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v", path, err)
		}
	}
	if err := run(t.TempDir(), "git.example.com/acme/understudy", "", io.Discard); err == nil || !strings.Contains(err.Error(), "own folder") {
		t.Errorf("without a go.mod: got %v", err)
	}
	at := someModule(t, "git.example.com/acme/understudy")
	if err := run(at, "git.example.com/acme/understudy", "", io.Discard); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("at home: got %v", err)
	}
}

// homePath begins with a host that nobody can have.
const homePath = "home.test/acme/understudy"

// homeVersion is another one in each run: the go command remembers what a version of a
// module imports, as a published version never changes.
var homeVersion = fmt.Sprintf("v0.1.%d", time.Now().UnixNano())

// ours is a test of another module that uses the packages for tests.
const ours = `package ours

import (
	"testing"

	"home.test/acme/understudy/server/servertest"
	"home.test/acme/understudy/steps"
	"home.test/acme/understudy/steps/stepstest"
	"home.test/acme/understudy/steps/target"
)

func TestOurs(t *testing.T) {
	fake := servertest.New(t, servertest.AllowBreaks)
	stepstest.Conform(t, target.Target{BaseURL: fake.URL(), Tokens: target.Tokens{Workspace: fake.Tokens().Workspace, Personal: fake.Tokens().Personal}},
		func(o *steps.Options) { o.Tags = "@promise:page-zero-is-one" })
}
`

// TestAModuleWithAHomeCanBeFetched moves a copy of the repository, publishes it in a
// folder that the go command uses as a proxy, and installs and imports it from there.
func TestAModuleWithAHomeCanBeFetched(t *testing.T) {
	tree := treecopy.Of(t, "../..")
	if err := run(tree, homePath, "registry.example.com/acme/understudy", io.Discard); err != nil {
		t.Fatal(err)
	}
	namesNoPlaceholderHost(t, tree)
	// The imports of all packages and of their tests are found, those of this command too.
	mustGo(t, tree, nil, "list", "-deps", "-test", "./...")
	env := proxyOf(t, tree)

	bin, began := t.TempDir(), time.Now()
	mustGo(t, bin, append(env, "GOBIN="+bin), "install", homePath+"/cmd/understudy@"+homeVersion)
	firstResponse(t, filepath.Join(bin, "understudy"))
	t.Logf("from go install to a first response: %.1f s", time.Since(began).Seconds())
	out, err := exec.Command(filepath.Join(bin, "understudy"), "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "understudy "+homeVersion+"\n") {
		t.Errorf("understudy version: %v, %s", err, out)
	}

	client := t.TempDir()
	sums, err := os.ReadFile(filepath.Join(tree, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module ours.test/client\n\ngo 1.26.0\n", "go.sum": string(sums), "ours_test.go": ours} {
		if err := os.WriteFile(filepath.Join(client, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustGo(t, client, env, "get", homePath+"@"+homeVersion)
	mustGo(t, client, env, "mod", "tidy")
	if out := mustGo(t, client, env, "test", "-v", "."); !strings.Contains(out, "--- PASS: TestOurs/") {
		t.Errorf("the tests of the other module printed %s", out)
	}
}

// namesNoPlaceholderHost checks the documents of a module that has a home.
func namesNoPlaceholderHost(t *testing.T, tree string) {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(tree, "docs", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("%v: %d pages", err, len(pages))
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"YOUR-HOST", "YOUR-ORGANISATION", "YOUR-REGISTRY", "names no host", "cannot fetch it", "Until the module path names a host"} {
			if bytes.Contains(text, []byte(words)) {
				t.Errorf("%s still says %s", filepath.Base(page), words)
			}
		}
	}
}

// firstResponse starts the fake at a free port and asks it whether it is up.
func firstResponse(t *testing.T, program string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	fake := exec.CommandContext(ctx, program, "serve", "--addr", "127.0.0.1:0")
	stdout, err := fake.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := fake.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		stop()
		_ = fake.Wait() // it was killed
	}()
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if label, base, ok := strings.Cut(strings.TrimSpace(lines.Text()), "base URL"); ok && label == "" {
			if out, err := exec.Command(program, "healthcheck", strings.TrimSpace(base)).CombinedOutput(); err != nil {
				t.Fatalf("understudy healthcheck: %v, %s", err, out)
			}
			return
		}
	}
	t.Fatal("the fake printed no base URL")
}

// proxyOf publishes a module in a folder, and returns the environment in which the go
// command fetches it from there. The test removes it from the module cache. With
// FROM_NOTHING set, the go command finds neither modules nor compiled packages.
func proxyOf(t *testing.T, tree string) (env []string) {
	t.Helper()
	proxy := t.TempDir()
	versions := filepath.Join(proxy, filepath.FromSlash(homePath), "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	if err := zip.CreateFromDir(&archive, module.Version{Path: homePath, Version: homeVersion}, tree); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"list": []byte(homeVersion + "\n"), homeVersion + ".info": []byte(`{"Version": "` + homeVersion + `"}`),
		homeVersion + ".mod": mod, homeVersion + ".zip": archive.Bytes()} {
		if err := os.WriteFile(filepath.Join(versions, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := strings.TrimSpace(mustGo(t, tree, nil, "env", "GOPROXY"))
	env = []string{"GOPROXY=file://" + filepath.ToSlash(proxy) + "," + elsewhere, "GONOSUMDB=home.test", "GOWORK=off"}
	if os.Getenv("FROM_NOTHING") != "" {
		home := t.TempDir()
		return append(env, "HOME="+home, "GOPATH="+filepath.Join(home, "go"), "GOMODCACHE=", "GOCACHE="+filepath.Join(home, "cache"), "GOFLAGS=-modcacherw")
	}
	modules := strings.TrimSpace(mustGo(t, tree, nil, "env", "GOMODCACHE"))
	t.Cleanup(func() { // another run of this test may be at work with its own version
		module := filepath.Join(modules, filepath.FromSlash(homePath)+"@"+homeVersion)
		_ = filepath.WalkDir(module, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(path, 0o755) // the go command makes it read-only
			}
			return err
		})
		left, err := filepath.Glob(filepath.Join(modules, "cache", "download", filepath.FromSlash(homePath), "@v", homeVersion+".*"))
		for _, path := range append(left, module) {
			err = errors.Join(err, os.RemoveAll(path))
		}
		if err != nil {
			t.Error(err)
		}
	})
	return env
}

// mustGo runs the go command in a folder, and returns what it printed.
func mustGo(t *testing.T, folder string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
