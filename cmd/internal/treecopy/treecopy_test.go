package treecopy

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWhatGitIgnoresIsNotCopied(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/b.txt", "bin/program", "dist/archive", "x/node_modules/y.js", ".git/config", "w/.git"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree := Of(t, root)
	if text, err := os.ReadFile(filepath.Join(tree, "a/b.txt")); err != nil || string(text) != "a/b.txt" {
		t.Errorf("the copy holds %q, %v", text, err)
	}
	for _, name := range []string{"bin", "dist", "x/node_modules", ".git", "w/.git"} {
		if _, err := os.Lstat(filepath.Join(tree, name)); !os.IsNotExist(err) {
			t.Errorf("%s was copied: %v", name, err)
		}
	}
}
