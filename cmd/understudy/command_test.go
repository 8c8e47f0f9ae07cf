package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// commandLine runs a command line and returns all that it wrote.
func commandLine(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// commandFile returns a link to the test binary under the name of the command, as
// which it then runs: see TestMain.
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

// write writes a file that only its owner can read.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
