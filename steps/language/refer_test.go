package language_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"understudy/steps/language"
)

// outline is a scenario with placeholders.
const outline = head + `  @ours @gap:page-ends
  Scenario Outline: pages of the <li‸st>
    When I list the <list>
    # <list> in a comment
    Then the response is allowed by gap "page-ends"
    Examples:
      | list   | number |
      | topics | 1      |
`

func TestADefinitionIsARowOfTheManualOrAColumn(t *testing.T) {
	for name, c := range map[string]struct {
		marked, page, row, at string
	}{
		"a promise":     {head + "  @promise:or‸der-asc", "promises", "order-asc", ""},
		"a gap":         {head + "  @gap:page-‸ends", "gaps", "page-ends", ""},
		"a step":        {sound + "    And the response has ex‸actly 3 records", "steps", "the response has exactly 25 records", ""},
		"a placeholder": {outline, "", "", "list"},
	} {
		text, at := cursor(t, c.marked)
		d, ok := ours.Define(text, at)
		if !ok || d.Page != c.page || d.Row != c.row {
			t.Errorf("%s: %+v, %v", name, d, ok)
		}
		if c.at != "" && (part(t, text, d.Range) != c.at || d.Range.Start.Line != 8) {
			t.Errorf("%s: %+v", name, d.Range)
		}
	}
	for _, marked := range []string{head + "  @promise:no‸ne", head + "  @ou‸rs", head + "‸"} {
		text, at := cursor(t, marked)
		if d, ok := ours.Define(text, at); ok {
			t.Errorf("%q: %+v", marked, d)
		}
	}
}

func TestReferencesAreOwnScenariosAndThoseBuiltIn(t *testing.T) {
	other := language.File{Path: "other.feature", Text: strings.ReplaceAll(sound, "invitation-email", "order-asc")}
	text, at := cursor(t, head+"  @promise:or‸der-asc\n  Scenario: x\n    When I list the invitations\n    Then the response is a success\n")
	file := language.File{Path: "x.feature", Text: text}
	all := ours.References([]language.File{file, other}, file, at)
	if len(all) < 3 || all[0].Path != "x.feature" || all[1].Path != "other.feature" || all[0].BuiltIn || !all[2].BuiltIn {
		t.Fatalf("%+v", all)
	}
	if part(t, text, all[0].Range) != "Scenario: x" {
		t.Errorf("%+v", all[0])
	}
}

func TestReferencesOfAStepAreItsLines(t *testing.T) {
	text, at := cursor(t, strings.Replace(sound, "Then the resp", "Then the re‸sp", 1)+"    And the response is a success\n")
	file := language.File{Path: "x.feature", Text: text}
	all := ours.References([]language.File{file}, file, at)
	own := slices.DeleteFunc(slices.Clone(all), func(l language.Location) bool { return l.BuiltIn })
	if len(own) != 2 || part(t, text, own[1].Range) != "And the response is a success" || len(all) < 3 {
		t.Errorf("%d, own %+v", len(all), own)
	}
}

// edited applies edits to a text, the last first.
func edited(t *testing.T, text string, edits []language.Edit) string {
	t.Helper()
	for _, e := range slices.Backward(edits) {
		lines := strings.Split(text, "\n")
		line := lines[e.Range.Start.Line]
		old := part(t, text, e.Range)
		before := string([]rune(line)[:len([]rune(line))-len([]rune(line[strings.LastIndex(line, old):]))])
		if e.Range.Start.Character <= strings.Index(line, old) {
			before = line[:strings.Index(line, old)]
		}
		lines[e.Range.Start.Line] = before + e.Text + line[len(before)+len(old):]
		text = strings.Join(lines, "\n")
	}
	return text
}

func TestAPlaceholderIsRenamedInItsScenario(t *testing.T) {
	text, at := cursor(t, outline+"\n"+"  Scenario: another\n    When I list the <list>\n")
	file := language.File{Path: "x.feature", Text: text}
	edits, err := ours.Rename([]language.File{file}, file, at, "what")
	if err != nil {
		t.Fatal(err)
	}
	got := edited(t, text, edits["x.feature"])
	if strings.Count(got, "<what>") != 2 || !strings.Contains(got, "| what   |") || !strings.Contains(got, "# <list> in") || !strings.HasSuffix(got, "When I list the <list>\n") {
		t.Error(got)
	}
}

// remembering is a scenario that remembers a value and uses it.
const remembering = head + `  @ours @gap:page-ends
  Scenario: a value
    Given I remember "data.0.id" as "%s"
    When I send GET "/api/v1/sources/<resources.source_id>/filter_segments/<%s>"
    Then "data.id" equals <%s>
    And I remember "data" as "other"
`

func TestARememberedValueIsRenamedWhereItIsRememberedAndUsed(t *testing.T) {
	for _, marked := range []string{fmt.Sprintf(remembering, "seg‸ment", "segment", "segment"), fmt.Sprintf(remembering, "segment", "segment", "seg‸ment")} {
		text, at := cursor(t, marked)
		file := language.File{Path: "x.feature", Text: text}
		edits, err := ours.Rename([]language.File{file}, file, at, "seg")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := edited(t, text, edits["x.feature"]), fmt.Sprintf(remembering, "seg", "seg", "seg"); got != want {
			t.Error(got)
		}
		d, ok := ours.Define(text, at)
		if !ok || part(t, text, d.Range) != "segment" || !strings.Contains(strings.Split(text, "\n")[d.Range.Start.Line], `as "segment"`) {
			t.Errorf("it is defined at %+v, %v", d, ok)
		}
		if all := ours.References([]language.File{file}, file, at); len(all) != 3 {
			t.Errorf("references %+v", all)
		}
	}
}

// TestAPlaceholderIsRenamedInTablesAndDocStrings begins in each of its places.
func TestAPlaceholderIsRenamedInTablesAndDocStrings(t *testing.T) {
	const all = head + "  @ours @gap:page-ends\n  Scenario Outline: x\n    When I send POST \"/x\" with members:\n      | name | <what> |\n" +
		"    And I send POST \"/x\" with body:\n      \"\"\"\n      {\"name\": <what>}\n      \"\"\"\n    Then the status is 400\n    Examples:\n      | what |\n      | 1    |\n"
	for i := range strings.Count(all, "<what>") {
		before := strings.SplitN(all, "<what>", i+2)
		marked := strings.Join(before[:i+1], "<what>") + "<wh‸at>" + before[i+1]
		text, at := cursor(t, marked)
		file := language.File{Path: "x.feature", Text: text}
		edits, err := ours.Rename([]language.File{file}, file, at, "value")
		if err != nil {
			t.Fatal(err)
		}
		if got := edited(t, text, edits["x.feature"]); strings.Contains(got, "what") || strings.Count(got, "<value>") != 2 || !strings.Contains(got, "| value |") {
			t.Errorf("place %d: %s", i, got)
		}
	}
}

func TestATagIsRenamedInEveryFile(t *testing.T) {
	text, at := cursor(t, head+"  @a @ou‸rs # @ours\n  Scenario: x\n")
	file, other := language.File{Path: "x.feature", Text: text}, language.File{Path: "y.feature", Text: "@ours\nFeature: y @ours\n@ours-too\n"}
	edits, err := ours.Rename([]language.File{file, other}, file, at, "mine")
	if err != nil {
		t.Fatal(err)
	}
	if got := edited(t, text, edits["x.feature"]); !strings.Contains(got, "  @a @mine # @ours\n") {
		t.Error(got)
	}
	if got, want := edited(t, other.Text, edits["y.feature"]), "@mine\nFeature: y @ours\n@ours-too\n"; got != want {
		t.Error(got)
	}
}

func TestWhatCannotBeRenamedSaysWhy(t *testing.T) {
	for marked, c := range map[string]struct{ name, says string }{
		head + "  @promise:order-‸asc":        {"x", "name of the suite"},
		head + "  @la‸st":                     {"x", "meaning to a run"},
		head + "  @ou‸rs":                     {"a b", "is no tag"},
		outline:                               {"a|b", "no name for a placeholder"},
		sound + "    And there a‸re 3 things": {"x", "name of the suite"},
		head + "‸":                            {"x", "nothing here"},
		strings.Replace(strings.Replace(outline, "‸", "", 1), "| number", "| num‸ber", 1):              {"list", "has a column or a remembered value \"list\" already"},
		strings.Replace(outline, "<li‸st>", "<list>", 1) + "# ‸":                                       {"x", "nothing here"},
		fmt.Sprintf(remembering, "seg‸ment", "segment", "segment"):                                     {"a b", "is no name for a remembered value"},
		fmt.Sprintf(remembering, "segment", "segment", "segm‸ent"):                                     {"other", "already"},
		fmt.Sprintf(remembering, "segment", "seg‸ment", "segment"):                                     {"run.name", "take another name"},
		strings.Replace(fmt.Sprintf(remembering, "a", "a", "a"), "<resources.so", "<resources.‸so", 1): {"x", "it cannot be renamed"},
	} {
		text, at := cursor(t, marked)
		file := language.File{Path: "x.feature", Text: text}
		if edits, err := ours.Rename([]language.File{file}, file, at, c.name); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, %v", marked, edits, err)
		}
	}
}

func TestLensesAreTheFeatureAndItsScenarios(t *testing.T) {
	text, _ := cursor(t, outline)
	text = strings.Replace(text, "| 1      |\n", "| 1      |\n      | destination objects | 2 |\n", 1) + "\n" + strings.TrimPrefix(sound, head)
	all := ours.Lenses(language.File{Path: "x.feature", Text: text})
	if len(all) != 3 || !all[0].Whole || len(all[0].Addresses) != 3 || len(all[1].Addresses) != 2 || all[2].Addresses[0] != "x#it-is-read" {
		t.Fatalf("%+v", all)
	}
	if part(t, text, all[0].Range) != "Feature: ours 😀" || part(t, text, all[1].Range) != "Scenario Outline: pages of the <list>" {
		t.Errorf("%+v", all)
	}
	if all := ours.Lenses(language.File{Path: "x.feature", Text: "nothing"}); len(all) > 0 {
		t.Errorf("%+v", all)
	}
}
