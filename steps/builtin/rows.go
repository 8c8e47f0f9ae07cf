package builtin

import (
	"maps"
	"slices"
	"sync"

	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

type (
	step      = feature.Step
	thing     = feature.Thing
	footprint = feature.Footprint
)

// The things that built-in steps provide.
const (
	AResponse           = feature.AResponse
	ARequest      thing = "a request"
	AListResponse thing = "the response to a list"
	PagesRead     thing = "the pages of a list"
	ASegment      thing = "a segment"
	ItsCompletion thing = "the end of a segment's creation"
	ALink         thing = "a link"
	AConnector    thing = "a connector"
	ARenaming     thing = "a new name"
	ADestination  thing = "the update of a destination"
	ATriedText    thing = "texts that were tried"
	APair         thing = "two connectors"
	ABatch        thing = "segments with each kind of molecules"
	ARejection    thing = "a rejected update"
	AnUpdateAfter thing = "an update after publishing"
)

// rows are steps: given provides test data, where what is missing skips the scenario
// with the reason; when acts; then checks.
type rows struct{ given, when, then []step }

// Catalogue is the vocabulary of all rows. It is made when first asked for: commands
// that read no features do not wait for its patterns.
var Catalogue = sync.OnceValue(func() feature.Vocabulary {
	var all rows
	for _, r := range []rows{
		listRows, objectRows, pageRows, recordRows, responseRows, requestRows, tokenRows, gapRows,
		segmentRows, retrievalRows, sourceRows, destinationRows, renamingRows,
		connectorRows, updateRows, labelRows, publishingRows, linkRows, lifetimeRows, textRows,
		rejectedRenamingRows, wordRows, pairRows, batchRows,
		envelopeRows, objectViewRows, placeRows, besideRows, connectorsBesideRows,
	} {
		all.given, all.when, all.then = append(all.given, r.given...), append(all.when, r.when...), append(all.then, r.then...)
	}
	return feature.NewVocabulary(lists, all.given, all.when, all.then)
})

// lists are those of the API as steps name them.
var lists = func() (all []feature.List) {
	for _, l := range paging.Listings {
		all = append(all, feature.List{Noun: l.Noun, Operation: l.Operation})
	}
	return all
}()

// nouns is the group of a step's pattern that names a list.
var nouns = feature.GroupOf(lists)

// optionalKeys are those of a target file that a step may ask for.
var optionalKeys = &feature.IDs{
	Noun: "optional key of a target file", Hint: "see understudy init target -",
	All: func() []string { return slices.Sorted(maps.Keys(scenario.GivenKeys(target.Target{}))) },
}
