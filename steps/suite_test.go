package steps

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/steps/report"
)

func feature(text string) Folder {
	return Folder{Name: "own", Files: fstest.MapFS{"mine/x.feature": {Data: []byte(text)}}}
}

const sound = `@operation:list-invitations
Feature: f
  @promise:list-data
  Scenario: s
    When I list the invitations
    Then the response matches the contract
`

func TestAFaultyFeatureIsRefusedWithItsPlace(t *testing.T) {
	for rule, c := range map[string]struct{ text, want string }{
		"an unknown step names the nearest": {strings.Replace(sound, "I list the invitations", "I lists the invitation", 1),
			`own/mine/x.feature:5:5: the step "I lists the invitation" is unknown: did you mean "I list the invitations"?`},
		"a step of another kind is not guessed": {strings.Replace(sound, "I list the invitations", "tea", 1),
			`the step "tea" is unknown: see understudy steps`},
		"a guess keeps what its author chose": {strings.Replace(sound, "I list the invitations", "I list the topics after last page", 1),
			`did you mean "I list the topics after the last page"?`},
		"a guess keeps numbers and quoted texts": {strings.Replace(sound, "the response matches the contract", `"data.0.id" was 7`, 1),
			`did you mean "\"data.0.id\" is 7"?`},
		"an unknown promise":    {strings.Replace(sound, "list-data", "list-date", 1), `own/mine/x.feature:3:3: no promise "list-date": did you mean "list-data"?`},
		"a promise without id":  {strings.Replace(sound, "promise:list-data", "promise", 1), `x.feature:3:3: the tag @promise lacks its id: write @promise:<id>`},
		"an unknown gap":        {strings.Replace(sound, "@promise:list-data", "@gap:page-end", 1), `no gap "page-end": did you mean "page-ends"?`},
		"an unknown operation":  {strings.Replace(sound, "list-invitations", "list-invites", 1), `x.feature:1:1: no operation "list-invites": did you mean "list-invitations"?`},
		"an unknown capability": {strings.Replace(sound, "@promise:list-data", "@promise:list-data @needs:tides", 1), `x.feature:3:22: no capability "tides": there is clock`},
		"a promise on another operation": {strings.Replace(sound, "list-data", "segments-are-created", 1),
			`x.feature:3:3: promise "segments-are-created" does not speak of list-invitations: it speaks of create-segment`},
		"a kind of tag with a slip": {strings.Replace(sound, "@promise:list-data", "@promise:list-data @opertion:list-invitations", 1), `the tag @opertion:list-invitations means nothing: did you mean @operation?`},
		"a tag with a slip":         {strings.Replace(sound, "@promise:list-data", "@promise:list-data @write", 1), `the tag @write means nothing: did you mean @writes?`},
		"an id where there is none": {strings.Replace(sound, "@promise:list-data", "@promise:list-data @writes:all", 1), `the tag @writes:all takes no id: write @writes`},
		"an unknown gap in a step":  {strings.Replace(sound, "the response matches the contract", `the response is allowed by gap "page-end"`, 1), `no probed gap "page-end": did you mean "page-ends"?`},
		"an unknown key in a step":  {strings.Replace(sound, "I list the invitations", `the target file has "resources.source"`, 1), `did you mean "resources.source_id"?`},
		"a doc string that no step takes": {strings.Replace(sound, "I list the invitations", "I list the invitations\n\"\"\"\nx\n\"\"\"", 1),
			`the step "I list the invitations" takes nothing below it, and has a doc string below it`},
		"a step that speaks of nothing": {strings.Replace(sound, "When I list the invitations", "Given at least 1 invitations", 1),
			`x.feature:6:5: the step "the response matches the contract" speaks of a response, which no step before it provides: put one like "a successful list-invitations request" there`},
		"a step that speaks of pages": {strings.Replace(sound, "the response matches the contract", "each page reports its own number", 1),
			`speaks of the pages of a list, which no step before it provides: put one like "I read the pages of the invitations" there`},
		"a step that speaks of a segment": {strings.Replace(sound, "I list the invitations", "I poll its source URL until creation is complete", 1),
			`speaks of a segment, which no step before it provides: put one like "a segment was created" there`},
		"a scenario that judges nothing": {strings.Replace(sound, "    Then the response matches the contract\n", "", 1),
			`x.feature:4:3: scenario "s" judges nothing`},
		"several promises and a step that is of one": {strings.Replace(strings.Replace(sound, "@promise:list-data", "@promise:list-data @promise:page-echoed", 1), "the response matches the contract", `"pagination.page" is 1`, 1),
			`x.feature:6:5: the step "\"pagination.page\" is 1" cannot tell which of the scenario's 2 promises it judges: give it one @promise tag`},
		"an outline whose examples share an address": {sound + "  @promise:list-data\n  Scenario Outline: o\n    When I list the <list>\n    Then the response matches the contract\n    Examples:\n      | list |\n      | invitations |\n      | invitations |\n",
			`own/mine/x.feature:14:7: scenario "o" has the address of own/mine/x.feature:13: give it another name (an outline names its examples with <placeholders>)`},
		"an outline with a table of no rows": {sound + "  Scenario Outline: o\n    When I list the <list>\n    Examples:\n      | list |\n", `x.feature:7:3: the outline "o" has no examples`},
		"an outline without examples":        {sound + "  @promise:list-data\n  Scenario Outline: o\n    When I list the <list>\n", `x.feature:8:3: the outline "o" has no examples`},
		"a scenario that speaks of none":     {strings.Replace(strings.Replace(sound, "@promise:list-data", "@writes", 1), "the response matches the contract", "the response is a success", 1), "has no @promise:<id> and no @gap:<id>"},
		"two scenarios of one name":          {sound + sound[strings.Index(sound, "  @promise"):], `own/mine/x.feature:8:3: scenario "s" has the address of own/mine/x.feature:4`},
		"a scenario without steps":           {sound + "  @promise:list-data\n  Scenario: empty\n", `scenario "empty" has no steps`},
		"text that is no Gherkin":            {sound + "    Perhaps\n    Or not\n", `own/mine/x.feature:7:5: no Gherkin: "Perhaps" cannot stand here: begin a step`},
		"every line that is no Gherkin":      {sound + "    Perhaps\n    Or not\n", `own/mine/x.feature:8:5: no Gherkin: "Or not"`},
		"a doc string without end":           {sound + "    \"\"\"\n", "the doc string is not closed"},
		"a folder without scenarios":         {"Feature: f\n", "no scenario in the folder own"},
		"a file without a feature":           {"# nothing\n", "own/mine/x.feature:1:1: the file holds no feature"},
	} {
		t.Run(rule, func(t *testing.T) {
			_, err := parseFeatures(Vocabulary{}, feature(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestATagOfOnesOwnIsLeftAlone(t *testing.T) {
	for _, tag := range []string{"@map", "@flow", "@show", "@team:data", "@jira:X-1", "@wip", "@written", "@promises"} {
		if _, err := parseFeatures(Vocabulary{}, feature(strings.Replace(sound, "@promise:list-data", "@promise:list-data "+tag, 1))); err != nil {
			t.Error(err)
		}
	}
}

func TestAByteOrderMarkIsNoFault(t *testing.T) {
	if _, err := parseFeatures(Vocabulary{}, feature("\uFEFF"+sound)); err != nil {
		t.Error(err)
	}
}

func TestASoundFeatureIsRead(t *testing.T) {
	s, err := parseFeatures(Vocabulary{}, feature(sound))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.scenarios[0]; got.address != "mine/x#s" || got.line != 4 || got.promises[0] != "list-data" {
		t.Errorf("%+v", got)
	}
}

func TestAnExampleMatchesItsOwnStepOnly(t *testing.T) {
	for _, row := range Catalogue() {
		if row.Doc == "" || row.Example == "" {
			t.Errorf("%s lacks its documentation or example", row.Pattern)
		}
		if err := catalogue().check(written{text: row.Example}); err != nil {
			t.Error(err)
		}
		if row.expr(row.Example) == nil {
			t.Errorf("%q does not match %s", row.Example, row.Pattern)
		}
	}
}

func TestATagHasAStepThatIsItsReason(t *testing.T) {
	s, err := parseFeatures(Vocabulary{}, ours)
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range s.scenarios {
		writes, turns := false, false
		for _, st := range sc.steps {
			row := catalogue().matching(st.text)[0]
			writes = writes || row.writes(st.text)
			turns = turns || row.NeedsClock
		}
		if writes != sc.writes || turns != slices.Contains(sc.needs, "clock") {
			t.Errorf("%s: it writes: %v, tagged %v; it turns a clock: %v, tagged %v", sc.address, writes, sc.writes, turns, sc.needs)
		}
	}
}

func TestWhatAStepRequiresIsProvidedByAnother(t *testing.T) {
	for _, s := range catalogue() {
		for _, thing := range s.Requires {
			if catalogue().provider(thing) == "" {
				t.Errorf("%q requires %s, which no step provides", s.Example, thing)
			}
		}
	}
}

func TestEveryStepIsUsed(t *testing.T) {
	faults, err := Lint(Options{})
	if err != nil || len(faults) > 0 {
		t.Errorf("the built-in features: %v, error %v", faults, err)
	}
	s, err := readFeatures(feature(sound))
	if err != nil {
		t.Fatal(err)
	}
	s.checkUse()
	unused := map[string]bool{}
	for _, f := range s.faults {
		unused[f.Error()] = true
	}
	if len(unused) != len(catalogue())-2 || !unused[`no scenario uses the step "I publish it again": use it or delete its row`] {
		t.Errorf("of a feature with two steps: %v", s.faults)
	}
}

func TestTagExpressions(t *testing.T) {
	tags := []string{"@writes", "@gap:page-ends"}
	for text, want := range map[string]bool{
		"": true, "@writes": true, "@other": false, "not @other": true, "not not @writes": true,
		"@writes and @gap:page-ends": true, "@writes and @other": false, "@other or @writes": true,
		"@other and @writes or @gap:page-ends":   true,
		"@other and (@writes or @gap:page-ends)": false,
		"not (@other or @writes)":                false,
	} {
		e, err := parseTags(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := e(tags); got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestABadTagExpressionSaysHowToWriteOne(t *testing.T) {
	for _, text := range []string{"@a and", "@a @b", "(@a", "@a)", "writes", "@a && @b", "@", "not", "or @a"} {
		if _, err := parseTags(text); err == nil || !strings.Contains(err.Error(), "write @a, not @a") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTheWorstOfTheVerdictsIsTheExit(t *testing.T) {
	scenario := func(v report.Verdict) report.Scenario { return report.Scenario{Verdict: v} }
	for rule, c := range map[string]struct {
		run  report.Run
		want int
	}{
		"nothing checked":           {report.Run{}, 3},
		"all passed":                {report.Run{Scenarios: []report.Scenario{scenario(report.Pass)}, Summary: report.Summary{Pass: 1}}, 0},
		"a skip is no harm":         {report.Run{Scenarios: []report.Scenario{scenario(report.Skip)}, Summary: report.Summary{Pass: 1}}, 0},
		"an error":                  {report.Run{Scenarios: []report.Scenario{scenario(report.Error)}, Summary: report.Summary{Pass: 1}}, 2},
		"a failure beats an error":  {report.Run{Scenarios: []report.Scenario{scenario(report.Error), scenario(report.Fail)}}, 1},
		"a promise without failure": {report.Run{Promises: []report.Promise{{Verdict: report.Fail}}, Summary: report.Summary{Pass: 1}}, 1},
		"an unchecked operation":    {report.Run{Unchecked: []string{"x"}, Summary: report.Summary{Pass: 1}}, 3},
		"a required promise":        {report.Run{Required: []string{"x"}, Summary: report.Summary{Pass: 1}}, 3},
		"an interrupted run":        {report.Run{Interrupted: true, Summary: report.Summary{Pass: 1}}, 2},
	} {
		if got := c.run.Exit(); got != c.want {
			t.Errorf("%s: exit %d, want %d", rule, got, c.want)
		}
	}
}

func TestEveryProbedGapHasARecogniserAndEveryForbiddenEffectACheck(t *testing.T) {
	for _, g := range gap.All {
		if _, ok := recognisers()[g.ID]; ok != g.Probed() {
			t.Errorf("gap %s: probed %v, recogniser %v", g.ID, g.Probed(), ok)
		}
		if _, ok := forbidden[g.ID]; ok != (g.Forbids != "") {
			t.Errorf("gap %s forbids %q, check %v", g.ID, g.Forbids, ok)
		}
	}
	for id := range recognisers() {
		if _, ok := gap.ByID(id); !ok {
			t.Errorf("a recogniser for %q, which is no gap", id)
		}
	}
}

func TestEveryGapThatCostsRequestsIsAGap(t *testing.T) {
	for id := range gapRequests {
		if _, ok := gap.ByID(id); !ok {
			t.Errorf("gapRequests has %q, which is no gap", id)
		}
	}
}

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
		s, err := readFeatures(feature("Feature: f\n  Scenario: s\n" + text + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		s.derive(catalogue())
		if got := strings.Join(s.scenarios[0].tags, " "); got != want {
			t.Errorf("%s\nhas the tags %s, want %s", text, got, want)
		}
	}
}

func TestTheContractCheckSpeaksOfAllPromisesOfTheResponse(t *testing.T) {
	check := "    When I list the invitations\n    Then the response matches the contract\n"
	for tags, want := range map[string]int{"": len(contract.Promises(spec.ListInvitations)), "  @promise:list-data\n": 1} {
		s, err := readFeatures(feature("Feature: f\n" + tags + "  Scenario: s\n" + check))
		if err != nil {
			t.Fatal(err)
		}
		s.derive(catalogue())
		if got := s.scenarios[0].promises; len(got) != want || want > 1 && !slices.Contains(got, "bodies-are-json") {
			t.Errorf("tags %q: %d promises, want %d: %v", tags, len(got), want, got)
		}
	}
}
