package builtin

import (
	"maps"
	"slices"
	"sync"

	"understudy/steps/builtin/beside"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/texts"
	"understudy/steps/feature"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// Catalogue is the vocabulary of all rows. It is made when first asked for: commands
// that read no features do not wait for its patterns.
var Catalogue = sync.OnceValue(func() feature.Vocabulary {
	var all rows.Group
	for _, r := range []rows.Group{
		lists.Rows, destinations.ObjectRows, lists.PageRows, lists.RecordRows, ResponseRows, RequestRows, TokenRows, GapRows,
		segments.Rows, segments.RetrievalRows, segments.SourceRows, destinations.Rows, destinations.RenamingRows,
		connectors.Rows, connectors.UpdateRows, connectors.LabelRows, connectors.PublishingRows, links.Rows, links.LifetimeRows, texts.Rows,
		destinations.RejectedRenamingRows, texts.WordRows, connectors.PairRows, segments.BatchRows,
		lists.EnvelopeRows, destinations.ObjectViewRows, PlaceRows, beside.Rows, connectors.BesideRows,
	} {
		all.Given, all.When, all.Then = append(all.Given, r.Given...), append(all.When, r.When...), append(all.Then, r.Then...)
	}
	return feature.NewVocabulary(rows.Lists, all.Given, all.When, all.Then)
})

// optionalKeys are those of a target file that a step may ask for.
var optionalKeys = &feature.IDs{
	Noun: "optional key of a target file", Hint: "see understudy init target -",
	All: func() []string { return slices.Sorted(maps.Keys(scenario.GivenKeys(target.Target{}))) },
}
