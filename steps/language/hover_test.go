package language_test

import (
	"strings"
	"testing"
)

func TestWhatIsUnderTheCursorIsExplained(t *testing.T) {
	for name, c := range map[string]struct {
		marked, about string
		says          []string
	}{
		"a promise":            {head + "  @ours @promise:ord‸er-asc", "@promise:order-asc", []string{"order asc lists the oldest creation time first", "The document:", "> ", "Section "}},
		"a gap":                {head + "  @gap:page-‸ends", "@gap:page-ends", []string{"What are prev_page", "- `zero`", "(the default)"}},
		"a step":               {sound + "    And the response has ex‸actly 3 records", "And the response has exactly 3 records", []string{"**Then**"}},
		"a step of an outline": {head + "  Scenario Outline: x\n    When I li‸st the <list>\n    Examples:\n      | list |\n      | topics |\n", "When I list the <list>", []string{"**When** I list the topics"}},
		"an id in a step":      {head + "  Scenario: x\n    Then the response is allowed by gap \"page-‸ends\"", "page-ends", []string{"**gap** `page-ends`"}},
		"an operation":         {head + "  Scenario: x\n    Given a successful create-‸link request", "", nil},
		"a known operation":    {head + "  Scenario: x\n    Given a successful list-‸topics request", "list-topics", []string{"`GET /api/v1/"}},
		"a column":             {head + "  Scenario Outline: x\n    When I list the <li‸st>\n    Examples:\n      | list |\n      | topics |\n", "list", []string{"column of the examples"}},
		"a remembered value":   {asked + "  And I remember \"data.0.id\" as \"first\"\n  Then \"data.1.id\" is not <fi‸rst>", "first", []string{"a step above remembers"}},
		"an unknown name":      {asked + "  Then \"data.1.id\" is not <fi‸rst>", "", nil},
		"a keyword":            {head + "  Scen‸ario Outline: x", "Scenario Outline", []string{"once per row"}},
		"a tag with a meaning": {head + "  @la‸st", "@last", []string{"runs when all other"}},
		"an unknown id":        {head + "  @promise:no‸ne", "", nil},
		"a description":        {"Feature: x\n  some wo‸rds", "", nil},
		"an unknown step":      {head + "  Scenario: x\n    Then all is we‸ll", "", nil},
	} {
		text, at := cursor(t, c.marked)
		h, ok := ours.Hover(text, at)
		if ok != (c.says != nil) {
			t.Errorf("%s: explained: %v: %s", name, ok, h.Text)
			continue
		}
		if ok && part(t, text, h.Range) != c.about {
			t.Errorf("%s: about %q, want %q", name, part(t, text, h.Range), c.about)
		}
		for _, s := range c.says {
			if !strings.Contains(h.Text, s) {
				t.Errorf("%s: without %q:\n%s", name, s, h.Text)
			}
		}
	}
}
