package main

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"understudy/cmd/understudy/internal/shell"
	"understudy/server"
)

// npmInstall installs what a lock file pins.
var npmInstall = []string{"npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"}

// clientExamples are tests such as client teams write, in testdata/examples.
var clientExamples = []struct {
	file, language string
	// install is the command that installs the dependencies of the example, if any.
	install, run []string
	// tests is the output for tests that pass.
	tests string
}{
	{"links_test.py", "python", nil, []string{"python3", "-m", "unittest", "-v", "links_test"}, "Ran 2 tests"},
	{"test_links.py", "python", nil, pytest(), "1 passed"},
	{"links.test.ts", "ts", npmInstall, []string{"npm", "test"}, "2 passed"},
	{"links.sh", "sh", nil, []string{"sh", "links.sh"}, "ok: a_segment_is_complete_after_two_seconds"},
}

// firstRequests are the tests of the page for beginners, in testdata/first. They need a fake
// that runs.
var firstRequests = []struct {
	file, language string
	run            []string
}{
	{"first.test.ts", "ts", []string{"npx", "vitest", "run", "first.test.ts"}},
	{"test_first.py", "python", []string{"python3", "-m", "unittest", "test_first"}},
	{"first_test.go", "go", []string{"go", "test", "first_test.go"}},
	{"first.sh", "sh", []string{"sh", "first.sh"}},
}

// pytest returns the command of the example for pytest. Without pytest, a script calls the
// fixtures and the test in its place.
func pytest() []string {
	if _, err := exec.LookPath("pytest"); err == nil {
		return []string{"pytest", "-q", "test_links.py"}
	}
	script, _ := filepath.Abs("testdata/without-pytest/run.py") // fails only where there is no current folder
	return []string{"python3", "-B", script}
}

// TestTheExamplesForClientTeamsWork runs the examples on the fake, where they must
// pass, and on one with another response to expired links, where they must fail.
func TestTheExamplesForClientTeamsWork(t *testing.T) {
	for _, e := range clientExamples {
		t.Run(e.file, func(t *testing.T) {
			hasProgram(t, e.run[0])
			if e.language == "sh" {
				hasProgram(t, "curl")
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("testdata/examples")); err != nil {
				t.Fatal(err)
			}
			if e.install != nil {
				if out, err := runIn(t, dir, dir, e.install); err != nil {
					leaveOut(t, "what %s needs cannot be fetched: %v\n%s", e.file, err, out)
				}
			}
			understudy := commandFile(t)
			if out, err := runIn(t, dir, filepath.Dir(understudy), e.run); err != nil || !strings.Contains(out, e.tests) {
				t.Errorf("%v\n%s", err, out)
			}
			other := filepath.Join(t.TempDir(), "understudy")
			write(t, other, fmt.Sprintf("#!/bin/sh\nexec %s \"$@\" --gap link-expired-answer=404\n", shell.Quote(understudy)))
			if err := os.Chmod(other, 0o700); err != nil {
				t.Fatal(err)
			}
			if out, err := runIn(t, dir, filepath.Dir(other), e.run); err == nil || !strings.Contains(out, "404") {
				t.Errorf("it passes where the response to expired links is a 404:\n%s", out)
			}
		})
	}
}

// TestTheFirstRequestsOfTheManualWork runs them on the fake, and where there is no such
// address, where they must fail.
func TestTheFirstRequestsOfTheManualWork(t *testing.T) {
	fake, err := server.New(server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(fake)
	t.Cleanup(s.Close)
	for _, e := range firstRequests {
		t.Run(e.file, func(t *testing.T) {
			hasProgram(t, e.run[0])
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("testdata/first")); err != nil {
				t.Fatal(err)
			}
			if e.language == "ts" {
				installExamples(t, dir)
			}
			t.Setenv("FAKE_URL", s.URL)
			if out, err := runIn(t, dir, dir, e.run); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
			t.Setenv("FAKE_URL", s.URL+"/nothing")
			if out, err := runIn(t, dir, dir, e.run); err == nil || !strings.Contains(out, "404") {
				t.Errorf("it passes where there is no list: %v\n%s", err, out)
			}
		})
	}
}

// installExamples installs what the examples in TypeScript need in a folder.
func installExamples(t *testing.T, dir string) {
	t.Helper()
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("testdata", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	if out, err := runIn(t, dir, dir, npmInstall); err != nil {
		leaveOut(t, "what the examples need cannot be fetched: %v\n%s", err, out)
	}
}

// TestThePackagesForNPMPinWhatTheyInstall checks that the lock files have a hash for
// each package, independent of the registry. After a change of a package.json, write
// its file again in its folder: npm install --package-lock-only --omit-lockfile-registry-resolved
func TestThePackagesForNPMPinWhatTheyInstall(t *testing.T) {
	for _, file := range []string{"testdata/examples/package-lock.json", "../../deploy/npm/package-lock.json", "internal/workbench/editor/package-lock.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var lock struct {
			Packages map[string]struct{ Version, Integrity, Resolved string }
		}
		if err := json.Unmarshal(text, &lock); err != nil {
			t.Fatal(err)
		}
		for name, p := range lock.Packages {
			if name != "" && (p.Version == "" || !strings.HasPrefix(p.Integrity, "sha512-") || p.Resolved != "") {
				t.Errorf("%s: %s: version %q, integrity %q, resolved %q", file, name, p.Version, p.Integrity, p.Resolved)
			}
		}
		if len(lock.Packages) < 2 {
			t.Errorf("%s pins nothing", file)
		}
	}
}

// runIn runs a program in a folder, with a folder to find programs in before all
// others, and returns what it printed: all that the fake printed, too, so that
// one that stayed would be waited for.
func runIn(t *testing.T, dir, path string, command []string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1", "no_proxy=127.0.0.1", "NO_PROXY=127.0.0.1")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// hasProgram skips a test where a program is not installed.
func hasProgram(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		leaveOut(t, "%s is not here: install it", program)
	}
}

// leaveOut skips a test by name; in a strict run it fails instead.
func leaveOut(t *testing.T, format string, args ...any) {
	t.Helper()
	text := fmt.Sprintf(format, args...)
	if os.Getenv("CI_STRICT") != "" {
		t.Fatal(text)
	}
	t.Skip("left out: " + text)
}

func TestTheDocsShowTheExamples(t *testing.T) {
	files := map[string]string{"conftest.py": "python"}
	for _, e := range clientExamples {
		files[e.file] = e.language
	}
	pageShowsFiles(t, "tests.md", "examples", files)
	files = map[string]string{}
	for _, e := range firstRequests {
		files[e.file] = e.language
	}
	pageShowsFiles(t, "getting-started.md", "first", files)
}

// pageShowsFiles compares the blocks of code of a page, each below a comment with the name
// of its file, with the files of a folder of testdata. files has their languages.
func pageShowsFiles(t *testing.T, page, folder string, files map[string]string) {
	t.Helper()
	name := filepath.Join("..", "..", "docs", page)
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for file, language := range files {
		example, err := os.ReadFile(filepath.Join("testdata", folder, file))
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("<!-- %s -->\n```%s\n%s```\n", file, language, example)
		shown := regexp.MustCompile("(?s)<!-- " + regexp.QuoteMeta(file) + " -->\n```.*?\n```\n")
		switch {
		case !shown.MatchString(text):
			t.Errorf("%s has no <!-- %s --> with a block of code after it", name, file)
		case *update:
			text = shown.ReplaceAllLiteralString(text, want)
		case !strings.Contains(text, want):
			t.Errorf("%s shows something else than %s: run make docs", name, file)
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
