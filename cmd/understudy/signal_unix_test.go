//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"understudy/cmd/understudy/internal/command"
	"understudy/fixtures"
	"understudy/steps/report"
)

// leave takes the terminal away from a command: by SIGHUP, which may come twice and
// whose effect it waits for, or by closing the command's output.
func leave(t *testing.T, bySignal bool, cmd *exec.Cmd, said *os.File) {
	t.Helper()
	if !bySignal {
		said.Close()
		return
	}
	for range 2 {
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "understudy: shutting down") {
			return
		}
	}
	t.Error("it does not say that it ends")
}

var bySignal = map[string]bool{"by SIGHUP": true, "as its reader goes away": false}

// startSaying starts a command; its stdout and stderr are read from the file.
func startSaying(t *testing.T, args ...string) (cmd *exec.Cmd, said *os.File) {
	t.Helper()
	said, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { said.Close() })
	// A test run under nohup ignores SIGHUP, and so would its child processes.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	cmd = exec.CommandContext(t.Context(), commandFile(t), args...)
	cmd.Stdout, cmd.Stderr = end, end
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end.Close()
	return cmd, said
}

// TestARunThatLosesItsTerminalRestoresTheName ends a run while the destination is
// renamed.
func TestARunThatLosesItsTerminalRestoresTheName(t *testing.T) {
	for rule, bySignal := range bySignal {
		t.Run(rule, func(t *testing.T) {
			file, patches, goOn := blocking(t)
			report := filepath.Join(t.TempDir(), "report.json")
			cmd, said := startSaying(t, "verify", "--target", file, "--tags", "@promise:destination-name-kept", "--concurrency", "1",
				"--format", "progress", "--report", "json="+report)
			last := ""
			for !strings.Contains(last, "understudy ") {
				if last != "" {
					goOn <- "an update with its own name"
				}
				last = <-patches
			}
			leave(t, bySignal, cmd, said)
			go func() { _, _ = io.Copy(io.Discard, said) }()
			ended := make(chan error)
			go func() { ended <- cmd.Wait() }()
			for running := true; running; {
				select {
				case goOn <- "renamed, or restored":
				case last = <-patches:
				case <-ended:
					running = false
				}
			}
			if strings.Contains(last, "understudy ") {
				t.Errorf("the last renaming is %s", last)
			}
			if code := cmd.ProcessState.ExitCode(); code != command.ExitUsage {
				t.Errorf("exit code %d: %v", code, cmd.ProcessState)
			}
			if r := readReport(t, report); r.Interrupted != bySignal || len(r.Ledger) != 1 || !strings.Contains(r.Ledger[0].Note, " and restored, read back by GET of the destination") {
				t.Errorf("interrupted: %v, and the ledger says %+v", r.Interrupted, r.Ledger)
			}
		})
	}
}

func readReport(t *testing.T, name string) (r report.Run) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAFakeThatLosesItsTerminalSavesItsState has a fake lose its terminal. A fake
// whose output has no reader goes on, and ends at SIGTERM.
func TestAFakeThatLosesItsTerminalSavesItsState(t *testing.T) {
	for rule, bySignal := range bySignal {
		t.Run(rule, func(t *testing.T) {
			state := filepath.Join(t.TempDir(), "state.json")
			cmd, said := startSaying(t, "serve", "--addr", "127.0.0.1:0", "--state", state)
			base := controlURLIn(t, said)
			if code := post(base+"/state/invitations", `{"email":"saved@example.com"}`); code != http.StatusCreated {
				t.Fatalf("HTTP %d", code)
			}
			before := countInvitations(t, base)
			leave(t, bySignal, cmd, said)
			if !bySignal {
				for range 3 { // each is logged
					if code := post(base+"/nothing", ""); code != http.StatusNotFound {
						t.Errorf("HTTP %d", code)
					}
				}
				if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("it ended by %v", err)
			}
			w, err := fixtures.LoadState(state)
			if err != nil {
				t.Fatal(err)
			}
			if got := int64(len(w.Invitations)); got != before {
				t.Errorf("%d invitations were saved of %d", got, before)
			}
		})
	}
}

func TestWhatASignalDoesIsSaidBeforeTheFakeHasStopped(t *testing.T) {
	cmd, said := startSaying(t, "serve", "--addr", "127.0.0.1:0")
	lines := bufio.NewScanner(said)
	for lines.Scan() && !strings.Contains(lines.Text(), "msg=serving") {
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var last []string
	for lines.Scan() {
		last = append(last, lines.Text())
	}
	if err := cmd.Wait(); err != nil || len(last) != 2 || !strings.HasPrefix(last[0], "understudy: shutting down") || !strings.HasSuffix(last[1], "msg=stopped") {
		t.Errorf("%v: %q", err, last)
	}
}
