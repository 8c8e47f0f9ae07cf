package feature

import (
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v26"
)

// Keywords are the words that lines of a feature file begin with, in one language.
type Keywords struct {
	Feature, Rule, Background, Scenario, Outline, Examples []string
	Given, When, Then, And, But                            []string
}

// KeywordsOf returns the keywords of a language, such as "en", and whether there is
// such a language. Those of steps end where the text of a step begins.
func KeywordsOf(language string) (Keywords, bool) {
	d := gherkin.DialectsBuiltin().GetDialect(language)
	if d == nil {
		return Keywords{}, false
	}
	k := d.Keywords
	return Keywords{Feature: k["feature"], Rule: k["rule"], Background: k["background"], Scenario: k["scenario"],
		Outline: k["scenarioOutline"], Examples: k["examples"],
		Given: withoutSign(k["given"]), When: withoutSign(k["when"]), Then: withoutSign(k["then"]), And: k["and"],
		But: withoutSign(k["but"])}, true
}

// withoutSign leaves out the sign * for any keyword.
func withoutSign(keywords []string) (all []string) {
	for _, k := range keywords {
		if strings.TrimSpace(k) != "*" {
			all = append(all, k)
		}
	}
	return all
}
