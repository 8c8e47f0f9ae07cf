package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func TestTheOldFlagOfTheMutationRunNamesTheCommand(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	code := run(ended, []string{"verify", "--mutants"}, strings.NewReader(""), &stdout, &stderr)
	line, _, _ := strings.Cut(stderr.String(), "\n")
	if code != 2 || line != "verify --mutants is now understudy mutants: the flag works until the next release" {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}
