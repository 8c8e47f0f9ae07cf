package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/sandbox"
	"understudy/spec/gap"
)

// readEverything returns the responses to every kind of read, and then to some
// writes, always in the same order. Random parts of links are left out.
func readEverything(f testkit.Fake, uris []string) (all []string) {
	ask := func(method, path, body string, edits ...testkit.Edit) testkit.Response {
		a := f.Do(method, path, body, edits...)
		text := a.Body
		var b bytes.Buffer
		if json.Compact(&b, []byte(a.Body)) == nil {
			text = b.String()
		}
		all = append(all, fmt.Sprintf("%s %s %s: %d %s", method, path, body, a.Code, text))
		return a
	}
	workspace, personal := testkit.Bearer(f.TestData().WorkspaceToken), testkit.Bearer(f.TestData().PersonalToken)
	for page := range 4 {
		ask("GET", fmt.Sprintf("%s?page=%d&per_page=50&order=asc", testkit.InvitationsPath, page), "", personal)
	}
	for _, s := range fixtures.Default().Sources {
		ask("GET", fmt.Sprintf("/api/v1/sources/%d/topics", s.ID), "", workspace)
	}
	for _, d := range fixtures.Default().Destinations {
		ask("GET", fmt.Sprintf("/api/v1/destinations/%d", d.ID), "", workspace)
		ask("GET", fmt.Sprintf("/api/v1/destinations/%d/objects?per_page=3", d.ID), "", workspace)
	}
	for _, uri := range uris {
		ask("GET", strings.TrimPrefix(uri, testkit.BaseURL), "")
	}
	for id := range 40 {
		for _, suffix := range []string{"", "/source_status", "/source_status"} {
			ask("GET", fmt.Sprintf("%s/%d%s", f.SegmentsPath(), id, suffix), "", workspace)
		}
	}
	for _, name := range []string{"made", "plain", "bare", "made_by_label", "blank", "blank_id", "returns_desk"} {
		ask("PATCH", "/api/v1/connectors/"+name, `{"connector":{}}`, workspace)
	}
	ask("POST", f.SegmentsPath(), f.SegmentBody(), workspace)
	for _, table := range []string{"", "/connectors", "/destinations", "/sources", "/topics", "/segments", "/invitations"} {
		ask("GET", "/_understudy/state"+table, "", testkit.FromAddress(testkit.ThisMachine))
	}
	ask("GET", "/_understudy/transitions", "", testkit.FromAddress(testkit.ThisMachine))
	ask("GET", "/_understudy/clock", "", testkit.FromAddress(testkit.ThisMachine))
	return all
}

func TestAFakeContinuesFromItsSavedState(t *testing.T) {
	choices := map[string]gap.Choice{"the defaults": {}}
	for seed := range uint64(8) {
		choices[fmt.Sprint("seed ", seed)] = gap.Random(seed)
	}
	for name, choice := range choices {
		t.Run(name, func(t *testing.T) {
			first := testkit.OpenAtNoon(t, server.Options{Choice: choice})
			uris := testkit.Use(first)
			if len(uris) == 0 {
				t.Fatal("there are no links")
			}
			second := testkit.Reopen(t, first)
			want, got := readEverything(first, uris), readEverything(second, uris)
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("before: %s\nafter:  %s", want[i], got[i])
				}
			}
			if third := testkit.Reopen(t, second); first.TestData().PersonalToken != third.TestData().PersonalToken {
				t.Error("the tokens changed")
			}
		})
	}
}

func TestAFakeContinuesWithItsSavedFormatting(t *testing.T) {
	looks := func(f testkit.Fake) string {
		a := f.Do("GET", testkit.InvitationsPath+"?per_page=3", "", testkit.Bearer(f.TestData().PersonalToken), testkit.AddHeader("Accept-Encoding", "gzip"))
		return fmt.Sprint(a.Code, a.Header, a.Body)
	}
	plain, varied := looks(testkit.OpenAtNoon(t, server.Options{})), 0
	for seed := range uint64(8) {
		first := testkit.OpenAtNoon(t, server.Options{Formatting: seed + 1<<63})
		second := testkit.Reopen(t, first)
		want := looks(first)
		if got := looks(second); got != want {
			t.Errorf("before: %s\nafter:  %s", want, got)
		}
		if want != plain {
			varied++
		}
		if got := looks(testkit.OpenAtNoon(t, server.Options{Formatting: 1, World: second.World()})); got != looks(testkit.OpenAtNoon(t, server.Options{Formatting: 1})) {
			t.Errorf("the requested formatting does not take precedence over the saved one: %s", got)
		}
	}
	if varied == 0 {
		t.Error("every formatting is plain")
	}
}

func TestTheSavedWorldIsTheOneSaved(t *testing.T) {
	first := testkit.OpenAtNoon(t, server.Options{Choice: gap.Random(3)})
	testkit.Use(first)
	if before, after := testkit.Written(t, first), testkit.Written(t, testkit.Reopen(t, first)); before != after {
		t.Errorf("before: %s\nafter: %s", before, after)
	}
}

func TestASaveWritesTheWorldRowByRow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	f := testkit.OpenAtNoon(t, server.Options{StateFile: file})
	testkit.Use(f)
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	saved, err := os.ReadFile(file)
	if err != nil || string(saved) != testkit.Written(t, f) {
		t.Errorf("%v\n%s\nwant\n%s", err, saved, testkit.Written(t, f))
	}
}

func TestASavedClockContinues(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	f.Control("POST", "clock/advance", `{"seconds":90}`)
	if now, frozen := testkit.Reopen(t, f).Home().Clock().Reading(); !now.Equal(testkit.Noon.Add(90*time.Second)) || frozen {
		t.Errorf("it is at %s, frozen %t", now, frozen)
	}
	f.Control("POST", "clock/freeze", "")
	if now, frozen := testkit.Reopen(t, f).Home().Clock().Reading(); !now.Equal(testkit.Noon.Add(90*time.Second)) || !frozen {
		t.Errorf("it is at %s, frozen %t", now, frozen)
	}
}

func TestSaveIsOfTheDefaultSandbox(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	f := testkit.OpenAtNoon(t, server.Options{StateFile: file})
	if _, err := f.Hub().Fork(sandbox.Default, "other"); err != nil {
		t.Fatal(err)
	}
	f.Control("POST", "state/invitations?sandbox=other", `{"email":"other@example.com"}`)
	f.Control("POST", "state/invitations", `{"email":"home@example.com"}`)
	if a := f.Control("POST", "state/save", ""); a.Code != 200 {
		t.Error(a)
	}
	w, err := fixtures.LoadState(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(w.Invitations); w.Invitations[n-1].Email != "home@example.com" {
		t.Errorf("the last is %s", w.Invitations[n-1].Email)
	}
	if a := f.Control("POST", "state/save?sandbox=other", ""); a.Code != 400 {
		t.Error(a)
	}
	if a := testkit.OpenAtNoon(t, server.Options{}).Control("POST", "state/save", ""); a.Code != 409 || !strings.Contains(a.Get("error").Str, "--state") {
		t.Error(a)
	}
}

func TestAWorldIsSavedWithTheTokensThatOpenIt(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	f.Control("POST", "sandboxes", `{"id":"own","fixture":{"organization":{"id":9,"name":"Own"},"workspaces":[{"id":9,"name":"W","token":"own-w"}],"users":[{"id":9,"email":"u@example.com","token":"own-u"}]}}`)
	f.Control("POST", "sandboxes/own/snapshots", `{"name":"own"}`)
	f.Control("POST", "sandboxes/default/restore", `{"snapshot":"own"}`)
	g := testkit.Reopen(t, f)
	if a := g.Do("GET", testkit.InvitationsPath, "", testkit.Bearer("own-u")); g.TestData().WorkspaceToken != "own-w" || a.Code != 200 || a.Get("pagination.total_records").Int() != 0 {
		t.Errorf("%s opens it: %s", g.TestData().WorkspaceToken, a)
	}
}

// TestAStateThatDoesNotOpenReplacesNoneThatDoes saves a world that no file may contain.
func TestAStateThatDoesNotOpenReplacesNoneThatDoes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	good := testkit.OpenAtNoon(t, server.Options{StateFile: file})
	if err := good.Save(); err != nil {
		t.Fatal(err)
	}
	bad := *fixtures.Default()
	bad.Invitations = slices.Clone(bad.Invitations)
	bad.Invitations[0].ClaimedAt = "2001-01-01T00:00:00Z"
	a := testkit.OpenAtNoon(t, server.Options{StateFile: file, World: &bad}).Control("POST", "state/save", "")
	if says := a.Get("error").Str; a.Code != 409 || !strings.Contains(says, "which is as it was") || !strings.Contains(says, `invitations[0].claimed_at: must not be before created_at`) {
		t.Error(a)
	}
	if _, err := fixtures.LoadState(file); err != nil {
		t.Error(err)
	}
}
