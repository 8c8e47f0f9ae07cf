package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/steps"
	"understudy/steps/target"
)

func TestAWrongSetUpIsReportedAsSuch(t *testing.T) {
	profile := filepath.Join(t.TempDir(), "profile.yaml")
	sound, _ := wrongSetUp{}.setUp(t)
	if code, _, stderr := command(t, "observe", "--target", writeTarget(t, sound), "--out", profile, "--read-only"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	commands := []struct {
		name string
		args []string
	}{
		{"verify", []string{"verify", "--report", "json={dir}/report.json", "--baseline", "{dir}/known.yaml", "--update-baseline"}},
		{"verify --profile", []string{"verify", "--profile", profile, "--report", "junit={dir}/report.xml"}},
		{"observe", []string{"observe", "--out", "{dir}/profile.yaml"}},
		{"verify --check", []string{"verify", "--check"}},
	}
	for _, row := range wrongSetUps {
		t.Run(row.rule, func(t *testing.T) {
			tg, asked := row.setUp(t)
			file := writeTarget(t, tg)
			for _, c := range commands {
				dir := t.TempDir()
				args := append(slices.Clone(c.args), "--target", file)
				for i := range args {
					args[i] = strings.ReplaceAll(args[i], "{dir}", dir)
				}
				asked.all.Store(0)
				start := time.Now()
				code, stdout, stderr := command(t, args...)
				took, said := time.Since(start), complaint(stderr)
				t.Logf("| %s | %s | %d | %.2f | %s |", row.rule, c.name, code, took.Seconds(), said)
				if code != 2 || !strings.Contains(said, row.says) {
					t.Errorf("%s: exit code %d, without %q:\n%s%s", c.name, code, row.says, stdout, stderr)
				}
				if asked.writes.Load() > 0 || asked.all.Load() > steps.MaxCheckRequests {
					t.Errorf("%s: %d requests, of which %d write", c.name, asked.all.Load(), asked.writes.Load())
				}
				if files, _ := os.ReadDir(dir); len(files) > 0 {
					t.Errorf("%s wrote %s", c.name, files[0].Name())
				}
				for _, wrong := range []string{"✓", "pass", "drift", "XYZ-secret", tg.Tokens.Workspace, tg.Tokens.Personal} {
					if strings.Contains(stdout+stderr, wrong) {
						t.Errorf("%s says %q:\n%s%s", c.name, wrong, stdout, stderr)
					}
				}
			}
		})
	}
}

func TestCheckSaysWhatRespondsAndWhatIsLeftOut(t *testing.T) {
	tg, asked := wrongSetUp{}.setUp(t)
	_, whole, _ := command(t, "verify", "--check", "--target", writeTarget(t, tg), "--read-only")
	tg.Resources = target.Resources{}
	code, bare, stderr := command(t, "verify", "--check", "--target", writeTarget(t, tg))
	if code != 0 || asked.writes.Load() > 0 {
		t.Errorf("exit code %d after %d writes: %s", code, asked.writes.Load(), stderr)
	}
	for _, c := range []struct{ shown, line string }{
		{whole, "  list-topics                     HTTP 200\n"},
		{whole, "  create-segment                  not asked: it writes\n"},
		{whole, "  it writes, and the run is read-only\n"},
		{whole, "\na run:\n" + tg.BaseURL + " is sent at most "},
		{whole, "\n  writes nothing\n"},
		{bare, "  list-invitations                HTTP 200\n"},
		{bare, "  list-topics                     not asked: the target file gives no resources.topics_source_id\n"},
		{bare, "\ntokens.workspace was not tried: the target file names no list to read with it\n"},
		{bare, "  the target file gives no resources.source_id\n"},
	} {
		if !strings.Contains(c.shown, c.line) {
			t.Errorf("%q is not in\n%s", c.line, c.shown)
		}
	}
}

func TestCheckGoesWithATargetAndWhatSelectsScenarios(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"verify", "--check"}, "name it with --target"},
		{[]string{"verify", "--check", "--target", "t.yaml", "--format", "json", "--vary", "7"}, "leave out --format, --vary"},
		{[]string{"verify", "--check", "--target", "t.yaml", "--explain", "a#b"}, "leave out --check, --target"},
		{[]string{"verify", "--check", "--target", "t.yaml", "--name", "no such name"}, "matches no scenario"},
	} {
		if code, _, stderr := command(t, c.args...); code != 2 || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit code %d without %q: %s", c.args, code, c.says, stderr)
		}
	}
}

func TestADeploymentThatGoesAfterTheCheckHasNotDrifted(t *testing.T) {
	profile, written := filepath.Join(t.TempDir(), "profile.yaml"), filepath.Join(t.TempDir(), "written.yaml")
	sound, _ := wrongSetUp{}.setUp(t)
	if code, _, stderr := command(t, "observe", "--target", writeTarget(t, sound), "--out", profile, "--read-only"); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var asked atomic.Int64
	tg, _ := wrongSetUp{serve: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) > 3 {
				hangUp(w, r)
			}
			next.ServeHTTP(w, r)
		})
	}}.setUp(t)
	file := writeTarget(t, tg)
	for _, args := range [][]string{{"verify", "--profile", profile}, {"observe", "--out", written}} {
		asked.Store(0)
		code, stdout, stderr := command(t, append(args, "--target", file, "--read-only", "--concurrency", "16")...)
		if code != 2 || strings.Contains(stdout+stderr, "drift") || strings.Contains(stdout+stderr, "✓") {
			t.Errorf("%s: exit code %d:\n%s%s", args[0], code, stdout, stderr)
		}
	}
	if _, err := os.Stat(written); err == nil {
		t.Error("a profile was written")
	}
}

// complaint is the error that a command ends with.
func complaint(stderr string) string {
	_, said, _ := strings.Cut(stderr, "understudy: ")
	return strings.TrimSuffix(said, "\n")
}
