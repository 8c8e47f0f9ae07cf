// Package reporttest has runs for the tests of reports. They are written by hand, so that
// they cover each part of a report. Start reading at Broken.
package reporttest

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"understudy/steps/report"
)

// Update reports whether a test rewrites its files.
var Update = flag.Bool("update", false, "rewrite the goldens and the schema")

// Written returns the output of a writer for a run.
func Written(t *testing.T, write func(io.Writer, *report.Run) error, r *report.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Golden compares a text with testdata/name, or writes it there.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *Update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (rewrite it with -update):\n%s", path, got)
	}
}
