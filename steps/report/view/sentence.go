package view

import (
	"slices"
	"strings"

	messages "github.com/cucumber/messages/go/v21"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// Sentence returns what the API document says about a promise: the quote at the rule
// of the scenario that found it broken, or else the place in the document; "" for a
// promise that is not registered.
func Sentence(r *report.Run, id string) string {
	for _, s := range r.Scenarios {
		found := slices.ContainsFunc(s.Failures, func(f report.Failure) bool { return f.Promise == id })
		// The rules of a user's features may not quote the document.
		if found && s.File == "" {
			if said := quote(r, s.Address); said != "" {
				return said
			}
		}
	}
	p, _ := promise.ByID(id)
	return place(p.At)
}

// place names a place in the document: its section, its table, and the row or
// the start of the sentence.
func place(at spec.Place) string {
	parts := []string{string(at.Section)}
	switch at.Table {
	case "", "Field": // a section has one table of fields
		parts = append(parts, at.Row)
	case "#":
		parts = append(parts, "endpoint "+at.Row)
	default:
		parts = append(parts, at.Table, at.Row)
	}
	return strings.Trim(strings.Join(parts, ": "), ": ")
}

// quote returns the description of the rule that a scenario is under.
func quote(r *report.Run, address string) string {
	for _, source := range r.Sources {
		i := slices.IndexFunc(source.Scenarios, func(s report.SourceScenario) bool { return s.Address == address })
		if i < 0 || source.Document.Feature == nil {
			continue
		}
		node := source.Scenarios[i].Pickle.AstNodeIds[0]
		for _, child := range source.Document.Feature.Children {
			if child.Rule != nil && slices.ContainsFunc(child.Rule.Children, func(c *messages.RuleChild) bool { return c.Scenario != nil && c.Scenario.Id == node }) {
				return prose.OneLine(child.Rule.Description)
			}
		}
	}
	return ""
}
