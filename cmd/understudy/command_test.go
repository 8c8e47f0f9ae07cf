package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// command runs a command line and returns all that it wrote.
func command(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// commandFile is the test binary as the command that it is where it is called so:
// see TestMain.
func commandFile(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	understudy := filepath.Join(t.TempDir(), "understudy")
	if err := os.Symlink(self, understudy); err != nil {
		t.Fatal(err)
	}
	return understudy
}

// write writes a file for its owner alone.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
