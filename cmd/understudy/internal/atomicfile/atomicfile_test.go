package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsReplacedWithItsMode(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	if err := Write(name, []byte("a longer text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WriteSecret(name, []byte("text")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 || string(text) != "text" {
		t.Errorf("%v, %q, %v", info.Mode(), text, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestAFailureLeavesNothingBehind(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "taken"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"taken": "cannot write ", filepath.Join("none", "file"): "name one that exists"} {
		if err := Write(filepath.Join(folder, name), nil, 0o600); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}
