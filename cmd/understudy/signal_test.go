package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestASecondSignalEndsAtOnce interrupts a run while the destination has a name
// of the run, and once more while it is put back.
func TestASecondSignalEndsAtOnce(t *testing.T) {
	// The test binary is the command where it is called so: see TestMain.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	understudy := filepath.Join(t.TempDir(), "understudy")
	if err := os.Symlink(self, understudy); err != nil {
		t.Fatal(err)
	}
	patches, released := make(chan string), make(chan struct{})
	file := deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPatch {
				body, _ := io.ReadAll(r.Body)
				select {
				case patches <- string(body):
					<-released
				case <-released:
				}
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	cmd := exec.CommandContext(t.Context(), understudy, "verify", "--target", file, "--tags", "@promise:destination-name-kept", "--concurrency", "1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		if body := <-patches; strings.Contains(body, "understudy ") != want {
			t.Errorf("the request %s", body)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait()
	close(released)
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
		t.Errorf("it ended by %v: %s", cmd.ProcessState, out.String())
	}
	if !strings.Contains(out.String(), "Ctrl-C again ends at once, and puts nothing back\n") {
		t.Errorf("it said %s", out.String())
	}
}
