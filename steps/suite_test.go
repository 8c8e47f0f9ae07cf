package steps

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/features"
	"understudy/spec/gap"
	"understudy/steps/report"
)

func feature(text string) []fs.FS {
	return []fs.FS{fstest.MapFS{"mine/x.feature": {Data: []byte(text)}}}
}

const sound = `@operation:list-invitations
Feature: f
  @promise:list-data
  Scenario: s
    When I list the invitations
    Then what the answer holds is as promised
`

func TestAFaultyFeatureIsRefusedWithItsPlace(t *testing.T) {
	for rule, c := range map[string]struct{ text, want string }{
		"an unknown step names the nearest": {strings.Replace(sound, "I list the invitations", "I lists the invitation", 1),
			`mine/x.feature:4: scenario "s": the step "I lists the invitation" is unknown; the nearest is "I list the invitations"`},
		"an unknown promise":             {strings.Replace(sound, "list-data", "list-date", 1), `no promise "list-date"`},
		"an unknown gap":                 {strings.Replace(sound, "@promise:list-data", "@gap:page-end", 1), `no gap "page-end"`},
		"an unknown operation":           {strings.Replace(sound, "list-invitations", "list-invites", 1), `no operation "list-invites"`},
		"an unknown capability":          {strings.Replace(sound, "@promise:list-data", "@promise:list-data @needs:tides", 1), `no capability "tides"`},
		"a scenario that speaks of none": {strings.Replace(sound, "@promise:list-data", "@writes", 1), "has no @promise:<id> and no @gap:<id>"},
		"a scenario without operation":   {strings.Replace(sound, "@operation:list-invitations", "", 1), "has no @operation:<id>"},
		"two scenarios of one name":      {sound + sound[strings.Index(sound, "  @promise"):], "has the address of mine/x.feature:4"},
		"a scenario without steps":       {sound + "  @promise:list-data\n  Scenario: empty\n", `scenario "empty": has no steps`},
		"text that is no Gherkin":        {"Feature: f\n  Scenario: s\n    Perhaps\n", "mine/x.feature"},
		"a folder without scenarios":     {"", "no scenario in the features"},
	} {
		t.Run(rule, func(t *testing.T) {
			_, err := parseFeatures(feature(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

func TestASoundFeatureIsRead(t *testing.T) {
	s, err := parseFeatures(feature(sound))
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
		if _, err := catalogue.find(row.Example); err != nil {
			t.Error(err)
		}
		if !row.expr.MatchString(row.Example) {
			t.Errorf("%q does not match %s", row.Example, row.Pattern)
		}
	}
}

// judgesEach is the one judging step that names the promise of what it finds.
const judgesEach = "what the answer holds is as promised"

func TestAScenarioOfSeveralPromisesJudgesEach(t *testing.T) {
	s, err := parseFeatures([]fs.FS{features.FS})
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range s.scenarios {
		if len(sc.promises) < 2 {
			continue
		}
		for _, text := range sc.steps {
			for _, row := range catalogue {
				if row.Keyword == "Then" && row.Example != judgesEach && row.expr.MatchString(text) {
					t.Errorf("%s has several promises: %q cannot tell which one it judges", sc.address, text)
				}
			}
		}
	}
}

func TestEveryStepIsUsed(t *testing.T) {
	s, err := parseFeatures([]fs.FS{features.FS})
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, sc := range s.scenarios {
		for _, text := range sc.steps {
			for _, row := range catalogue {
				used[row.Pattern] = used[row.Pattern] || row.expr.MatchString(text)
			}
		}
	}
	for _, row := range catalogue {
		if !used[row.Pattern] {
			t.Errorf("no scenario uses %q", row.Example)
		}
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
		if _, ok := recognisers[g.ID]; ok != g.Probed() {
			t.Errorf("gap %s: probed %v, recogniser %v", g.ID, g.Probed(), ok)
		}
		if _, ok := forbidden[g.ID]; ok != (g.Forbids != "") {
			t.Errorf("gap %s forbids %q, check %v", g.ID, g.Forbids, ok)
		}
	}
	for id := range recognisers {
		if _, ok := gap.ByID(id); !ok {
			t.Errorf("a recogniser for %q, which is no gap", id)
		}
	}
}
