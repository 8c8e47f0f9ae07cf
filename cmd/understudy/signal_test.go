package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/steps/target"
)

// deployment serves a fake behind a middleware, and writes its target file.
func deployment(t *testing.T, change func(next http.Handler) http.Handler) (targetFile string) {
	t.Helper()
	fake, err := server.New(server.Options{AsyncDelay: 150 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(change(fake))
	t.Cleanup(s.Close)
	text, err := target.Marshal(faketarget.Of(fake, s.URL))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "target.yaml")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// blocking reports each PATCH, the renaming and the one that restores the name, and
// serves it or blocks it.
func blocking(t *testing.T) (file string, patches, goOn chan string) {
	patches, goOn = make(chan string), make(chan string)
	file = deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPatch {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				patches <- string(body)
				<-goOn
			}
			next.ServeHTTP(w, r)
		})
	})
	return file, patches, goOn
}

// TestASecondSignalEndsAtOnce interrupts a run while it renames the destination, and
// again while it restores the name.
func TestASecondSignalEndsAtOnce(t *testing.T) {
	file, patches, goOn := blocking(t)
	cmd := exec.CommandContext(t.Context(), commandFile(t), "verify", "--target", file, "--tags", "@promise:destination-name-kept", "--concurrency", "1")
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if body := <-patches; !strings.Contains(body, "understudy ") {
		t.Errorf("the renaming is %s", body)
	}
	interrupt(t, cmd)
	announced, said := false, false
	for lines := bufio.NewScanner(stderr); !said && lines.Scan(); {
		announced = announced || strings.Contains(lines.Text(), " is renamed during the run: if the run is killed, restore the name ")
		said = lines.Text() == "understudy: shutting down; press Ctrl-C again to quit without restoring"
	}
	if !announced || !said {
		t.Errorf("it announces the renaming: %v, and that it ends: %v", announced, said)
	}
	goOn <- "renamed"
	if body := <-patches; strings.Contains(body, "understudy ") {
		t.Errorf("what restores the name is %s", body)
	}
	interrupt(t, cmd)
	_ = cmd.Wait()
	goOn <- "too late"
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
		t.Errorf("it ended by %v", cmd.ProcessState)
	}
}

func interrupt(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
}
