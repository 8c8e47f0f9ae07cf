package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/steps/target"
)

// client sends the requests of a session that is recorded.
type client struct {
	t     *testing.T
	base  string
	token string
}

// send sends a request, and returns the JSON of the response.
func (c client) send(method, url, body string) gjson.Result {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return gjson.ParseBytes(text)
}

// TestADraftOfAJournalPasses records what a client does: it creates a segment, waits until
// it is complete, makes a link to it, and is rejected once. Lint accepts the draft, and it
// passes on the fake that it came from and on another one.
func TestADraftOfAJournalPasses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "target.yaml")
	fake, err := server.New(server.Options{AsyncDelay: time.Nanosecond, Control: true})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(fake)
	defer s.Close()
	base, to := s.URL, faketarget.Of(fake, s.URL)
	text, err := target.Marshal(to)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, string(text))
	c := client{t: t, base: base + "/api/v1", token: string(to.Tokens.Workspace)}
	c.session(to)

	scenarios := filepath.Join(dir, "scenarios")
	if code, stdout, stderr := commandLine(t, "record", "--url", base, "--target", file, "--dir", scenarios, "--name", "A session"); code != 0 {
		t.Fatalf("record, exit code %d:\n%s%s", code, stdout, stderr)
	}
	draft, err := os.ReadFile(filepath.Join(scenarios, "a-session.feature"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"And I send it again until \"status\" equals true, for at most 30 seconds\n",
		"/sources/<resources.source_id>/filter_segments/<segment_id>/segment_management_links\"",
		"# left out: an update of a destination with HTTP 400",
	} {
		if !strings.Contains(string(draft), want) {
			t.Errorf("the draft lacks %q", want)
		}
	}
	if n := strings.Count(string(draft), "I remember "); n != 1 {
		t.Errorf("the draft remembers %d values, 1 is used", n)
	}
	if code, stdout, _ := commandLine(t, "lint", scenarios); code != 0 || strings.TrimSpace(stdout) != "nothing is wrong" {
		t.Errorf("lint, exit code %d:\n%s", code, stdout)
	}
	for _, args := range [][]string{{"--target", file}, nil} {
		code, stdout, stderr := commandLine(t, append([]string{"verify", "--features", scenarios, "--tags", "@a-session", "--format", "progress"}, args...)...)
		if code != 0 || !strings.Contains(stdout, "✓ pass   a-session#a-session") {
			t.Errorf("%v, exit code %d:\n%s%s\n%s", args, code, stdout, stderr, draft)
		}
	}
}

// session sends what is recorded.
func (c client) session(to target.Target) {
	c.t.Helper()
	molecule, err := json.Marshal(to.Samples.AtomicMolecule)
	if err != nil {
		c.t.Fatal(err)
	}
	resources, err := json.Marshal(to.Resources)
	if err != nil {
		c.t.Fatal(err)
	}
	id := gjson.ParseBytes(resources)
	segments := c.base + "/sources/" + id.Get("source_id").String() + "/filter_segments"
	created := c.send("POST", segments, `{"name": "recorded", "dataset_id": `+id.Get("dataset_id").String()+`, "molecules": [`+string(molecule)+`]}`)
	if got := c.send("GET", created.Get("filter_segment_source_url").String(), ""); !got.Get("status").Bool() {
		c.t.Fatalf("the segment is not complete: %s", got.Raw)
	}
	c.send("POST", segments+"/"+created.Get("data.id").String()+"/segment_management_links", `{"redirect_uri": "https://example.com/back"}`)
	if got := c.send("PATCH", c.base+"/destinations/"+id.Get("destination_id").String(), `{"name": 5}`); got.Get("status").String() != "error" {
		c.t.Fatalf("the update is not rejected: %s", got.Raw)
	}
}
