// Package treecopy copies the repository, for tests that change what they copied.
package treecopy

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// notCopied are folders that git ignores, and its own.
var notCopied = []string{".git", "bin", "dist", "node_modules"}

// Of copies the regular files below root to a folder that the test removes, and returns it.
func Of(t testing.TB, root string) string {
	t.Helper()
	to := t.TempDir()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(notCopied, d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !d.Type().IsRegular() || d.Name() == ".git": // that of a worktree is a file
			return nil
		}
		return File(filepath.Join(to, name), path)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// File copies a file.
func File(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
