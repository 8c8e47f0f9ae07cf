package steps

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"understudy/steps/report"
	"understudy/steps/target"
)

const played = `@operation:list-invitations
Feature: What is reported of a scenario

  Background:
    Given at least 1 invitations

  @promise:list-status-success
  Scenario: it goes well
    When I list the invitations
    Then the response is a success

  @promise:page-zero-is-one
  Scenario: it fails
    When I list the invitations with page 0 and per_page 1
    Then the response is a success
    And "pagination.page" is 1
    And the response has the records of page 1
`

// numbered responds to every request with one invitation, and shows the requested
// page number unchanged, also 0.
func numbered(w http.ResponseWriter, r *http.Request) {
	page, per := r.URL.Query().Get("page"), r.URL.Query().Get("per_page")
	if page == "" {
		page = "1"
	}
	if per == "" {
		per = "25"
	}
	fmt.Fprintf(w, `{"status":"success","pagination":{"total_records":1,"per_page":%s,"prev_page":null,"page":%s,"next_page":null,"last_page":1},"next":null,"data":[%s]}`,
		per, page, `{"id":1,"email":"a@b.example","created_at":"2025-01-01T00:00:00Z","created_by_id":1,"role":"member","associated_workspace_invitations":[]}`)
}

// play runs the scenarios above from a folder on disk.
func play(t *testing.T, o Options) *report.Run {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(numbered))
	t.Cleanup(s.Close)
	folder := filepath.Join(t.TempDir(), "own")
	if err := os.MkdirAll(filepath.Join(folder, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "sub", "reported.feature"), []byte(played), 0o600); err != nil {
		t.Fatal(err)
	}
	own, err := OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	o.Folders = []Folder{own}
	o.Only = func(sc report.Scenario) bool { return strings.HasPrefix(sc.Address, "sub/reported#") }
	r, err := Run(t.Context(), target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "w", Personal: "p"}}, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Scenarios) != 2 {
		t.Fatalf("%d scenarios ran", len(r.Scenarios))
	}
	for i, sc := range r.Scenarios {
		if want := folder + "/sub/reported.feature"; sc.File != want || r.Sources[0].Document.Uri != want {
			t.Errorf("scenario %d is in %q, want %q", i, sc.File, want)
		}
	}
	return r
}

func TestAScenarioReportsHowItsStepsEnded(t *testing.T) {
	r := play(t, Options{})
	var got []string
	for _, sc := range r.Scenarios {
		got = append(got, fmt.Sprintf("%d %s", sc.Line, sc.Verdict))
		for _, st := range sc.Steps {
			got = append(got, string(st.Verdict)+" "+st.Text)
			if st.Pattern == "" {
				t.Errorf("%q has no pattern", st.Text)
			}
		}
		if sc.Started.Before(r.Started) {
			t.Errorf("it began at %v, before the run at %v", sc.Started, r.Started)
		}
	}
	want := []string{
		"13 fail", "pass Given at least 1 invitations", "pass When I list the invitations with page 0 and per_page 1", "pass Then the response is a success",
		`fail And "pagination.page" is 1`, `skip And the response has the records of page 1`,
		"8 pass", "pass Given at least 1 invitations", "pass When I list the invitations", "pass Then the response is a success"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestAVerdictNamesItsEvidence(t *testing.T) {
	r := play(t, Options{})
	for id, want := range map[string]string{
		"list-status-success": "{sub/reported#it-goes-well }",
		"page-zero-is-one":    "{sub/reported#it-fails }",
		"topics-are-listed":   "none",
	} {
		i := slices.IndexFunc(r.Promises, func(p report.Promise) bool { return p.ID == id })
		got := "none"
		if w := r.Promises[i].Evidence; w != nil {
			got = fmt.Sprint(*w)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
