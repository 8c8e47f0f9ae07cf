package steps

import (
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
)

func TestARuleHandsItsTagsAndItsBackgroundOn(t *testing.T) {
	s, err := parseFeatures(Vocabulary{}, feature(`Feature: f
  @promise:list-data
  Rule: first
    "a quote" (Section)

    Background:
      When I list the invitations
    Scenario: one
      Then the response matches the contract

  Rule: second
    Scenario: two
      When I list the topics
      Then the response matches the contract
`))
	if err != nil {
		t.Fatal(err)
	}
	one, two := s.scenarios[0], s.scenarios[1]
	if !slices.Equal(one.promises, []string{"list-data"}) || one.operations[0] != spec.ListInvitations || len(one.steps) != 2 || one.steps[0].line != 7 || one.tagged[0].line != 2 {
		t.Errorf("in the rule with a tag and a background: %+v", one)
	}
	if !slices.Equal(two.promises, contract.Promises(spec.ListTopics)) || len(two.steps) != 2 {
		t.Errorf("in the other rule: %+v", two)
	}
}

func TestABuiltInScenarioStandsUnderARuleOfTheDocument(t *testing.T) {
	s, err := readFeatures(ours)
	if err != nil {
		t.Fatal(err)
	}
	cited := func(text string) bool {
		return strings.Contains(text, "(List query parameters)") ||
			slices.ContainsFunc(spec.Sections, func(section spec.Section) bool { return strings.Contains(text, "("+string(section)+")") })
	}
	for _, src := range s.sources {
		for _, child := range src.Document.Feature.Children {
			rule := child.Rule
			if rule == nil {
				if child.Scenario != nil {
					t.Errorf("%s: %q stands under no rule", src.Document.Uri, child.Scenario.Name)
				}
				continue
			}
			if !strings.HasPrefix(rule.Name, "not shown: ") && strings.Count(rule.Description, `"`) < 2 || !cited(rule.Name+rule.Description) {
				t.Errorf("%s: the rule %q quotes no sentence of the document with its section, and says of none that it is not shown", src.Document.Uri, rule.Name)
			}
			for _, c := range rule.Children {
				if c.Scenario != nil && len(c.Scenario.Examples) > 1 {
					t.Errorf("%s: %q has several tables of examples", src.Document.Uri, c.Scenario.Name)
				}
			}
		}
	}
	for _, sc := range s.scenarios {
		for _, tag := range sc.tags {
			if tag != "@slow" && !strings.HasPrefix(tag, "@promise:") {
				t.Errorf("%s: the tag %s follows from the steps", sc.address, tag)
			}
		}
	}
}
