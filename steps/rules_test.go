package steps

import (
	"slices"
	"strings"
	"testing"

	"understudy/spec"
)

func TestABuiltInScenarioIsUnderARuleOfTheDocument(t *testing.T) {
	s, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	cited := func(text string) bool {
		return strings.Contains(text, "(List query parameters)") ||
			slices.ContainsFunc(spec.Sections, func(section spec.Section) bool { return strings.Contains(text, "("+string(section)+")") })
	}
	for _, f := range s.Files {
		for _, child := range f.Document.Feature.Children {
			rule := child.Rule
			if rule == nil {
				if child.Scenario != nil {
					t.Errorf("%s: %q is under no rule", f.Path, child.Scenario.Name)
				}
				continue
			}
			quotes := !strings.HasPrefix(rule.Name, "the document does not show ")
			if quotes && strings.Count(rule.Description, `"`) < 2 || !cited(rule.Name+rule.Description) {
				t.Errorf("%s: the rule %q neither quotes a sentence of the document with its section nor says that the document does not show it", f.Path, rule.Name)
			}
			for _, c := range rule.Children {
				if c.Scenario != nil && len(c.Scenario.Examples) > 1 {
					t.Errorf("%s: %q has several tables of examples", f.Path, c.Scenario.Name)
				}
			}
		}
	}
	for _, sc := range s.Scenarios {
		for _, tag := range sc.Pickle.Tags {
			if !slices.Contains([]string{"@slow", "@smoke", "@last"}, tag.Name) && !strings.HasPrefix(tag.Name, "@promise:") {
				t.Errorf("%s: the tag %s follows from the steps", sc.Address, tag.Name)
			}
		}
	}
}
