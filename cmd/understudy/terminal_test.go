//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/creack/pty"
)

// onATerminal runs the command on a new terminal and returns its output.
func onATerminal(t *testing.T, env []string, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Args[0] = "understudy" // TestMain recognises the command by this name
	cmd.Env = append(append(os.Environ(), "TERM=xterm"), env...)
	terminal, err := pty.Start(cmd)
	if err != nil {
		t.Skipf("left out: no terminal can be opened here: %v", err)
	}
	defer terminal.Close()
	var shown bytes.Buffer
	_, _ = io.Copy(&shown, terminal) // ends with an error when the command hangs up
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, &shown)
	}
	return shown.String()
}

func TestATerminalShowsOneChangingLineAndColours(t *testing.T) {
	shown := onATerminal(t, []string{"NO_COLOR="}, "verify", "--tags", "@promise:page-zero-is-one")
	for _, want := range []string{`1/[0-9]+  ✓ 1  endpoints/page#`, `\r *\r`, `\x1b\[33m–\x1b\[0m \x1b\[1mpartly checked: `} {
		if !regexp.MustCompile(want).MatchString(shown) {
			t.Errorf("no %q in\n%q", want, shown)
		}
	}
}

func TestATerminalShowsHowManyMutantsWereTried(t *testing.T) {
	shown := onATerminal(t, nil, "explain", "endpoints/page#page-0-means-page-1-of-the-invitations")
	for _, want := range []string{`\r0 of [0-9]+ broken fakes tried\r1 of [0-9]+ broken fakes tried`, `tried\r *\rpage 0 means page 1 of the invitations\r\n`} {
		if !regexp.MustCompile(want).MatchString(shown) {
			t.Errorf("no %q in\n%q", want, shown)
		}
	}
}

func TestNoColorTurnsColoursOff(t *testing.T) {
	shown := onATerminal(t, []string{"NO_COLOR=1"}, "verify", "--tags", "@promise:page-zero-is-one")
	if !regexp.MustCompile(`– partly checked: `).MatchString(shown) || regexp.MustCompile(`\x1b`).MatchString(shown) {
		t.Errorf("shown: %q", shown)
	}
}
