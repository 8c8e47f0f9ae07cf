package builtin

import (
	"sync"

	"understudy/steps/builtin/beside"
	"understudy/steps/builtin/connectors"
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
	"understudy/steps/feature"
)

// Catalogue returns the vocabulary of all rows. It is built on first use, so that
// commands that read no features do not compile its patterns.
var Catalogue = sync.OnceValue(func() feature.Vocabulary {
	var all rows.Group
	for _, r := range []rows.Group{
		lists.Rows, destinations.ObjectRows, lists.PageRows, lists.PageCheckRows, lists.RecordRows, responses.Rows, requests.Rows, requests.TokenRows, gaps.Rows,
		segments.Rows, segments.ChangedRows, segments.RetrievalRows, segments.SourceRows, destinations.Rows, destinations.RetrievalRows, destinations.RenamingRows,
		connectors.Rows, connectors.UpdateRows, connectors.LabelRows, connectors.PublishingRows, links.Rows, links.OpeningRows, links.LifetimeRows, texts.Rows,
		destinations.RejectedRenamingRows, texts.WordRows, connectors.PairRows, connectors.RejectedUpdateRows, segments.BatchRows,
		lists.EnvelopeRows, destinations.ObjectViewRows, requests.PlaceRows, beside.Rows, connectors.BesideRows,
		remembered.Rows, sending.Rows, sending.FakeRows, values.Rows, values.RecordRows, values.ResponseRows, values.LatencyRows, values.UntilRows,
	} {
		all.Given, all.When, all.Then = append(all.Given, r.Given...), append(all.When, r.When...), append(all.Then, r.Then...)
	}
	return feature.NewVocabulary(rows.Lists, all.Given, all.When, all.Then)
})
