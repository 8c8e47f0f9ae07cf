package feature

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"

	"understudy/spec/suggest"
	"understudy/steps/vocabulary"
)

// checkDescriptions reports steps that Gherkin takes for text: a line below a feature, rule,
// background, scenario or examples that begins with none of the keywords, before the first one that does.
func (l *linter) checkDescriptions(f *File) {
	if f.Document == nil || f.Document.Feature == nil {
		return
	}
	lines := strings.Split(string(f.Text), "\n")
	for _, d := range descriptionsOf(f.Document.Feature) {
		for at := int(d.below.Line); at < len(lines); at++ {
			text := strings.TrimSpace(lines[at])
			if !slices.Contains(d.lines, text) {
				if text != "" && !strings.HasPrefix(text, "#") {
					break
				}
				continue
			}
			if advice := meant(l.suite.vocabulary, text, f.Document.Feature.Language); advice != "" {
				place := Place{at + 1, 1 + strings.Index(lines[at], text)}
				l.faults = append(l.faults, fault(f.Path, place, "%s is read as a description: %s", vocabulary.InQuotes(text), advice))
			}
		}
	}
}

// meant says what to do about a line of a description that was meant to be a step: it stands
// above the first scenario, or has no keyword, or one with a slip. "" means that it is text.
func meant(v vocabulary.Vocabulary, line, language string) string {
	k, _ := KeywordsOf(language)
	keywords := each(slices.Concat(k.Given, k.When, k.Then, withoutSign(k.And)), strings.TrimSpace)
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case len(v.Matching(line)) > 0:
		word, rest = keywords[0], line
	case len(v.Matching(rest)) == 0:
		return ""
	case slices.Contains(keywords, word):
		return "put it below a scenario or a background"
	}
	step := cmp.Or(suggest.Nearest(word, keywords), keywords[0]) + " " + rest
	return fmt.Sprintf("a step begins with a keyword, such as %s", vocabulary.InQuotes(step))
}

// description is the text below a line of a feature.
type description struct {
	below *messages.Location
	lines []string
}

func descriptionsOf(f *messages.Feature) (all []description) {
	add := func(text string, below *messages.Location) {
		if text != "" {
			all = append(all, description{below, each(strings.Split(text, "\n"), strings.TrimSpace)})
		}
	}
	child := func(b *messages.Background, sc *messages.Scenario) {
		if b != nil {
			add(b.Description, b.Location)
		}
		if sc != nil {
			add(sc.Description, sc.Location)
			for _, ex := range sc.Examples {
				add(ex.Description, ex.Location)
			}
		}
	}
	add(f.Description, f.Location)
	for _, c := range f.Children {
		child(c.Background, c.Scenario)
		if c.Rule != nil {
			add(c.Rule.Description, c.Rule.Location)
			for _, inner := range c.Rule.Children {
				child(inner.Background, inner.Scenario)
			}
		}
	}
	return all
}
