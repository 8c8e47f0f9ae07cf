package builtin

import (
	"slices"
	"sync"

	"understudy/steps/builtin/atonce"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/connectors/publishing"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/gaps"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/requests"
	"understudy/steps/builtin/responses"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/sending"
	"understudy/steps/builtin/texts"
	"understudy/steps/builtin/values"
	"understudy/steps/vocabulary"
)

// subjects are the rows of the vocabulary by what they are about.
var subjects = []struct {
	name   string
	groups []rows.Group
}{
	{"Lists and pages", []rows.Group{lists.Rows, lists.PageRows, lists.PageCheckRows, lists.RecordRows, lists.EnvelopeRows}},
	{"Requests, tokens and responses", []rows.Group{responses.Rows, requests.Rows, requests.TokenRows, gaps.Rows, requests.PlaceRows}},
	{"Destinations and their objects", []rows.Group{destinations.ObjectRows, destinations.ObjectViewRows, destinations.Rows,
		destinations.RetrievalRows,
		destinations.RenamingRows, destinations.RejectedRenamingRows}},
	{"Segments", []rows.Group{segments.Rows, segments.ChangedRows, segments.RetrievalRows, segments.SourceRows, segments.BatchRows}},
	{"Connectors", []rows.Group{connectors.Rows, connectors.UpdateRows, publishing.LabelRows, connectors.LabelRows, publishing.Rows,
		connectors.ThreeRows, connectors.RejectedUpdateRows, connectors.AtOnceRows, publishing.AtOnceRows}},
	{"Links", []rows.Group{links.Rows, links.OpeningRows, links.LifetimeRows}},
	{"Texts, and what else a write might change", []rows.Group{texts.Rows, texts.WordRows, atonce.Rows}},
	{"Requests of your own", []rows.Group{remembered.Rows, sending.Rows}},
	{"Values", []rows.Group{values.Rows, values.RecordRows, values.ResponseRows, values.LatencyRows, values.UntilRows}},
	{"Clock and faults of the fake", []rows.Group{sending.FakeRows}},
}

// Catalogue returns the vocabulary of all rows. It is built on first use, so that
// commands that read no features do not compile its patterns.
var Catalogue = sync.OnceValue(func() vocabulary.Vocabulary {
	var all rows.Group
	for _, s := range subjects {
		about := func(steps []vocabulary.Step) []vocabulary.Step {
			steps = slices.Clone(steps)
			for i := range steps {
				steps[i].Subject = s.name
			}
			return steps
		}
		for _, r := range s.groups {
			all.Given, all.When, all.Then = append(all.Given, about(r.Given)...), append(all.When, about(r.When)...),
				append(all.Then, about(r.Then)...)
		}
	}
	return vocabulary.NewVocabulary(rows.Lists, all.Given, all.When, all.Then)
})
