package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

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

// TestTheFakeGoesWithItsStandardInput holds the other end of a pipe: the system
// closes that of a process that goes in whatever way.
func TestTheFakeGoesWithItsStandardInput(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), commandFile(t), "serve", "--addr", "127.0.0.1:0", "--exit-with-stdin")
	var log bytes.Buffer
	cmd.Stderr = &log
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	var url string
	for url == "" && lines.Scan() {
		_, url, _ = strings.Cut(lines.Text(), "base URL")
	}
	if _, err := io.WriteString(stdin, "input is no end\n"); err != nil {
		t.Error(err)
	}
	if code := statusWith(t, strings.TrimSpace(url)+"/_understudy/readyz", ""); code != 200 {
		t.Errorf("HTTP %d while the pipe is open", code)
	}
	if err := stdin.Close(); err != nil {
		t.Error(err)
	}
	_, _ = io.Copy(io.Discard, stdout) // to its end, which is the command's
	if err := cmd.Wait(); err != nil || !strings.Contains(log.String(), "msg=stopped") {
		t.Errorf("%v\n%s", err, &log)
	}
}
