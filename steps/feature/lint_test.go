package feature

import (
	"slices"
	"strings"
	"testing"

	"understudy/steps/vocabulary"
)

func TestAFaultyFeatureIsRejectedWithItsPlace(t *testing.T) {
	for rule, c := range map[string]struct{ text, want string }{
		"an unknown step names the nearest": {strings.Replace(sound, "I list the invitations", "I lists the invitation", 1),
			`own/mine/x.feature:5:5: the step "I lists the invitation" is unknown: did you mean "I list the invitations"?`},
		"a step of another keyword is not suggested": {strings.Replace(sound, "I list the invitations", "tea", 1),
			`the step "tea" is unknown: see understudy steps`},
		"a guess keeps what its author chose": {strings.Replace(sound, "I list the invitations", "I list the topics after last page", 1),
			`did you mean "I list the topics after the last page"?`},
		"a guess keeps numbers and quoted texts": {strings.Replace(sound, "the response matches the contract", `"data.0.id" was 7`, 1),
			`did you mean '"data.0.id" is 7'?`},
		"an unknown promise":    {strings.Replace(sound, "list-data", "list-date", 1), `own/mine/x.feature:3:3: no promise "list-date": did you mean "list-data"?`},
		"a promise without id":  {strings.Replace(sound, "promise:list-data", "promise", 1), `x.feature:3:3: the tag @promise lacks its id: write @promise:<id>`},
		"an unknown gap":        {strings.Replace(sound, "@promise:list-data", "@gap:page-end", 1), `no gap "page-end": did you mean "page-ends"?`},
		"an unknown operation":  {strings.Replace(sound, "list-invitations", "list-invites", 1), `x.feature:1:1: no operation "list-invites": did you mean "list-invitations"?`},
		"an unknown capability": {strings.Replace(sound, "@promise:list-data", "@promise:list-data @needs:tides", 1), `x.feature:3:22: no capability "tides": there is clock`},
		"a promise on another operation": {strings.Replace(sound, "list-data", "segments-are-created", 1),
			`x.feature:3:3: promise "segments-are-created" is not about list-invitations: it is about create-segment`},
		"a misspelt kind of tag":        {strings.Replace(sound, "@promise:list-data", "@promise:list-data @opertion:list-invitations", 1), `the tag @opertion:list-invitations is unknown: did you mean @operation?`},
		"a tag with a slip":             {strings.Replace(sound, "@promise:list-data", "@promise:list-data @write", 1), `the tag @write is unknown: did you mean @writes?`},
		"an id after a tag without ids": {strings.Replace(sound, "@promise:list-data", "@promise:list-data @writes:all", 1), `the tag @writes:all takes no id: write @writes`},
		"an unknown gap in a step":      {strings.Replace(sound, "the response matches the contract", `the response is allowed by gap "page-end"`, 1), `no gap "page-end": did you mean "page-ends"?`},
		"an unknown key in a step":      {strings.Replace(sound, "I list the invitations", `the target file has "resources.source"`, 1), `no key "resources.source": did you mean "resources.source_id"? see elsewhere`},
		"a doc string that no step takes": {strings.Replace(sound, "I list the invitations", "I list the invitations\n\"\"\"\nx\n\"\"\"", 1),
			`the step "I list the invitations" takes nothing below it, and has a doc string below it`},
		"a step without its subject": {strings.Replace(sound, "When I list the invitations", "Given at least 1 invitations", 1),
			`x.feature:6:5: the step "the response matches the contract" needs a response, which no step before it provides: put a step like "a successful list-invitations request" before it`},
		"a step that speaks of pages": {strings.Replace(sound, "the response matches the contract", "each page reports its own number", 1),
			`needs the pages of a list, which no step before it provides: put a step like "I read the pages of the invitations" before it`},
		"a step that speaks of a segment": {strings.Replace(sound, "I list the invitations", "I poll its source URL", 1),
			`needs a segment, which no step before it provides: put a step like "a segment was created" before it`},
		"a scenario without a check": {strings.Replace(sound, "    Then the response matches the contract\n", "", 1),
			`x.feature:4:3: scenario "s" checks nothing`},
		"several promises and a step that checks one": {strings.Replace(strings.Replace(sound, "@promise:list-data", "@promise:list-data @promise:page-echoed", 1), "the response matches the contract", `"pagination.page" is 1`, 1),
			`x.feature:6:5: the step '"pagination.page" is 1' cannot know which of the scenario's 2 promises it checks: keep one @promise tag`},
		"several promises, of which no step checks one": {strings.Replace(pages, "    And next_page is the next page\n", "", 1),
			`x.feature:4:3: no step of scenario "s" checks promise next-page-follows: remove the tag, or add a step that does`},
		"an unknown gap among several": {strings.Replace(sound, "the response matches the contract", `the response is allowed by gaps "page-ends" and "next-lnk"`, 1), `no gap "next-lnk": did you mean "next-link"?`},
		"a column in a known step that is misspelt": {sound + "  @promise:list-data\n  Scenario Outline: <pages>\n    When I list the invitations with page <page>\n    Then the response matches the contract\n    Examples:\n      | pages |\n      | 1 |\n",
			`x.feature:9:5: the step "I list the invitations with page <page>": <page> is no column of the examples: did you mean <pages>?`},
		"an outline whose examples share an address": {sound + "  @promise:list-data\n  Scenario Outline: o\n    When I list the <list>\n    Then the response matches the contract\n    Examples:\n      | list |\n      | invitations |\n      | invitations |\n",
			`own/mine/x.feature:14:7: scenario "o" has the address of own/mine/x.feature:13: give it another name (an outline names its examples with <placeholders>)`},
		"an outline whose name has no such column": {sound + "  @promise:list-data\n  Scenario Outline: <lists>\n    When I list the <list>\n    Then the response matches the contract\n    Examples:\n      | list |\n      | invitations |\n      | destination objects |\n",
			`own/mine/x.feature:8:3: the name of the outline "<lists>" has <lists>, which is no column of its examples: did you mean "list"? there are list`},
		"a keyword with a slip": {strings.Replace(sound, "    When I list", "    Gven at least 500 invitations\n    When I list", 1),
			`own/mine/x.feature:5:5: "Gven at least 500 invitations" is read as a description: a step begins with a keyword, such as "Given at least 500 invitations"`},
		"a step without a keyword": {strings.Replace(sound, "    When I list", "    Some text.\n\n    at least 500 invitations\n    When I list", 1),
			`x.feature:7:5: "at least 500 invitations" is read as a description: a step begins with a keyword, such as "Given at least 500 invitations"`},
		"a background whose first keyword has a slip": {strings.Replace(sound, "\n  @promise", "\n  Background:\n    Givn at least 3 invitations\n\n  @promise", 1),
			`"Givn at least 3 invitations" is read as a description: a step begins with a keyword, such as "Given at least 3 invitations"`},
		"a step below the feature": {strings.Replace(sound, "Feature: f\n", "Feature: f\n  Given at least 3 invitations\n", 1),
			`x.feature:3:3: "Given at least 3 invitations" is read as a description: put it below a scenario or a background`},
		"an outline with a table of no rows":   {sound + "  Scenario Outline: o\n    When I list the <list>\n    Examples:\n      | list |\n", `x.feature:7:3: the outline "o" has no examples`},
		"an outline without examples":          {sound + "  @promise:list-data\n  Scenario Outline: o\n    When I list the <list>\n", `x.feature:8:3: the outline "o" has no examples`},
		"a scenario that speaks of none":       {strings.Replace(strings.Replace(sound, "@promise:list-data", "@writes", 1), "the response matches the contract", "the response is a success", 1), "has no @promise:<id>, no @gap:<id> and no @expect:<id>"},
		"two scenarios of one name":            {sound + sound[strings.Index(sound, "  @promise"):], `own/mine/x.feature:8:3: scenario "s" has the address of own/mine/x.feature:4`},
		"a scenario without steps":             {sound + "  @promise:list-data\n  Scenario: empty\n", `scenario "empty" has no steps`},
		"text that is not Gherkin":             {sound + "    Perhaps\n    Or not\n", `own/mine/x.feature:7:5: not Gherkin: "Perhaps" cannot stand here: begin a step`},
		"every line that is not Gherkin":       {sound + "    Perhaps\n    Or not\n", `own/mine/x.feature:8:5: not Gherkin: "Or not"`},
		"a scenario before the feature":        {"Scenario: one\n  When I list the topics\n", `own/mine/x.feature:1:1: not Gherkin: "Scenario: one" stands before the feature: begin the file with Feature: and a name`},
		"a feature that is misspelt":           {strings.Replace(sound, "Feature:", "Featur:", 1), `"Featur: f" stands before the feature: did you mean Feature:? begin the file with Feature: and a name`},
		"a doc string without end":             {sound + "    \"\"\"\n", "the doc string is not closed"},
		"a misspelt keyword":                   {sound + "  @promise:list-data\n  Scenaro: t\n    When I list the invitations\n", `x.feature:8:3: not Gherkin: "Scenaro: t" cannot stand here: did you mean Scenario:?`},
		"a misspelt keyword below the feature": {"Feature: f\n  Scenaro: t\n    When I list the invitations\n", "own/mine/x.feature has none: did you mean Scenario:? write Scenario:"},
		"rows of different lengths":            {sound + "      | a | b |\n      | c |\n", "x.feature:8:7: not Gherkin: the row has another number of cells than the first row of its table: put | around each cell"},
		"a tag with a space":                   {strings.Replace(sound, "@promise:list-data", "@promise: page-echoed", 1), "x.feature:3:3: not Gherkin: a tag has no spaces: did you mean @promise:page-echoed?"},
		"an unknown language":                  {"# language: xx\n" + sound, `not Gherkin: there is no language "xx": write # language: en`},
		"a folder without scenarios":           {"Feature: f\n", "no scenario in the folder own"},
		"a file without a feature":             {"# nothing\n", "own/mine/x.feature:1:1: the file holds no feature"},
	} {
		t.Run(rule, func(t *testing.T) {
			_, err := Load(words, in(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// pages is a valid scenario with several promises, each of which a step checks.
const pages = "@operation:list-invitations\nFeature: f\n  @promise:page-echoed @promise:next-page-follows\n  Scenario: s\n" +
	"    When I read the pages of the invitations\n    Then each page reports its own number\n    And next_page is the next page\n"

func TestAScenarioMayHaveSeveralPromises(t *testing.T) {
	load(t, pages)
}

func TestAStepMayNameSeveralGaps(t *testing.T) {
	s := load(t, strings.Replace(sound, "the response matches the contract", `the response is allowed by gaps "page-ends" and "next-link"`, 1))
	if got := s.Scenarios[0].Gaps; !slices.Equal(got, []string{"page-ends", "next-link"}) {
		t.Errorf("gaps %q", got)
	}
}

// The promise may be about the operation of the step that is unknown.
func TestAnUnknownStepIsTheOnlyFaultOfItsScenario(t *testing.T) {
	text := strings.NewReplacer("list-data", "segments-are-created", "the response matches the contract", "I make a segmnt").Replace(sound)
	s, err := Read(words, in(text))
	if err != nil {
		t.Fatal(err)
	}
	if faults := s.Lint(); len(faults) != 1 || !strings.Contains(faults[0].Message, `the step "I make a segmnt" is unknown`) {
		t.Errorf("faults %v", faults)
	}
}

func TestATagOfOnesOwnIsLeftAlone(t *testing.T) {
	for _, tag := range []string{"@map", "@flow", "@show", "@team:data", "@jira:X-1", "@wip", "@written", "@promises"} {
		if _, err := Load(words, in(strings.Replace(sound, "@promise:list-data", "@promise:list-data "+tag, 1))); err != nil {
			t.Error(err)
		}
	}
}

func TestATextOfAnAliasIsAWarning(t *testing.T) {
	s := load(t, strings.Replace(sound, "the response matches the contract", `the number "pagination.page" is 7`, 1))
	want := Fault{File: "own/mine/x.feature", Line: 6, Column: 5, Warning: true, Old: true, Fix: `"pagination.page" is 7`,
		Message: `the step 'the number "pagination.page" is 7' is now written '"pagination.page" is 7': the next release accepts only the new words`}
	if faults := s.Lint(); !slices.Equal(faults, []Fault{want}) {
		t.Errorf("faults %v, want %v", faults, want)
	}
}

func TestATextThatMayBeEitherOfTwoStepsIsAFault(t *testing.T) {
	v, err := words.Extend(sceneType, vocabulary.Step{Keyword: "Then", Pattern: `^"([a-z]+)" is (\w+)$`, Doc: "A word.", Example: `"colour" is blue`,
		Func: func(*scene, string, string) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Load(v, in(strings.Replace(sound, "the response matches the contract", `"page" is 1`, 1)))
	want := `own/mine/x.feature:6:5: the step '"page" is 1' is ambiguous: it may be any of '"pagination.page" is 1', '"colour" is blue'`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestAFaultOfAnOutlinesStepIsReportedOnce(t *testing.T) {
	s, err := Read(words, in(`Feature: f
  @promise:list-data
  Scenario Outline: page <page>
    When I list the invitation of <page>
    Then the response is a success
    Examples:
      | page |
      | one  |
      | two  |
`))
	if err != nil {
		t.Fatal(err)
	}
	unknown := 0
	for _, f := range s.Lint() {
		if f.Line == 4 {
			unknown++
		}
	}
	if again := s.Lint(); unknown != 1 || !slices.Equal(again, s.Lint()) {
		t.Errorf("%d faults of the step: %v", unknown, again)
	}
}

func TestAnUnusedBuiltInStepIsReported(t *testing.T) {
	v, err := words.Extend(sceneType, say(func(*vocabulary.Step) {}))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Load(v, in(sound))
	if err != nil {
		t.Fatal(err)
	}
	unused := s.Unused()
	if len(unused) != len(words.Steps())-2 || !slices.Contains(unused, Fault{Message: `no scenario uses the step "I send it again": use it or delete its row`}) {
		t.Errorf("of a feature with two steps: %v", unused)
	}
}
