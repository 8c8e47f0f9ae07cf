// Package rows is what the rows of the built-in steps have in common: the things that
// steps provide and require, and the footprints that several of them have.
package rows

import (
	"understudy/steps/feature"
	"understudy/steps/paging"
)

// The things that built-in steps provide.
const (
	AResponse                   = feature.AResponse
	ARequest      feature.Thing = "a request"
	AListResponse feature.Thing = "the response to a list"
	PagesRead     feature.Thing = "the pages of a list"
	ASegment      feature.Thing = "a segment"
	ItsCompletion feature.Thing = "the end of a segment's creation"
	ALink         feature.Thing = "a link"
	AConnector    feature.Thing = "a connector"
	ARenaming     feature.Thing = "a new name"
	ADestination  feature.Thing = "the update of a destination"
	ATriedText    feature.Thing = "texts that were tried"
	APair         feature.Thing = "two connectors"
	ABatch        feature.Thing = "segments with each kind of molecules"
	ARejection    feature.Thing = "a rejected update"
	AnUpdateAfter feature.Thing = "an update after publishing"
)

// Group are the steps of a noun: given provides test data, where what is missing skips the scenario
// with the reason; when acts; then checks.
type Group struct{ Given, When, Then []feature.Step }

// Lists are those of the API as steps name them.
var Lists = func() (all []feature.List) {
	for _, l := range paging.Listings {
		all = append(all, feature.List{Noun: l.Noun, Operation: l.Operation})
	}
	return all
}()

// Nouns is the group of a step's pattern that names a list.
var Nouns = feature.GroupOf(Lists)
