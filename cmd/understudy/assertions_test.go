package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"understudy/docs"
)

// TestTheExamplesOfAssertionsRun writes the examples of the page to a folder: lint finds
// nothing wrong with them, and the fake meets every expectation.
func TestTheExamplesOfAssertionsRun(t *testing.T) {
	page, _ := docs.Page("assertions")
	dir := t.TempDir()
	feature := "@ours\nFeature: The examples of the manual\n"
	for _, b := range regexp.MustCompile("(?s)```(gherkin|yaml)\n(.*?)```").FindAllStringSubmatch(page, -1) {
		if b[1] == "gherkin" {
			feature += "\n" + b[2]
		} else if err := os.WriteFile(filepath.Join(dir, "expectations.yaml"), []byte(b[2]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "ours.feature"), []byte(feature), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, stdout, _ := commandLine(t, "lint", dir); code != 0 || strings.TrimSpace(stdout) != "nothing is wrong" {
		t.Fatalf("lint, exit code %d:\n%s", code, stdout)
	}
	code, stdout, stderr := commandLine(t, "verify", "--features", dir, "--tags", "@ours", "--format", "progress")
	if code != 0 || !strings.Contains(stdout, "yours: 4 of 4") || strings.Contains(stdout, "skip") {
		t.Errorf("exit code %d:\n%s%s", code, stdout, stderr)
	}
}
