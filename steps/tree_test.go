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

	"understudy/spec"
	"understudy/steps/report"
	"understudy/steps/target"
)

const played = `@operation:list-invitations
Feature: What is told of a scenario

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
    And "data" equals page 1
`

// numbered lists three invitations, but counts its pages from 0, and refuses by
// its words what is not a list.
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
	if err := os.WriteFile(filepath.Join(folder, "sub", "told.feature"), []byte(played), 0o600); err != nil {
		t.Fatal(err)
	}
	own, err := OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	o.Folders = []Folder{own}
	o.Only = func(sc report.Scenario) bool { return strings.HasPrefix(sc.Address, "sub/told#") }
	r, err := Run(t.Context(), target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "w", Personal: "p"}}, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Scenarios) != 2 {
		t.Fatalf("%d scenarios ran", len(r.Scenarios))
	}
	for i, sc := range r.Scenarios {
		if want := folder + "/sub/told.feature"; sc.File != want || r.Sources[0].Document.Uri != want {
			t.Errorf("scenario %d is in %q, want %q", i, sc.File, want)
		}
	}
	return r
}

func TestAScenarioTellsHowItsStepsEnded(t *testing.T) {
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
		`fail And "pagination.page" is 1`, `skip And "data" equals page 1`,
		"8 pass", "pass Given at least 1 invitations", "pass When I list the invitations", "pass Then the response is a success"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestAVerdictNamesItsWitness(t *testing.T) {
	r := play(t, Options{})
	for id, want := range map[string]string{
		"list-status-success": "{sub/told#it-goes-well }",
		"page-zero-is-one":    "{sub/told#it-fails }",
		"topics-are-listed":   "none",
	} {
		i := slices.IndexFunc(r.Promises, func(p report.Promise) bool { return p.ID == id })
		got := "none"
		if w := r.Promises[i].Witness; w != nil {
			got = fmt.Sprint(*w)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func TestAWitnessIsWhatTheVerdictRestsOn(t *testing.T) {
	kept := report.Scenario{Address: "a#kept", Verdict: report.Pass, Promises: []string{"p"}, ReadBack: "GET of it"}
	unseen := report.Scenario{Address: "a#unseen", Verdict: report.Pass, Promises: []string{"p"}, Unseen: map[string]report.Reason{"p": {Kind: report.NoItemSeen}}}
	skipped := report.Scenario{Address: "a#skipped", Verdict: report.Skip, Promises: []string{"p"}}
	other := report.Scenario{Address: "a#other", Verdict: report.Fail, Promises: []string{"p", "q"}, Failures: []report.Failure{{Promise: "q"}}}
	broken := report.Scenario{Address: "a#broken", Verdict: report.Fail, Promises: []string{"p"}, Failures: []report.Failure{{Promise: "p"}}, ReadBack: "no read-back shows it"}
	for rule, c := range map[string]struct {
		verdict   report.Verdict
		scenarios []report.Scenario
		want      string
	}{
		"the first that saw it kept":              {report.Pass, []report.Scenario{unseen, skipped, kept}, "a#kept, GET of it"},
		"one that failed for another promise":     {report.Pass, []report.Scenario{unseen, other}, "a#other, "},
		"the first that saw it broken":            {report.Fail, []report.Scenario{kept, broken}, "a#broken, no read-back shows it"},
		"the check of answers, without scenarios": {report.Fail, []report.Scenario{kept}, ", the check of all answers of list-topics against the contract"},
		"none of what was not seen":               {report.Skip, []report.Scenario{unseen, skipped}, "none"},
	} {
		t.Run(rule, func(t *testing.T) {
			tree := &report.Run{Scenarios: c.scenarios, Violations: []report.Violation{{Promise: "p", Operation: spec.ListTopics}}}
			got := "none"
			if w := witnessOf(tree, report.Promise{ID: "p", Verdict: c.verdict}); w != nil {
				got = w.Scenario + ", " + w.By
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestEveryAnswerIsCounted(t *testing.T) {
	w := worldOn(t, target.Target{})
	w.run.countAnswer(updated(`{"id":1}`))
	refused := updated(`null`)
	refused.Body = []byte(`{"status":"error"}`)
	w.run.countAnswer(refused)
	unknown := updated(`null`)
	unknown.Status = http.StatusNotFound
	w.run.countAnswer(unknown)
	opened := updated(`{}`)
	opened.Method = http.MethodGet
	w.run.countAnswer(opened)
	got := fmt.Sprint(w.run.tree().Coverage)
	if want := "[{update-destination 200  2 1} {update-destination 404  1 1}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestTheReasonOfASkippedPromiseIsTheOneThatSaysMost(t *testing.T) {
	missing := report.Reason{Kind: report.MissingTestData, Text: "none"}
	unseen := report.Reason{Kind: report.NoItemSeen, Text: "nothing"}
	left := report.Reason{Kind: report.Narrowed, Text: "left out"}
	for want, reasons := range map[report.Reason][]report.Reason{
		missing: {unseen, left, missing},
		unseen:  {left, unseen},
		left:    {left},
		{Kind: report.NoScenario, Text: "no scenario of the run speaks of it"}: nil,
	} {
		if got := whySkipped(reasons); got != want {
			t.Errorf("of %q: %q, want %q", reasons, got, want)
		}
	}
}
