package verification

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// counting serves a fake that counts its requests.
func counting(t *testing.T) (file string, asked *atomic.Int64) {
	asked = &atomic.Int64{}
	file = deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			next.ServeHTTP(w, r)
		})
	})
	return file, asked
}

func TestTheBudgetIsPrintedBeforeTheRun(t *testing.T) {
	file, asked := counting(t)
	code, stdout, stderr := verify(t, Options{Target: file, List: true})
	if code != 0 || asked.Load() > 0 || !strings.HasPrefix(stdout, "authentication/") {
		t.Errorf("--list: exit code %d after %d requests: %s", code, asked.Load(), stdout)
	}
	if n := strings.Count(stdout, "\n    left out: it needs a clock, "); n != 2 {
		t.Errorf("--list marks %d scenarios", n)
	}
	if form := regexp.MustCompile(`^a run sends at most \d+ requests to http://127\.0\.0\.1:\d+, and more only to confirm a failure or to wait for a write
  creates at most \d+ segments and \d+ connectors, which this API cannot delete
  creates at most \d+ segment management links, which expire
  renames destination \d+ at most \d+ times, and restores its name after each scenario
  publishes up to 10 connectors of the run and \w+, which cannot be undone
  waits for \d+ segments to be complete, at most \S+ for each
2 of \d+ scenarios would be left out, as the list says: the bound does not count what they would send
$`); !form.MatchString(stderr) {
		t.Errorf("--list says\n%s", stderr)
	}
	code, _, stderr = verify(t, Options{Target: file, ReadOnly: true, Tags: "@operation:list-invitations"})
	if code != 0 || !strings.Contains(stderr, "to wait for a write\n  writes nothing\n") {
		t.Errorf("--read-only: exit code %d: %s", code, stderr)
	}
}

func TestTheListMarksWhatWouldBeLeftOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "few.yaml")
	text := "base_url: http://127.0.0.1:1\ntokens: {workspace: EXAMPLE-one, personal: EXAMPLE-two}\nallow_writes: false\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := verify(t, Options{Target: file, List: true})
	for _, why := range []string{
		"it writes, and the target file says allow_writes: false", "the target file gives no resources.topics_source_id",
	} {
		if !strings.Contains(stdout, "\n    left out: "+why+"\n") {
			t.Errorf("no scenario is left out because %s", why)
		}
	}
	marked := strings.Count(stdout, "\n    left out: ")
	last := regexp.MustCompile(`(?m)^(\d+) of \d+ scenarios would be left out, .*\n$`).FindStringSubmatch(stderr)
	if code != 0 || last == nil || last[1] != strconv.Itoa(marked) {
		t.Errorf("exit code %d, %d are marked: %s", code, marked, stderr)
	}
	if _, stdout, stderr = verify(t, Options{List: true}); strings.Contains(stdout, "left out") || stderr != "" {
		t.Errorf("without a target file: %s", stderr)
	}
}

func TestAShortTokenIsReported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "short.yaml")
	text := "base_url: http://127.0.0.1:1\ntokens: {workspace: abcde, personal: abcdef, revoked: x}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, stderr := verify(t, Options{Target: file, List: true})
	want := file + ": tokens.workspace, tokens.revoked: shorter than 6 characters: reports hide it only as a whole word, not within a longer one\n"
	if !strings.HasPrefix(stderr, want) {
		t.Errorf("--list says\n%s", stderr)
	}
}
