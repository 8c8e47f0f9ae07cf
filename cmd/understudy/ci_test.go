package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestOnlyAStrictRunFailsWithoutNPX(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for strict, says := range map[string]string{"": "left out: ", "1": "install Node.js"} {
		cmd := exec.CommandContext(t.Context(), sh, "../../.ci/redocly")
		cmd.Env = []string{"PATH=" + t.TempDir(), "REDOCLY=redocly", "CI_STRICT=" + strict}
		out, err := cmd.CombinedOutput()
		if failed := err != nil; failed != (strict != "") || !strings.Contains(string(out), says) {
			t.Errorf("CI_STRICT=%s: %v, %s", strict, err, out)
		}
	}
}

func TestTheRunBeforeAChangeLandsIsStrict(t *testing.T) {
	text, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\nexport CI_STRICT=1\n") {
		t.Error(".ci/run leaves checks out: let it export CI_STRICT=1")
	}
}
