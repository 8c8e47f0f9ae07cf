package language_test

import (
	"slices"
	"strings"
	"testing"

	"understudy/features"
	"understudy/steps/builtin"
	"understudy/steps/builtin/remembered"
	"understudy/steps/expectation"
	"understudy/steps/feature"
	"understudy/steps/language"
)

const asked = head + "@expect:x\nScenario: x\n  When I list the invitations\n"

func TestPathsOfTheResponseAreOffered(t *testing.T) {
	for name, c := range map[string]struct{ marked, first string }{
		"a value":                 {asked + "  Then \"data.0.em‸", "data.0.email"},
		"a value before a quote":  {asked + "  Then \"data.0.em‸\"", "data.0.email"},
		"one of all records":      {asked + "  Then \"data.#.cr‸", "data.#.created_at"},
		"a list":                  {asked + "  Then every record of \"da‸", "data"},
		"a member of a record":    {asked + "  Then every record of \"data\" has \"ro‸", "role"},
		"what is remembered":      {asked + "  Given I remember \"data.0.i‸", "data.0.id"},
		"another value":           {asked + "  Then \"data.0.claimed_at\" is after \"data.0.cr‸", "data.0.created_at"},
		"a value that is awaited": {asked + "  And I send it again until \"stat‸", "status"},
		"of the last request":     {asked + "  When I create a segment\n  Then \"filter_segment_so‸", "filter_segment_source_url"},
		"of a remembered URL":     {asked + "  When I create a segment\n  Given I remember \"filter_segment_source_url\" as \"source\"\n  When I send GET \"<source>\"\n  Then \"‸", "status"},
		"a row of values":         {asked + "  Then the response has these values:\n    | data.0.ro‸", "data.0.role"},
		"a type":                  {asked + "  Then \"data.0.role\" has type s‸", "string"},
		"another type":            {asked + "  Then every record of \"data\" has \"role\" that has type string or ‸", "number"},
		"a type in a row":         {asked + "  Then the response has these values:\n    | data.0.role | has type ‸ |", "string"},
		"a header":                {asked + "  Then the header \"‸", "Content-Type"},
		"a header that is sent":   {asked + "  Given the next request has the header \"accept-l‸", "Accept-Language"},
		"a value of a header":     {asked + "  Given the next request has the header \"Accept-Language\" \"‸\"", "de"},
		"a condition on a header": {asked + "  Then the header \"Content-Type\" mat‸", `matches "^application/json"`},
		"a condition in a row":    {asked + "  Then the response has these values:\n    | data.0.role | is one‸ |", `is one of "admin", "member"`},
	} {
		if all := labels(t, c.marked); len(all) == 0 || all[0] != c.first {
			t.Errorf("%s: %q is offered, want %q first", name, all[:min(5, len(all))], c.first)
		}
	}
	for _, place := range []string{"the response has these values:\n    | data.0.role | ‸ |", `every record of "data" has "role" that ‸`, `the header "Via" is‸`} {
		text, at := cursor(t, asked+"  Then "+place)
		found := slices.DeleteFunc(ours.Complete(text, at), func(f language.Completion) bool { return f.Detail != "condition" })
		if len(found) < 15 {
			t.Errorf("%s: %d conditions are offered", place, len(found))
		}
		for _, f := range found {
			lines := strings.Split(text, "\n")
			line := lines[at.Line]
			lines[at.Line] = line[:f.Range.Start.Character] + f.Text() + line[f.Range.End.Character:]
			written := strings.Join(lines, "\n")
			for _, d := range ours.Diagnose(language.File{Path: "x.feature", Text: written}) {
				if !strings.Contains(d.Message, "expectation") {
					t.Errorf("%s: the condition %s is offered, and then: %s", place, f.Label, d.Message)
				}
			}
		}
	}
	if all := labels(t, head+"Scenario: x\n  Then \"data.0.em‸"); slices.Contains(all, "data.0.email") {
		t.Error("a path is offered before anything was requested")
	}
}

func TestWhatIsWrittenOfAStepStays(t *testing.T) {
	for marked, want := range map[string]string{
		asked + "  Then \"data.3.note\" is‸":                         `"data.3.note" is not "owner"`,
		asked + "  Then \"data.3.note\" eq‸":                         `"data.3.note" equals "member"`,
		asked + "  Then \"pagination\" cont‸":                        `"pagination" contains:`,
		asked + "  When I send POST \"/api/v1/connectors\" with me‸": `I send POST "/api/v1/connectors" with members:`,
		asked + "  Then every record of \"all\" has \"x\" that con‸": `every record of "all" has "x" that contains "@"`,
	} {
		if all := labels(t, marked); !slices.Contains(all, want) {
			t.Errorf("%q: %q is offered, without %q", marked[len(asked):], all[:min(8, len(all))], want)
		}
	}
}

// TestNothingIsOfferedThatIsWritten is about conditions of which other steps have the beginning.
func TestNothingIsOfferedThatIsWritten(t *testing.T) {
	for marked, want := range map[string][]string{
		asked + "  Then \"status\" equ‸":                       {`"status" equals "member"`, `"status" equals:`},
		asked + "  When I send it again until \"status\" equ‸": {`equals "member"`},
	} {
		if all := labels(t, marked); !slices.Equal(all, want) {
			t.Errorf("%q offers %q, want %q", marked[len(head):], all, want)
		}
	}
}

// TestAWholeStepOffersNothing is about Enter: where a list is open, it takes what the list
// has first.
func TestAWholeStepOffersNothing(t *testing.T) {
	for _, marked := range []string{
		asked + "  Then \"data.0.role\" equals \"admin\"‸",
		asked + "  Then the status is 200‸",
		head + "Scenario: x\n  When I list the invitations‸",
		head + "  @promise:order-asc‸",
	} {
		if all := labels(t, marked); len(all) > 0 {
			t.Errorf("%q offers %q", marked[len(head):], all[:min(5, len(all))])
		}
	}
	if all := labels(t, head+"Scenario: x\n  When I list the invitations ‸"); !slices.Contains(all, "I list the invitations with page 0 and per_page 1") {
		t.Errorf("after a space longer steps are offered, not %q", all)
	}
}

func TestAStepThatBeginsWithAChoiceIsOfferedWhole(t *testing.T) {
	if all := labels(t, head+"Scenario: x\n  Given at lea‸"); len(all) == 0 || !strings.HasPrefix(all[0], "at least 26 ") || slices.Contains(all, "at least one") {
		t.Errorf("offered: %q", all[:min(5, len(all))])
	}
}

// Renaming a destination and publishing a connector are left to steps that restore them.
func TestNoPathIsOfferedThatLintRejects(t *testing.T) {
	for marked, want := range map[string][]string{
		asked + "  When I send PATCH \"‸": {"/api/v1/connectors/<resources.connector_service_name>"},
		asked + "  When I send PUT \"‸":   nil,
	} {
		if all := labels(t, marked); !slices.Equal(all, want) {
			t.Errorf("%q: %q", marked[len(asked):], all)
		}
	}
}

func TestColumnsAreOfferedForWhatNothingElseSupplies(t *testing.T) {
	const outline = head + "@expect:x\nScenario Outline: <name>\n  When I send GET \"/api/v1/sources/<resources.source_id>/topics\"\n" +
		"  Given I remember \"data.0.id\" as \"id\"\n  Then \"data.0.id\" equals <id>\n  And \"data.0.name\" equals \"<run.name> <other>\"\n  Examples:\n    | ‸"
	if all := labels(t, outline); !slices.Equal(all, []string{"name", "other"}) {
		t.Errorf("offered: %q", all)
	}
}

func TestNamesOfValuesAreOffered(t *testing.T) {
	l := language.New(builtin.Catalogue(), feature.Embedded("features", features.FS), remembered.Reserved()...)
	remember := asked + "  Given I remember \"data.0.id\" as \"first\"\n"
	for name, c := range map[string]struct{ marked, want string }{
		"remembered":      {remember + "  Then \"data.0.id\" equals <f‸", "<first>"},
		"of the target":   {remember + "  When I send GET \"/api/v1/sources/<resources.s‸", "<resources.source_id>"},
		"in a doc string": {remember + "  When I send POST \"/api/v1/connectors\" with body:\n    \"\"\"\n    {\"name\": \"<run.n‸\"}\n    \"\"\"\n", "<run.name>"},
		"by its member":   {remember + "  When I send POST \"/api/v1/connectors\" with members:\n    | dataset_id | <res‸ |\n", "<resources.dataset_id>"},
		"in a table":      {remember + "  When I send POST \"/api/v1/connectors\" with members:\n    | name | <run.n‸ |\n", "<run.name>"},
		"a path":          {remember + "  When I send POST \"/api/v1/so‸\" with body:", "/api/v1/sources/<resources.source_id>/filter_segments"},
	} {
		text, at := cursor(t, c.marked)
		found := l.Complete(text, at)
		i := slices.IndexFunc(found, func(f language.Completion) bool { return f.Label == c.want })
		if i < 0 {
			t.Errorf("%s: no %s is offered", name, c.want)
			continue
		}
		if name == "by its member" && i > 0 {
			t.Errorf("%s comes after %s", c.want, found[0].Label)
		}
		if line := strings.Split(text, "\n")[at.Line]; strings.Contains(language.Between(line, found[i].Range.Start.Character, found[i].Range.End.Character), " ") {
			t.Errorf("%s: more than the name is replaced", name)
		}
	}
}

func TestExpectationsBesideTheTextAreKnown(t *testing.T) {
	l := ours.Beside([]expectation.Expectation{{ID: "lists-are-quick", Says: "Lists are quick.", Source: "a ticket", Severity: expectation.Should}})
	text, at := cursor(t, strings.Replace(sound, "@promise:invitation-email", "@expect:li‸", 1))
	if found := l.Complete(text, at); len(found) != 1 || found[0].Text() != "@expect:lists-are-quick" {
		t.Errorf("offered: %+v", found)
	}
	wrong := strings.Replace(sound, "@promise:invitation-email", "@expect:lists-are-quik", 1)
	found := l.Diagnose(language.File{Path: "x.feature", Text: wrong})
	if len(found) != 1 || !strings.Contains(found[0].Message, "no expectation") || found[0].Fix == nil || found[0].Fix.Text != "@expect:lists-are-quick" {
		t.Errorf("reported: %+v", found)
	}
	text, at = cursor(t, strings.Replace(sound, "@promise:invitation-email", "@expect:lists‸-are-quick", 1))
	if h, ok := l.Hover(text, at); !ok || !strings.Contains(h.Text, "Lists are quick.") || !strings.Contains(h.Text, "a ticket") {
		t.Errorf("explained: %+v", h)
	}
}
