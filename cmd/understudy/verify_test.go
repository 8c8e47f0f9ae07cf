package main

import (
	"strings"
	"testing"
)

func TestCheckGoesWithATargetAndWhatSelectsScenarios(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"verify", "--check"}, "name it with --target"},
		{[]string{"verify", "--check", "--target", "t.yaml", "--format", "json", "--vary", "7"}, "leave out --vary"},
		{[]string{"verify", "--check", "--target", "t.yaml", "--format", "github"}, "use pretty or json"},
		{[]string{"verify", "--check", "--target", "t.yaml", "--explain", "a#b"}, "leave out --check, --target"},
		{[]string{"verify", "--check", "--target", "t.yaml", "--name", "no such name"}, "matches no scenario"},
	} {
		if code, _, stderr := commandLine(t, c.args...); code != 2 || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit code %d without %q: %s", c.args, code, c.says, stderr)
		}
	}
}
