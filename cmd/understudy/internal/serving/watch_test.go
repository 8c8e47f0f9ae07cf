package serving

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// watched is a fake that watches its fixtures.
type watched struct {
	*testing.T
	base string
	log  chan string
}

// startWatching starts a fake on a file of fixtures.
func startWatching(t *testing.T, file string) watched {
	t.Helper()
	o := Default()
	o.Addr, o.Fixtures, o.Watch, o.PersonalToken = "127.0.0.1:0", file, true, "personal-token:mine"
	ready := filepath.Join(t.TempDir(), "ready.json")
	o.ReadyFile = ready
	ctx, cancel := context.WithCancel(context.Background())
	read, write := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Run(ctx, o, io.Discard, write); write.Close() }()
	w := watched{T: t, log: make(chan string, 100)}
	go func() {
		for lines := bufio.NewScanner(read); lines.Scan(); {
			w.log <- lines.Text()
		}
		close(w.log)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	_, address, _ := strings.Cut(w.next("msg=serving"), "address=")
	w.base = "http://" + address
	return w
}

// next waits for a line of the log that has a text.
func (w watched) next(text string) string {
	w.Helper()
	tooLong := time.After(2 * time.Minute)
	for {
		select {
		case line, ok := <-w.log:
			if !ok {
				w.Fatalf("the log ended before %q", text)
			}
			if strings.Contains(line, text) {
				return line
			}
		case <-tooLong:
			w.Fatalf("the log has no %q", text)
		}
	}
}

// send sends a request and returns the body of its response.
func (w watched) send(method, path, body string) string {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.base+path, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer personal-token:mine")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode/100 != 2 {
		w.Errorf("%s %s: HTTP %d %s, %v", method, path, resp.StatusCode, text, err)
	}
	return string(text)
}

// invitations checks how many invitations the API has.
func (w watched) invitations(want int) {
	w.Helper()
	if got := w.send("GET", "/api/v1/invitations", ""); !strings.Contains(got, fmt.Sprintf(`"total_records":%d,`, want)) {
		w.Errorf("%s, want %d invitations", got, want)
	}
}

// worldWith returns a fixture file with n invitations.
func worldWith(invitations int) string {
	text := "organization: {id: 1, name: O}\nworkspaces: [{id: 1, name: W, token: w}]\nusers: [{id: 1, email: u@example.com, token: u}]\ninvitations:\n"
	for i := range invitations {
		text += fmt.Sprintf("  - {id: %d, email: i%d@example.com, created_at: 2025-01-01T00:00:00Z, created_by_id: 1, role: member}\n", i+1, i)
	}
	return text
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAChangedFileIsReloadedAndTheSettingsStay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "world.yaml")
	put(t, file, worldWith(1))
	w := startWatching(t, file)
	w.send("POST", "/_understudy/clock/freeze", "")
	clock := w.send("GET", "/_understudy/clock", "")
	w.send("PATCH", "/_understudy/gaps", `{"per-page-over-max":"refuse"}`)
	gaps := w.send("GET", "/_understudy/gaps", "")
	w.send("POST", "/_understudy/faults", `{"operation":"create-segment","status":503}`)
	faults := w.send("GET", "/_understudy/faults", "")
	w.send("POST", "/_understudy/state/invitations", `{"email":"gone@example.com"}`)
	w.invitations(2)
	put(t, file, worldWith(4))
	if line := w.next("reloaded the fixtures"); !strings.Contains(line, `rows="+3 invitations"`) {
		t.Error(line)
	}
	w.invitations(4)
	for path, before := range map[string]string{"clock": clock, "gaps": gaps, "faults": faults} {
		if now := w.send("GET", "/_understudy/"+path, ""); now != before {
			t.Errorf("%s was %s, and is %s", path, before, now)
		}
	}
	w.send("POST", "/_understudy/sandboxes/default/reset", "")
	w.invitations(4)
}

func TestAnInvalidFileDoesNotChangeTheWorld(t *testing.T) {
	file := filepath.Join(t.TempDir(), "world.yaml")
	put(t, file, worldWith(2))
	w := startWatching(t, file)
	put(t, file, worldWith(2)+"  - {id: 9, email: 7}\n")
	if line := w.next("were not reloaded"); !strings.Contains(line, "level=ERROR") || !strings.Contains(line, "world.yaml:7:20: invitations[2].email: has the wrong type: write a string\"") {
		t.Error(line)
	}
	put(t, file, strings.ReplaceAll(worldWith(2), "member", "king"))
	if line := w.next("were not reloaded"); !strings.Contains(line, "world.yaml:5:94: invitations[0].role: ") || !strings.Contains(line, "(and 1 more: see understudy fixtures check)") {
		t.Error(line)
	}
	w.invitations(2)
	put(t, file, worldWith(1))
	if line := w.next("reloaded the fixtures"); !strings.Contains(line, `rows="-1 invitation"`) {
		t.Error(line)
	}
	w.invitations(1)
}

func TestAFileThatIsReplacedIsReloaded(t *testing.T) {
	folder := t.TempDir()
	for _, revision := range []string{"one", "two"} {
		if err := os.Mkdir(filepath.Join(folder, revision), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(folder, "one", "world.yaml"), worldWith(1))
	put(t, filepath.Join(folder, "two", "world.yaml"), worldWith(2))
	replace := func(target, link string) {
		if err := os.Symlink(target, filepath.Join(folder, "next")); err != nil {
			t.Skip(err) // some systems do not let every user create links
		}
		if err := os.Rename(filepath.Join(folder, "next"), filepath.Join(folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	replace("one", "current")
	replace(filepath.Join("current", "world.yaml"), "world.yaml")
	w := startWatching(t, filepath.Join(folder, "world.yaml"))
	w.invitations(1)
	replace("two", "current") // as a mounted ConfigMap changes
	w.next(`rows="+1 invitation"`)
	w.invitations(2)
	put(t, filepath.Join(folder, "saved"), worldWith(5))
	if err := os.Rename(filepath.Join(folder, "saved"), filepath.Join(folder, "world.yaml")); err != nil { // as an editor saves
		t.Fatal(err)
	}
	w.next(`rows="+3 invitations"`)
	w.invitations(5)
}

func TestWatchNeedsAFileAlone(t *testing.T) {
	folder := t.TempDir()
	for says, o := range map[string]Options{
		"--watch has no file to watch: add --fixtures FILE": {Watch: true},
		"--watch and --state:":                              {Watch: true, Fixtures: "world.yaml", State: "state.json"},
		"is not a regular file":                             {Watch: true, Fixtures: folder},
	} {
		if _, err := o.watch(nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %s", err, says)
		}
	}
}
