package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/spec/atomicfile"
)

// kills returns how often the fake is killed: KILLS in the environment, or 20.
func kills(t *testing.T) int {
	t.Helper()
	text := os.Getenv("KILLS")
	if text == "" {
		return 20
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("KILLS: %v", err)
	}
	return n
}

// TestAKilledFakeLeavesItsStateWhole kills a fake that saves over and over, at random
// moments. The file must be readable each time, and contain everything whose save was
// confirmed.
func TestAKilledFakeLeavesItsStateWhole(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "state.json")
	world := filepath.Join(folder, "world.json")
	if err := atomicfile.Replace(world, 0o600, func(w io.Writer) error {
		return fixtures.Generate(w, fixtures.Size{Invitations: 2000, Seed: 1})
	}, nil); err != nil {
		t.Fatal(err)
	}
	for n := range kills(t) {
		saved, asked := saveUntilKilled(t, world, file)
		w, err := fixtures.LoadState(file)
		if err != nil {
			t.Fatalf("kill %d: %v", n, err)
		}
		if total := int64(len(w.Invitations)); total < saved || total > asked {
			t.Fatalf("kill %d: the file has %d invitations: %d were saved, and %d asked for", n, total, saved, asked)
		}
	}
	t.Logf("killed %d times", kills(t))
}

// saveUntilKilled starts a fake, adds invitations and saves each, until the fake is
// killed. It returns how many were certainly saved, and how many may have been.
func saveUntilKilled(t *testing.T, world, file string) (saved, asked int64) {
	t.Helper()
	cmd, base := startSaving(t, world, file)
	saved = countInvitations(t, base)
	asked = saved
	enough := saved + 1 + rand.Int64N(3)
	for {
		asked++
		if post(base+"/state/invitations", fmt.Sprintf(`{"email":"k%d@example.com"}`, asked)) != http.StatusCreated {
			break
		}
		if post(base+"/state/save", "") != http.StatusOK {
			break
		}
		if saved = asked; saved == enough {
			time.AfterFunc(time.Duration(rand.Int64N(int64(30*time.Millisecond))), func() { _ = cmd.Process.Kill() })
		}
	}
	_ = cmd.Wait()
	return saved, asked
}

// startSaving starts the real command, and returns the URL of its control API.
func startSaving(t *testing.T, world, file string) (*exec.Cmd, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "serve", "--addr", "127.0.0.1:0", "--fixtures", world, "--state", file)
	// Under the name of the command, the test binary runs it: see TestMain.
	cmd.Args[0] = "understudy"
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return cmd, controlURLIn(t, out)
}

// controlURLIn reads the banner of a fake up to its end.
func controlURLIn(t *testing.T, out io.Reader) string {
	t.Helper()
	said := make([]byte, 0, 1024)
	for !strings.Contains(string(said), "Try it") {
		chunk := make([]byte, 1024)
		n, err := out.Read(chunk)
		if said = append(said, chunk[:n]...); err != nil {
			t.Fatalf("it said %s: %v", said, err)
		}
	}
	_, rest, _ := strings.Cut(string(said), "control API")
	return strings.Fields(rest)[0]
}

func countInvitations(t *testing.T, base string) int64 {
	t.Helper()
	res, err := http.Get(base + "/state/invitations?per_page=1")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var page struct{ Total int64 }
	if err := json.NewDecoder(res.Body).Decode(&page); err != nil {
		t.Fatal(err)
	}
	return page.Total
}

// post returns the HTTP status of the response; 0 without a response.
func post(url, body string) int {
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}
