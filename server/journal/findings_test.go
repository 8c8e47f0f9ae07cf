package journal_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
)

func TestFindings(t *testing.T) {
	f := testkit.OpenControlled(t)
	for range 3 {
		f.ListInvitations("?per_page=500")
	}
	f.ListInvitations("?sort=name")
	f.PostSegment(f.SegmentBody("name", "5"))
	f.SetFault(`{"status":503}`)
	f.ListInvitations("?per_page=0")
	a := f.Control("GET", "journal/findings", "")
	if got := a.Get("breaks.#.says").Raw; got != `["3 calls of list-invitations: query per_page: expected a number, at most 100, found 500",`+
		`"1 call of create-segment: body /name: expected a string, found a number"]` {
		t.Errorf("the breaks are %s", got)
	}
	if got := a.Get("breaks.0.promise").Str + a.Get("breaks.0.seqs").Raw; got != "per-page-at-most-100[1,2,3]" {
		t.Errorf("the first is %s", got)
	}
	if got := a.Get("notes.#.says").Raw; got != `["1 call of list-invitations: query sort: expected a parameter of the document, found another one"]` {
		t.Errorf("the notes are %s", got)
	}
	if got := a.Get("gaps.0.says").Str; got != "3 calls relied on per-page-over-max (clamp); a real deployment may choose refuse or default" {
		t.Errorf("the first gap is %s", got)
	}
	if got := a.Get("gaps.#.gap").Raw; got != `["per-page-over-max","body-refusal-status","error-body","error-content-type","name-not-a-string"]` {
		t.Errorf("the gaps are %s", got)
	}
	if got := a.Get("shapes.#.gap").Raw; !strings.Contains(got, "next-link") || strings.Contains(got, "per-page") {
		t.Errorf("the shapes are %s", got)
	}
	if got := fmt.Sprint(a.Get("exchanges"), a.Get("faulted"), a.Get("not_checked")); got != "6 1 0" {
		t.Errorf("the counts are %s", got)
	}
}

func TestATokenOfTheWrongKindIsAViolation(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.Do("GET", testkit.InvitationsPath, "", testkit.Bearer(f.TestData().WorkspaceToken))
	f.Do("GET", fmt.Sprintf("/api/v1/sources/%d/topics", f.TestData().TopicsSourceID), "", testkit.Bearer(f.TestData().PersonalToken))
	f.Do("GET", testkit.InvitationsPath, "", testkit.Bearer("nobody-s-token"))
	f.ListInvitations("")
	a := f.Control("GET", "journal/findings", "")
	if got := a.Get("breaks.#.says").Raw + a.Get("breaks.#.promise").Raw; got != `["1 call of list-invitations: header Authorization: expected a personal token, found a workspace token",`+
		`"1 call of list-topics: header Authorization: expected a workspace token, found a personal token"]["personal-token-kind","workspace-token-kind"]` {
		t.Errorf("the breaks are %s", got)
	}
}

func TestAFindingNamesThePathThatWasWrong(t *testing.T) {
	f := testkit.OpenControlled(t)
	token := f.TestData().WorkspaceToken
	for _, path := range []string{"/api/v1/invitation", "/api/v1/destinations", "/api/v1/invitation", "/api/v1/" + token} {
		f.Do("GET", path, "", testkit.Bearer(token))
	}
	says := f.Control("GET", "journal/findings", "").Get("breaks.#.says").Raw
	for _, want := range []string{"2 calls: path: ", "found /api/v1/invitation\"", "1 call: path: ", "found /api/v1/destinations\""} {
		if !strings.Contains(says, want) {
			t.Errorf("without %q: %s", want, says)
		}
	}
	if strings.Contains(says, token) {
		t.Errorf("it shows a token: %s", says)
	}
}
