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
