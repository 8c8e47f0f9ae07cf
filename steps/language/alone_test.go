package language_test

import (
	"strings"
	"testing"

	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/language"
)

func TestAScenarioIsReadWithoutTheOthers(t *testing.T) {
	const (
		good    = "\n  # what it is about\n  @promise:order-asc\n  Scenario: good\n    Given at least 6 invitations\n    When I read the pages of the invitations in order asc\n    Then the records are sorted oldest first\n"
		broken  = "\n  @promise:order-as\n  Scenario: broken\n    When I do nothing\n"
		outline = "\n  @promise:page-echoed\n  Scenario Outline: page <page>\n    When I list the invitations with page <page> and per_page 5\n    Then \"pagination.page\" is <page>\n\n    Examples:\n      | page |\n      | 1    |\n      | 2    |\n"
	)
	whole := "Feature: x\n\n  Background:\n    Given at least 6 invitations\n" + broken + good + broken + outline + "  half a line\n"
	for name, line := range map[string]string{"a scenario": "Scenario: good", "an example": "| 2    |"} {
		number := strings.Count(whole[:strings.Index(whole, line)], "\n") + 1
		alone := language.Alone(strings.TrimSuffix(whole, "  half a line\n"), number)
		if strings.Count(alone, "\n") != strings.Count(whole, "\n")-1 || strings.Contains(alone, "broken") || !strings.Contains(alone, line) || !strings.Contains(alone, "Background:") {
			t.Errorf("%s: %q", name, alone)
		}
		s := feature.ReadText(builtin.Catalogue(), "x.feature", []byte(alone))
		if faults := s.Lint(); len(faults) > 0 || len(s.Scenarios) == 0 {
			t.Errorf("%s: %v", name, faults)
		}
	}
	text := language.Alone(whole, strings.Count(whole[:strings.Index(whole, "Scenario: good")], "\n")+1)
	if s := feature.ReadText(builtin.Catalogue(), "x.feature", []byte(text)); len(s.Lint()) > 0 {
		t.Errorf("a line that is not Gherkin in another scenario: %v", s.Lint())
	}
	long := "Feature: x\nScenario: y\n" + strings.Repeat("Given z\n", 100000) + strings.Repeat("@t\nScenario: y\n", 50000)
	if got := language.Alone(long, 3); strings.Count(got, "Given z") != 100000 || strings.Contains(got, "@t") {
		t.Error("a long text is cut elsewhere")
	}
	if got := language.Alone("", 3); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}
