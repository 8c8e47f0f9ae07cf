package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestOnlyAStrictRunFailsWithoutNPM(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for _, script := range []string{"redocly", "npm-test"} {
		for strict, says := range map[string]string{"": "skipped: ", "1": "install Node.js"} {
			cmd := exec.CommandContext(t.Context(), sh, "../../.ci/"+script)
			cmd.Env = []string{"PATH=" + t.TempDir(), "REDOCLY=redocly", "CI_STRICT=" + strict}
			out, err := cmd.CombinedOutput()
			if failed := err != nil; failed != (strict != "") || !strings.Contains(string(out), says) {
				t.Errorf("%s with CI_STRICT=%s: %v, %s", script, strict, err, out)
			}
		}
	}
}

func TestTheFullRunIsStrict(t *testing.T) {
	text, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\nexport CI_STRICT=1\n") {
		t.Error(".ci/run leaves checks out: let it export CI_STRICT=1")
	}
}

func TestOldWordsAreFound(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for text, want := range map[string]string{
		"It tells why.\nIt is rejected.\n":                   ":1:It tells why.  (write: report, show, print, list)",
		"Mended, and Judged.\n":                              "(write: fix)",
		"`serve --gap link-expired-answer=404` is reported.": "",
		"The answer-ids of a tellurium mine.":                "",
	} {
		file := filepath.Join(t.TempDir(), "page.md")
		write(t, file, text)
		out, err := exec.CommandContext(t.Context(), sh, "../../.ci/plain-words", file).CombinedOutput()
		if found := err != nil; found != (want != "") || !strings.Contains(string(out), want) {
			t.Errorf("%q: %v, %s", text, err, out)
		}
	}
}

// TestReleaseNotesAreASectionOfTheChangelog runs the script on a changelog of its own.
func TestReleaseNotesAreASectionOfTheChangelog(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	script, err := os.ReadFile(filepath.Join("..", "..", ".ci", "release-notes"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, ".ci"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, ".ci", "release-notes"), string(script))
	write(t, filepath.Join(folder, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n- later\n\n## 0.1.10 - 2026-12-01\n\n### Added\n\n- ten\n\n## 0.1.1\n\n- one\n")
	for version, want := range map[string]string{"v0.1.10": "### Added\n\n- ten\n", "v0.1.1": "- one\n", "v0.2.0": "no section \"## 0.2.0\""} {
		out, err := exec.CommandContext(t.Context(), sh, filepath.Join(folder, ".ci", "release-notes"), version).CombinedOutput()
		if failed := strings.HasPrefix(want, "no "); failed != (err != nil) || failed && !strings.Contains(string(out), want) || !failed && strings.TrimSpace(string(out)) != strings.TrimSpace(want) {
			t.Errorf("%s: %v: %s", version, err, out)
		}
	}
}

// stub stands in place of the commands that would publish: it prints its arguments, and the
// secrets that it gets in files and variables.
const stub = `#!/bin/sh
if [ "$1 $2" = "config get" ]; then
	echo https://npm.example.com/
	exit
fi
echo "${0##*/} $*"
for argument; do
	case $argument in */auth.json | */npmrc) cat "$argument"; echo ;; esac
done
echo "${TWINE_USERNAME:-} ${TWINE_PASSWORD:-}"
`

func TestPublishingNamesWhatItLeavesOut(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	script, err := os.ReadFile(filepath.Join("..", "..", ".ci", "publish"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		".ci/publish": string(script), "bin/skopeo": stub, "bin/npm": stub, "bin/twine": stub, "dist/python/understudy-0.1.0-py3-none-any.whl": "",
		"dist/npm/acme-understudy-0.1.0.tgz": "", "dist/npm/acme-understudy-linux-x64-0.1.0.tgz": "", "dist/npm/acme-understudy-win32-x64-0.1.0.tgz": "",
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil { //nolint:gosec // commands
			t.Fatal(err)
		}
	}
	publish := func(tag string, env ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), sh, filepath.Join(folder, ".ci", "publish"), tag)
		cmd.Env = append([]string{"PATH=" + filepath.Join(folder, "bin") + ":" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir()}, env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := publish("v0.1.0")
	if want := "left out: the image, because IMAGE is not set, such as registry.example.com/acme/understudy\n" +
		"left out: the packages for npm, because NPM_TOKEN is not set\nleft out: the package for Python, because PYPI_TOKEN is not set\n"; err != nil || out != want {
		t.Errorf("without variables: %v: %s", err, out)
	}
	if out, err := publish("v0.1.0", "IMAGE=registry.example.com/acme/understudy"); err == nil || !strings.Contains(out, "REGISTRY_CREDENTIALS: set it to user:password") {
		t.Errorf("without credentials: %v: %s", err, out)
	}
	if out, err := publish("v0.1.0", "IMAGE=acme/understudy", "REGISTRY_CREDENTIALS=user:password"); err == nil || !strings.Contains(out, "such as registry.example.com/acme/understudy") {
		t.Errorf("without a host: %v: %s", err, out)
	}
	out, err = publish("v0.1.0-rc.1", "IMAGE=registry.example.com/acme/understudy", "REGISTRY_CREDENTIALS=user:password", "NPM_TOKEN=npm-token", "PYPI_TOKEN=pypi-token")
	if err != nil {
		t.Errorf("%v: %s", err, out)
	}
	at := 0
	for _, want := range []string{
		"skopeo copy --quiet --all --authfile ", " oci:dist/image docker://registry.example.com/acme/understudy:v0.1.0-rc.1\n",
		`{"auths":{"registry.example.com":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`,
		" --access public --tag next dist/npm/acme-understudy-linux-x64-0.1.0.tgz\n//npm.example.com/:_authToken=npm-token\n",
		"dist/npm/acme-understudy-win32-x64-0.1.0.tgz", "dist/npm/acme-understudy-0.1.0.tgz",
		"twine upload --non-interactive --skip-existing dist/python/understudy-0.1.0-py3-none-any.whl\n__token__ pypi-token\n",
	} {
		found := strings.Index(out[at:], want)
		if found < 0 {
			t.Fatalf("no %q after\n%s\nin\n%s", want, out[:at], out)
		}
		at += found + len(want)
	}
}
