package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestTheFakeEndsWithTheProcessThatHoldsItsStandardInput kills that process, which
// cannot clean up.
func TestTheFakeEndsWithTheProcessThatHoldsItsStandardInput(t *testing.T) {
	stdin, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	holder := exec.CommandContext(t.Context(), "cat") // forwards its input
	holder.Stdout = end
	given, err := holder.StdinPipe()
	if err == nil {
		err = errors.Join(holder.Start(), end.Close())
	}
	if err != nil {
		t.Skip("there is no cat")
	}
	cmd := exec.CommandContext(t.Context(), commandFile(t), "serve", "--addr", "127.0.0.1:0", "--exit-with-stdin")
	var log bytes.Buffer
	cmd.Stdin, cmd.Stderr = stdin, &log
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = errors.Join(cmd.Start(), stdin.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	var url string
	for url == "" && lines.Scan() {
		_, url, _ = strings.Cut(lines.Text(), "base URL")
	}
	if _, err := io.WriteString(given, "input is no end\n"); err != nil {
		t.Error(err)
	}
	if resp, err := http.Get(strings.TrimSpace(url) + "/_understudy/readyz"); err != nil {
		t.Error(err)
	} else if resp.Body.Close(); resp.StatusCode != http.StatusOK {
		t.Errorf("HTTP %d while the pipe is open", resp.StatusCode)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Error(err)
	}
	_, _ = io.Copy(io.Discard, stdout) // until the command ends
	if err := cmd.Wait(); err != nil || !strings.Contains(log.String(), `msg="stopped: standard input ended (--exit-with-stdin)"`) {
		t.Errorf("%v\n%s", err, &log)
	}
	_ = holder.Wait()
}
