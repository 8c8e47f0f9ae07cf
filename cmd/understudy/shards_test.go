package main

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/spec/promise"
	"understudy/steps/report"
	"understudy/steps/target"
)

// TestConcurrentShardsOfOneTargetAreOneRun verifies one fake in four processes at the same
// time, and holds the merged report against that of one process on another fake.
func TestConcurrentShardsOfOneTargetAreOneRun(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	if code, out := understudy(t, "verify", "--quiet", "--target", served(t, in("one.yaml")), "--report", "json="+in("one.json")); code != 0 {
		t.Fatalf("one run: exit code %d: %s", code, out)
	}
	shared := served(t, in("shared.yaml"))
	var wg sync.WaitGroup
	merge := []string{"merge", "--quiet", "--min-checked", "100%", "--out", in("merged.json")}
	for i := range 4 {
		file := in(fmt.Sprintf("%d.json", i))
		merge = append(merge, file)
		wg.Go(func() {
			shard := fmt.Sprintf("%d/4", i)
			code, out := understudy(t, "verify", "--target", shared, "--shard", shard, "--report", "json="+file)
			if code != 0 || !strings.Contains(out, "shard "+shard+" sends at most ") || !strings.Contains(out, "shard "+shard+": no broken promise, ") {
				t.Errorf("shard %s: exit code %d: %s", shard, code, out)
			}
		})
	}
	wg.Wait()
	if code, out := understudy(t, merge...); code != 0 || !strings.Contains(out, fmt.Sprintf("conforming: %d of %[1]d promises checked", len(promise.All))) {
		t.Errorf("merged: exit code %d: %s", code, out)
	}
	code, out := understudy(t, "verify", "diff", in("one.json"), in("merged.json"))
	if code != 0 || !strings.Contains(out, "nothing changed") {
		t.Errorf("in shards and in one run: exit code %d: %s", code, out)
	}
	merged, err := report.Load(in("merged.json"))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, s := range merged.Shards {
		ids[s.RunID] = true
	}
	if len(ids) != 4 || merged.Shard != nil {
		t.Errorf("the merged report names the runs %v", ids)
	}
}

// served serves a fake with a clock that can be moved, and writes its target file.
func served(t *testing.T, file string) string {
	t.Helper()
	fake, err := server.New(server.Options{AsyncDelay: time.Second, Control: true})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(fake)
	t.Cleanup(s.Close)
	tg := faketarget.Of(fake, s.URL)
	tg.ControlURL = faketarget.ControlURL(s.URL)
	text, err := target.Marshal(tg)
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// understudy runs the command in another process, and returns its exit code and output.
func understudy(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Error(err)
		return -1, ""
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Args[0] = "understudy" // see TestMain
	text, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Error(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}
