package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// argumentLines puts a program named understudy into a folder that notes its arguments, one
// per line.
func argumentLines(t *testing.T) string {
	t.Helper()
	folder := standIn(t, "0")
	write(t, filepath.Join(folder, "understudy"), "#!/bin/sh\nprintf '%s\\n' \"$@\" >arguments\n")
	return folder
}

func TestTheActionSplitsItsArgsLikeAShell(t *testing.T) {
	for args, want := range map[string]string{
		"":                                   "sarif=reports/report.sarif",
		" \n ":                               "sarif=reports/report.sarif",
		"--read-only --wait 60s":             "--read-only\n--wait\n60s",
		"--read-only\n--min-checked 99%\n":   "--read-only\n--min-checked\n99%",
		`--tags '@smoke and not @writes' -q`: "--tags\n@smoke and not @writes\n-q",
		`--name "page 0"`:                    "--name\npage 0",
		"--name '*'":                         "--name\n*",
		"--read-only \\\n  --quiet":          "--read-only\n--quiet",
		"--tags ''":                          "--tags\n",
	} {
		folder := argumentLines(t)
		if log, _, _, err := runAction(t, folder, "COMMAND=verify", "TARGET=target.yaml", "ARGS="+args); err != nil {
			t.Errorf("%q: %v: %s", args, err, log)
		}
		if got := readAll(t, filepath.Join(folder, "arguments")); !strings.HasSuffix(got, "\n"+want+"\n") {
			t.Errorf("%q: it ran understudy with %s", args, got)
		}
	}
	if log, _, _, err := runAction(t, argumentLines(t), "COMMAND=verify", "ARGS=--tags '@smoke"); err == nil || !strings.Contains(log, "a quote of the input args is not closed") {
		t.Errorf("a quote that is not closed: %v: %s", err, log)
	}
}

func TestTheActionRejectsOtherValuesOfItsInputs(t *testing.T) {
	for env, says := range map[string]string{
		"UPDATE_BASELINE=yes":      "the input update-baseline is 'yes': give true or false",
		"TOO_LITTLE_CHECKED=wran":  "the input too-little-checked is 'wran': give fail or warn",
		"TOO_LITTLE_CHECKED=a=b=c": "give fail or warn",
	} {
		log, _, _, err := runAction(t, argumentLines(t), "COMMAND=verify", "TARGET=target.yaml", env)
		if err == nil || err.Error() != "exit status 2" || !strings.Contains(log, "::error title=understudy::") || !strings.Contains(log, says) {
			t.Errorf("%s: %v: %s", env, err, log)
		}
	}
}

func TestTheActionRemovesTheReportsOfEarlierRuns(t *testing.T) {
	folder := argumentLines(t)
	if err := os.MkdirAll(filepath.Join(folder, "out", "reports"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.html", "report.json", "report.sarif", "report.xml", "summary.md", "baseline.patch"} {
		write(t, filepath.Join(folder, "out", "reports", name), "old")
	}
	log, output, summary, err := runAction(t, folder, "COMMAND=verify", "TARGET=target.yaml", "REPORTS=./out/reports")
	if err != nil || output != "artifact=out-reports\nexit-code=0\n" || summary != "" {
		t.Errorf("%v, output %q, summary %q: %s", err, output, summary, log)
	}
	if left, err := os.ReadDir(filepath.Join(folder, "out", "reports")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// Where the run wrote no baseline, or outside of a repository, the exit code is that of the
// run.
func TestTheActionKeepsThePatchOfABaseline(t *testing.T) {
	folder := argumentLines(t)
	log, _, _, err := runAction(t, folder, "COMMAND=verify", "TARGET=target.yaml", "BASELINE=known.yaml", "UPDATE_BASELINE=true", "GIT_CEILING_DIRECTORIES="+filepath.Dir(folder))
	if err != nil || strings.Contains(log, "fatal") {
		t.Errorf("without a baseline: %v: %s", err, log)
	}
	write(t, filepath.Join(folder, "known.yaml"), "failures: []\n")
	log, _, _, err = runAction(t, folder, "COMMAND=verify", "TARGET=target.yaml", "BASELINE=known.yaml", "UPDATE_BASELINE=true", "GIT_CEILING_DIRECTORIES="+filepath.Dir(folder))
	if err != nil || !strings.Contains(log, "::warning title=understudy::there is no patch of known.yaml among the reports: fatal: not a git repository") {
		t.Errorf("outside of a repository: %v: %s", err, log)
	}
	if text, err := exec.Command("git", "-C", folder, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("there is no git: %v: %s", err, text)
	}
	if log, _, _, err = runAction(t, folder, "COMMAND=verify", "TARGET=target.yaml", "BASELINE=known.yaml", "UPDATE_BASELINE=true"); err != nil {
		t.Errorf("in a repository: %v: %s", err, log)
	}
	if patch := readAll(t, filepath.Join(folder, "reports", "baseline.patch")); !strings.Contains(patch, "+failures: []") {
		t.Errorf("the patch is %q", patch)
	}
}

// programOf runs the script that gets the program, and returns what it printed. Where it
// fails, nothing of that may be on stdout.
func programOf(t *testing.T, script, temp, command string, env ...string) (string, error) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	cmd := exec.CommandContext(t.Context(), bash, script, command)
	cmd.Env = append(append(os.Environ(), "RUNNER_TEMP="+temp), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil && len(text) > 0 {
		t.Errorf("it printed %s for the action to read", text)
	}
	return string(text) + stderr.String(), err
}

func TestTheActionIdentifiesItsProgram(t *testing.T) {
	tree := t.TempDir()
	script := filepath.Join(tree, "deploy", "github-action", "program.sh")
	if err := os.MkdirAll(filepath.Dir(script), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, script, readAll(t, filepath.Join(deploy, "github-action", "program.sh")))
	key := func(env ...string) string {
		text, err := programOf(t, script, t.TempDir(), "key", env...)
		if err != nil || !strings.HasPrefix(text, "key=") {
			t.Errorf("%v: %v, %q", env, err, text)
		}
		return text
	}
	first := key("REF=v1")
	if key("REF=v1") != first || key("REF=v2") == first {
		t.Errorf("%q, then %q; of another commit %q", first, key("REF=v1"), key("REF=v2"))
	}
	write(t, filepath.Join(tree, "go.mod"), "module understudy\n")
	if key("REF=v1") == first {
		t.Error("another file makes no difference")
	}
	if got := key("VERSION=v1.2.3"); got != "key=v1.2.3\n" {
		t.Errorf("of a release: %q", got)
	}
	for _, version := range []string{"1.2.3", "latest", "v1", "v1.2.3/../.."} {
		if text, err := programOf(t, script, t.TempDir(), "key", "VERSION="+version); err == nil || !strings.Contains(text, "::error title=understudy::the input version is '"+version+"': give the tag of a release, like v0.1.0") {
			t.Errorf("%s: %v: %s", version, err, text)
		}
	}
}

func TestTheActionDownloadsARelease(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("the action runs on Linux and macOS")
	}
	var archive bytes.Buffer
	zipped := gzip.NewWriter(&archive)
	files := tar.NewWriter(zipped)
	for name, text := range map[string]string{"understudy": "#!/bin/sh\necho the release\n", "README.md": "read me"} {
		if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(files, text)
	}
	files.Close()
	zipped.Close()
	name := fmt.Sprintf("understudy_1.2.3_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	sums := fmt.Sprintf("%x  %s\n%x  another\n", sha256.Sum256(archive.Bytes()), name, sha256.Sum256(nil))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1.2.3/" + name, "/v1.2.4/" + strings.Replace(name, "1.2.3", "1.2.4", 1), "/v1.2.5/" + strings.Replace(name, "1.2.3", "1.2.5", 1):
			w.Write(archive.Bytes())
		case "/v1.2.3/checksums.txt", "/v1.2.4/checksums.txt":
			fmt.Fprint(w, sums)
		case "/v1.2.5/checksums.txt":
			fmt.Fprintf(w, "%x  %s\n", sha256.Sum256(nil), strings.Replace(name, "1.2.3", "1.2.5", 1))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer s.Close()
	temp := t.TempDir()
	if text, err := programOf(t, filepath.Join(deploy, "github-action", "program.sh"), temp, "get", "VERSION=v1.2.3", "RELEASES="+s.URL); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if text, err := exec.Command(filepath.Join(temp, "understudy-bin", "understudy")).Output(); err != nil || string(text) != "the release\n" {
		t.Errorf("%v: %s", err, text)
	}
	for version, says := range map[string]string{
		"v1.2.4": "checksums.txt of the release v1.2.4 does not list understudy_1.2.4_",
		"v1.2.5": "the checksum of understudy_1.2.5_",
		"v9.9.9": "of the release v9.9.9 could not be downloaded",
	} {
		temp := t.TempDir()
		if text, err := programOf(t, filepath.Join(deploy, "github-action", "program.sh"), temp, "get", "VERSION="+version, "RELEASES="+s.URL); err == nil || !strings.Contains(text, says) {
			t.Errorf("%s: %v: %s", version, err, text)
		}
		if _, err := os.Stat(filepath.Join(temp, "understudy-bin", "understudy")); err == nil {
			t.Errorf("%s: there is a program", version)
		}
	}
}

// readAll returns the texts of files.
func readAll(t *testing.T, names ...string) (all string) {
	t.Helper()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all += string(text)
	}
	return all
}
