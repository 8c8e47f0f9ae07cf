package view

import (
	"fmt"
	"slices"

	messages "github.com/cucumber/messages/go/v21"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// Sentence returns what the API document says about a promise: the quote at the rule of
// the scenario that found it broken, if that is tagged with the promise, or else the one of
// the registry; "" for a promise that is not registered.
func Sentence(r *report.Run, id string) string {
	for _, s := range r.Scenarios {
		found := slices.ContainsFunc(s.Failures, func(f report.Failure) bool { return f.Promise == id })
		// The rules of a user's features may not quote the document.
		if found && s.File == "" {
			if said := quote(r, s.Address, "@promise:"+id); said != "" {
				return said
			}
		}
	}
	p, known := promise.ByID(id)
	if !known {
		return ""
	}
	return fmt.Sprintf(`"%s" (%s)`, p.Quote(), place(p.At))
}

// place names a place in the document: its section, and its table where there is more
// than one.
func place(at spec.Place) string {
	switch at.Table {
	case "", "Field", "#", "Parameter":
		return string(at.Section)
	}
	return string(at.Section) + ", " + at.Table
}

// quote returns the description of the rule that a scenario with a tag is under.
func quote(r *report.Run, address, tag string) string {
	for _, source := range r.Sources {
		i := slices.IndexFunc(source.Scenarios, func(s report.SourceScenario) bool { return s.Address == address })
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
				return prose.OneLine(child.Rule.Description)
			}
		}
	}
	return ""
}
