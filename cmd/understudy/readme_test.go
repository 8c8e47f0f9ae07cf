package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/spec/gap"
	"understudy/spec/promise"
)

var update = flag.Bool("update", false, "write the generated part of the README anew")

// The generated part of the README stands between these lines.
const (
	readmeBegin = "<!-- promises -->\n"
	readmeEnd   = "<!-- /promises -->\n"
)

func TestTheReadmeListsWhatIsPromisedAndLeftOpen(t *testing.T) {
	name := filepath.Join("..", "..", "README.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(text), readmeBegin)
	have, after, ended := strings.Cut(rest, readmeEnd)
	if !begun || !ended {
		t.Fatalf("%s has no lines %q and %q", name, readmeBegin, readmeEnd)
	}
	want := readmeLists(t)
	if *update {
		if err := os.WriteFile(name, []byte(before+readmeBegin+want+readmeEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have != want {
		t.Errorf("%s lists something else than understudy promises and gaps: run make readme", name)
	}
}

// readmeLists is what the two commands print, folded.
func readmeLists(t *testing.T) string {
	t.Helper()
	probed := 0
	for _, g := range gap.All {
		if g.Probed() {
			probed++
		}
	}
	return "\n" + folded(t, fmt.Sprintf("%d promises: understudy promises", len(promise.All)), "promises") +
		folded(t, fmt.Sprintf("%d gaps, of which %d are probed: understudy gaps", len(gap.All), probed), "gaps")
}

// folded is the Markdown of a catalogue, with headings that fit into a page.
func folded(t *testing.T, summary, subcommand string) string {
	t.Helper()
	code, page, stderr := command(t, subcommand, "--format", "markdown")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	_, tables, _ := strings.Cut(page, "\n\n")
	return fmt.Sprintf("<details>\n<summary>%s</summary>\n\n%s</details>\n\n", summary, strings.ReplaceAll(tables, "## ", "#### "))
}
