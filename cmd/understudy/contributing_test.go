package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheWalkOfContributingWorksAsWritten follows the first steps for newcomers in
// CONTRIBUTING.md, with the texts given there.
func TestTheWalkOfContributingWorksAsWritten(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	written := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindSubmatch(text)
		if m == nil {
			t.Fatalf("CONTRIBUTING.md has no %s", pattern)
		}
		return string(m[1])
	}
	t.Chdir(t.TempDir())
	understudy := func(want int, args ...string) string {
		t.Helper()
		var out, complaint strings.Builder
		if code := run(context.Background(), args, strings.NewReader(""), &out, &complaint); code != want {
			t.Fatalf("understudy %q: exit code %d, want %d\n%s%s", args, code, want, &out, &complaint)
		}
		return out.String()
	}
	understudy(0, "new", "feature", written(`understudy new feature '([^']+)'`))
	file := filepath.FromSlash(written("at the end of `(scenarios/[a-z-]+\\.feature)`"))
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	feature := string(have) + "\n" + written("(?s)```gherkin\n(.*?)```")
	write(t, file, feature)
	slip := written(`(?m)^(scenarios/\S+:\d+:\d+: .*)$`)
	if got := strings.TrimSpace(understudy(1, "lint", "scenarios")); got != slip {
		t.Errorf("lint says\n%s\nand CONTRIBUTING.md\n%s", got, slip)
	}
	guess := regexp.MustCompile(`the step "(.*)" is unknown: did you mean "(.*)"\?`).FindStringSubmatch(slip)
	write(t, file, strings.Replace(feature, guess[1], guess[2], 1))
	understudy(0, "lint", "scenarios")
	name := written(`--features scenarios --name '([^']+)'`)
	if out := understudy(0, "verify", "--features", "scenarios", "--name", name, "--format", "progress"); !strings.Contains(out, "✓ pass") {
		t.Errorf("verify says %s", out)
	}
	worth := written(`(?m)^(Broken fakes: .*)$`)
	if out := understudy(0, "explain", "--features", "scenarios", written(`explain --features scenarios (\S+)`)); !strings.Contains(out, worth) {
		t.Errorf("explain prints\n%s\nand CONTRIBUTING.md %q", out, worth)
	}
}
