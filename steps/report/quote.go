package report

import (
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"
)

// KeepQuotes notes in each failure what its scenario quotes from the API document, so that a
// JSON report, which has no Sources, shows it too.
func (r *Run) KeepQuotes() {
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		if s.File != "" { // the rules of a user's features may not quote the document
			continue
		}
		for j := range s.Failures {
			s.Failures[j].Quote = r.quote(s.Address, "@promise:"+s.Failures[j].Promise)
		}
	}
}

// quote returns the description of the rule that a scenario with a tag is under, on one line.
func (r *Run) quote(address, tag string) string {
	for _, source := range r.Sources {
		i := slices.IndexFunc(source.Scenarios, func(s SourceScenario) bool { return s.Address == address })
		if i < 0 || source.Document.Feature == nil {
			continue
		}
		pickle := source.Scenarios[i].Pickle
		if !slices.ContainsFunc(pickle.Tags, func(t *messages.PickleTag) bool { return t.Name == tag }) {
			return ""
		}
		node := pickle.AstNodeIds[0]
		for _, child := range source.Document.Feature.Children {
			if child.Rule != nil && slices.ContainsFunc(child.Rule.Children,
				func(c *messages.RuleChild) bool { return c.Scenario != nil && c.Scenario.Id == node }) {
				return strings.Join(strings.Fields(child.Rule.Description), " ")
			}
		}
	}
	return ""
}
