package folders

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/features"
)

const untidy, tidy = "Feature: x\n# why\nScenario: y\n* z\n", "Feature: x\n\n  # why\n  Scenario: y\n    * z\n"

func TestFormatKeepsModeLinkLineEndsAndByteOrderMark(t *testing.T) {
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "real.feature")
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	texts := map[string][2]string{
		filepath.Join(dir, "plain.feature"): {untidy, tidy},
		filepath.Join(dir, "crlf.feature"):  {crlf(untidy), crlf(tidy)},
		filepath.Join(dir, "mark.feature"):  {"\ufeff" + untidy, "\ufeff" + tidy},
		filepath.Join(dir, "other.txt"):     {untidy, untidy},
		elsewhere:                           {untidy, tidy},
	}
	for name, text := range texts {
		if err := os.WriteFile(name, []byte(text[0]), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link.feature")
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		formatted bool
		names     int
	}{{false, 4}, {true, 0}} {
		var out bytes.Buffer
		formatted, err := Format(&out, []string{dir}, false)
		if n := strings.Count(out.String(), "\n"); err != nil || formatted != want.formatted || n != want.names {
			t.Fatalf("formatted is %v, want %v; %d names, want %d: %v\n%s", formatted, want.formatted, n, want.names, err, &out)
		}
	}
	for name, text := range texts {
		got, err := os.ReadFile(name)
		if err != nil || string(got) != text[1] {
			t.Errorf("%s is %q, want %q: %v", name, got, text[1], err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("the mode of %s is %v: %v", name, info.Mode(), err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is replaced by a file: %v", err)
	}
}

func TestFormatLeavesTheBuiltInFeatures(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, features.FS); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if formatted, err := Format(&out, []string{dir}, true); err != nil || !formatted {
		t.Errorf("would change %s: %v", &out, err)
	}
}
