package feature

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/spec"
	"understudy/spec/contract"
)

func TestTagsFollowFromTheSteps(t *testing.T) {
	for text, want := range map[string]string{
		`    When I list the invitations
    Then the response is allowed by gap "page-ends"`: "@operation:list-invitations @gap:page-ends",
		`    Given a successful create-segment-management-link request
    Then the response is a success`: "@operation:create-segment-management-link @operation:create-segment @writes",
		`    Given the clock stands still
    And a segment was created
    Then the response is a success`: "@needs:clock @operation:create-segment @writes",
	} {
		s, err := Read(words, in("Feature: f\n  Scenario: s\n"+text+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Scenarios[0].Tags, " "); got != want {
			t.Errorf("%s\nhas the tags %s, want %s", text, got, want)
		}
	}
}

func TestTheContractCheckCoversAllPromisesOfTheResponse(t *testing.T) {
	check := "    When I list the invitations\n    Then the response matches the contract\n"
	for tags, want := range map[string]int{"": len(contract.Promises(spec.ListInvitations)), "  @promise:list-data\n": 1} {
		if got := load(t, "Feature: f\n"+tags+"  Scenario: s\n"+check).Scenarios[0].Promises; len(got) != want || want > 1 && !slices.Contains(got, "bodies-are-json") {
			t.Errorf("tags %q: %d promises, want %d: %v", tags, len(got), want, got)
		}
	}
}

func TestATagOfAnExpectationIsReadWithItsFolder(t *testing.T) {
	text := "Feature: f\n  @expect:quick\n  Scenario: s\n    When I list the invitations\n    Then the response is a success\n"
	for name, c := range map[string]struct{ file, want string }{
		"known":      {"expectations:\n  - id: quick\n    says: Quick.\n", ""},
		"unknown":    {"expectations:\n  - id: quickly\n    says: Quick.\n", `no expectation "quick": did you mean "quickly"?`},
		"not listed": {"", `no expectation "quick": write it into expectations.yaml`},
		"invalid":    {"expectations:\n  - id: 7 8\n", `expectations[0].id is "7 8"`},
	} {
		folder := in(text)
		if c.file != "" {
			folder.Files.(fstest.MapFS)["expectations.yaml"] = &fstest.MapFile{Data: []byte(c.file)}
		}
		_, err := Load(words, folder)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if faults := ReadText(words, "x.feature", []byte(text)).Lint(); len(faults) > 0 {
		t.Errorf("a text without its folder: %v", faults)
	}
	if near := TagSuggestion("@expect:quick"); near != "" {
		t.Errorf("an expectation of no suite is corrected to %s", near)
	}
}
