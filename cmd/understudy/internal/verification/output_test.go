package verification

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOnlyItsOwnerCanReadAReport(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for name, mode := range map[string]os.FileMode{"old.json": 0o644, "real.json": 0o644} {
		if err := os.WriteFile(at(name), []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("real.json", at("link.json")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"new.json", "old.json", "link.json"} {
		if err := writeReport(at(name), []byte("report")); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(at(name))
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(at(name)); err != nil || info.Mode() != 0o600 || string(text) != "report" {
			t.Errorf("%s: %v, %q, %v", name, info.Mode(), text, err)
		}
	}
	if to, err := os.Readlink(at("link.json")); err != nil || to != "real.json" {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 4 {
		t.Errorf("%v, %v", files, err)
	}
	if err := writeReport(os.DevNull, []byte("report")); err != nil {
		t.Errorf("an irregular file cannot be written to: %v", err)
	}
}
