package steps_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/spec"
	"understudy/steps"
	"understudy/steps/report"
)

func TestAVocabularyIsTheCatalogueAndItsExtensions(t *testing.T) {
	v, err := steps.Extend(own("Then", "I say hello", func(*steps.Scene) error { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	if all := v.Steps(); len(all) != len(steps.Catalogue())+1 || all[len(all)-1].Example != "I say hello" {
		t.Errorf("the vocabulary ends with %+v", all[len(all)-1])
	}
	if all := (steps.Vocabulary{}).Steps(); len(all) != len(steps.Catalogue()) {
		t.Errorf("the zero vocabulary has %d steps", len(all))
	}
	for want, s := range map[string]steps.Step{
		"func(*steps.Scene, …) error": {Keyword: "Then", Pattern: "^I say hello$", Doc: "It does.", Example: "I say hello", Func: func(string) error { return nil }},
		`it is ambiguous with the step "the response is a success"`: {Keyword: "Then", Pattern: "^the response is (.+)$", Doc: "It is.", Example: "the response is blue",
			Func: func(*steps.Scene, string) error { return nil }},
	} {
		if _, err := steps.Extend(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", s.Example, err, want)
		}
	}
}

func TestAUserStepRequiresWhatABuiltInStepProvides(t *testing.T) {
	read := own("Then", "I read my segment", func(*steps.Scene) error { return nil })
	read.Requires = []steps.Thing{steps.ASegment}
	v, err := steps.Extend(read)
	if err != nil {
		t.Fatal(err)
	}
	for given, faulty := range map[string]bool{"a segment was created": false, "at least 1 invitations": true} {
		text := "@operation:create-segment\nFeature: f\n  @promise:segments-are-created\n  Scenario: s\n    Given " + given + "\n    When I list the invitations\n    Then I read my segment\n"
		faults, err := steps.Lint(steps.Options{Vocabulary: v, Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(text)}}}}})
		if got := slices.ContainsFunc(faults, func(f steps.Fault) bool { return strings.Contains(f.Message, "a segment") }); err != nil || got != faulty {
			t.Errorf("after %s: faults %v, error %v", given, faults, err)
		}
	}
}

func TestTheBudgetCountsTheFootprintsOfUserSteps(t *testing.T) {
	const counted = "@operation:list-invitations\nFeature: f\n  @promise:list-data\n  Scenario: s\n    When I create two\n    Then I look\n"
	creating := own("When", "I create two", func(*steps.Scene) error { return nil })
	creating.Writes, creating.Footprint = true, steps.Footprint{Requests: 5, Segments: 2,
		Once: map[steps.Shared]steps.Footprint{{Of: "our cache"}: {Requests: 3}}}
	v, err := steps.Extend(creating, own("Then", "I look", func(*steps.Scene) error { return nil }))
	if err != nil {
		t.Fatal(err)
	}
	b, err := steps.Plan(start(t), steps.Options{Vocabulary: v, Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(counted)}}}},
		Only: func(s report.Scenario) bool { return s.File != "" }})
	if err != nil || b.Requests != 9 || b.Segments != 2 {
		t.Errorf("the budget is %+v, want 9 requests and 2 segments: %v", b, err)
	}
}

func TestUserStepsDecideTheVerdict(t *testing.T) {
	tg := start(t)
	v, err := steps.Extend(ownSteps(tg.Tokens.Personal)...)
	if err != nil {
		t.Fatal(err)
	}
	r := verify(t, tg, steps.Options{Vocabulary: v, Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(ownFeature)}}}},
		Only: func(s report.Scenario) bool { return strings.HasPrefix(s.Address, "own#") }})
	for name, want := range map[string]struct {
		verdict report.Verdict
		reason  string
	}{
		"holds":                            {report.Pass, ""},
		"fails":                            {report.Fail, "expected silence, found the token $PERSONAL_TOKEN"},
		"skips":                            {report.Skip, "missing test data: none here"},
		"skips in a way that there is not": {report.Error, `no kind of skip "tired": there are missing test data, unsupported`},
		"goes wrong":                       {report.Error, "my own mistake"},
		"panics":                           {report.Error, "a step panicked: out of my wits"},
		"checks nothing":                   {report.Error, "no request was sent before this step: put a When step before it"},
		"reads what is not there":          {report.Skip, `missing test data: "colour" is missing, or not of the type`},
		"hands on what stands below":       {report.Pass, ""},
		"observes":                         {report.Pass, ""},
		"observes what it is not about":    {report.Error, `the scenario is not about gap "content-type"`},
		"writes unasked":                   {report.Error, "create-segment writes: tag the scenario @writes"},
		"writes":                           {report.Pass, ""},
		"publishes":                        {report.Error, `publish-connector changes what is not the run's own: use the step "a connector was published"`},
		"writes nowhere":                   {report.Error, "create-segment takes a value for each {name} of /api/v1/sources/{source_id}/filter_segments, none of them empty"},
		"guesses a URL":                    {report.Error, "read-segment-source is reached through a URL that a response gives"},
		"asks for what there is not":       {report.Error, `no operation "list-colours": there are update-destination`},
	} {
		i := slices.IndexFunc(r.Scenarios, func(s report.Scenario) bool { return s.Name == name })
		if i < 0 {
			t.Errorf("%s: not run", name)
			continue
		}
		if s := r.Scenarios[i]; s.Verdict != want.verdict || !strings.HasPrefix(s.Reason.String(), want.reason) {
			t.Errorf("%s: %s, %q, want %s, %q", name, s.Verdict, s.Reason, want.verdict, want.reason)
		}
	}
	if !slices.ContainsFunc(r.Gaps, func(g report.Gap) bool {
		return g.ID == "content-type" && g.Operation == spec.ListInvitations && g.Observed == "vendor" && g.Evidence == "by looking"
	}) {
		t.Errorf("gaps %+v", r.Gaps)
	}
	if len(r.Ledger) != 1 || r.Ledger[0].Kind != "segment" || !strings.Contains(r.Ledger[0].Name, r.RunID) {
		t.Errorf("ledger %+v", r.Ledger)
	}
}

func TestAStepInTheWordsOfAnAliasRunsWithAWarning(t *testing.T) {
	var said []string
	v, err := steps.Extend(steps.Step{Keyword: "Then", Pattern: `^"([^"]*)" is said (\d+) times$`, Aliases: []string{`^I say "([^"]*)" (\d+) times$`},
		Doc: "It says so.", Example: `"hello" is said 2 times`,
		Func: func(_ *steps.Scene, word string, times int) error {
			said = append(said, fmt.Sprint(word, times))
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	o := steps.Options{Vocabulary: v, Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(`Feature: f
  @promise:list-data
  Scenario: in old words
    When I list the invitations
    Then I say "hi" 3 times
`)}}}}}
	faults, err := steps.Lint(o)
	want := steps.Fault{File: "own/own.feature", Line: 5, Column: 5, Warning: true, Old: true, Fix: `"hi" is said 3 times`,
		Message: `the step 'I say "hi" 3 times' is now written '"hi" is said 3 times': the next release accepts only the new words`}
	if err != nil || !slices.Equal(faults, []steps.Fault{want}) {
		t.Errorf("faults %v, error %v, want %v", faults, err, want)
	}
	o.Only = func(s report.Scenario) bool { return s.Name == "in old words" }
	if r := verify(t, start(t), o); r.Scenarios[0].Verdict != report.Pass || !slices.Equal(said, []string{"hi3"}) {
		t.Errorf("%s, said %q", r.Scenarios[0].Verdict, said)
	}
}

func TestAUserStepNeedsTheArgumentBelowIt(t *testing.T) {
	v, err := steps.Extend(ownSteps("")...)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(ownFeature, `      """
      two
      lines
      """
`, "", 1)
	faults, err := steps.Lint(steps.Options{Vocabulary: v, Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(text)}}}}})
	if err != nil || len(faults) != 1 || faults[0].Message != `the step "I quote" takes a doc string below it, and has nothing below it` {
		t.Errorf("faults %v, error %v", faults, err)
	}
}

func TestAnAmbiguousStepIsAFault(t *testing.T) {
	v, err := steps.Extend(steps.Step{Keyword: "Then", Pattern: `^"([a-z]+)" is (\d\w*)$`, Doc: "A word.", Example: `"colour" is 7blue`,
		Func: func(*steps.Scene, string, string) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(ownFeature, "Then the response is a success", `Then "page" is 1`, 1)
	faults, err := steps.Lint(steps.Options{Vocabulary: v, Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(text)}}}}})
	want := steps.Fault{File: "own/own.feature", Line: 7, Column: 5, Message: `the step '"page" is 1' is ambiguous: it may be any of '"pagination.page" is 1', '"colour" is 7blue'`}
	if err != nil || !slices.Contains(faults, want) {
		t.Errorf("faults %v, error %v", faults, err)
	}
}

func TestATooLargeNumberIsAnError(t *testing.T) {
	text := `@operation:list-invitations
Feature: f
  @promise:list-data
  Scenario: too large
    When I list the invitations
    Then the response has at most 99999999999999999999 records
`
	r, err := steps.Run(context.Background(), start(t), steps.Options{Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(text)}}}},
		Only: func(s report.Scenario) bool { return s.Name == "too large" }})
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Scenarios[0]; s.Verdict != report.Error || s.Reason.Kind != report.HarnessError || !strings.HasPrefix(s.Reason.Text, "a step could not be run: ") {
		t.Errorf("%s, %q", s.Verdict, s.Reason)
	}
}

func TestABrokenPromiseBlocksAUserStepThatReadsThePlace(t *testing.T) {
	v, err := steps.Extend(ownSteps("")...)
	if err != nil {
		t.Fatal(err)
	}
	r := verify(t, start(t, "email-without-at"), steps.Options{Vocabulary: v, Folders: []steps.Folder{{Name: "own", Files: fstest.MapFS{"own.feature": {Data: []byte(ownFeature)}}}},
		Only: func(s report.Scenario) bool { return s.Address == "own#holds" }})
	if s := r.Scenarios[0]; s.Verdict != report.Skip || s.Reason != (report.Reason{Kind: report.Blocked, By: "invitation-email"}) {
		t.Errorf("%s, %q", s.Verdict, s.Reason)
	}
}
