package folders

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder has one feature file with one step.
func folder(t *testing.T, step string) string {
	t.Helper()
	dir := t.TempDir()
	text := "Feature: ours\n\n  @promise:invitation-email\n  Scenario: it is read\n    When I list the invitations\n    Then " + step + "\n"
	if err := os.WriteFile(filepath.Join(dir, "ours.feature"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLintReportsProblemsInEachFormat(t *testing.T) {
	good, bad := folder(t, "the response is a success"), folder(t, "the response is a sucess")
	for _, c := range []struct {
		folder, format string
		ok             bool
		says           string
	}{
		{good, "text", true, "nothing is wrong\n"},
		{good, "json", true, "[]\n"},
		{good, "github", true, ""},
		{bad, "text", false, `did you mean "the response is a success"?`},
		{bad, "json", false, `"line": 6`},
		{bad, "github", false, ",line=6,col="},
	} {
		var out bytes.Buffer
		ok, err := Lint(&out, []string{c.folder}, c.format)
		if err != nil || ok != c.ok || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: %v, %v, without %q:\n%s", c.format, ok, err, c.says, &out)
		}
	}
}

func TestLintRejectsAMissingFolder(t *testing.T) {
	var out bytes.Buffer
	if _, err := Lint(&out, []string{filepath.Join(t.TempDir(), "none")}, "text"); err == nil || !strings.Contains(err.Error(), "none") || out.Len() > 0 {
		t.Errorf("%v, without \"none\":\n%s", err, &out)
	}
}
