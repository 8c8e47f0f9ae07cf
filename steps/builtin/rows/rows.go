// Package rows has what the rows of the built-in steps share: the things that steps
// provide and require, and common footprints.
package rows

import (
	"understudy/steps/feature"
	"understudy/steps/paging"
)

// The things that built-in steps provide.
const (
	AResponse                     = feature.AResponse
	ARequest        feature.Thing = "a request"
	AListResponse   feature.Thing = "the response to a list"
	PagesRead       feature.Thing = "the pages of a list"
	ASegment        feature.Thing = "a segment"
	ItsCompletion   feature.Thing = "the end of a segment's creation"
	ALink           feature.Thing = "a link"
	AConnector      feature.Thing = "a connector"
	ARenaming       feature.Thing = "a new name"
	ADestination    feature.Thing = "the update of a destination"
	ATriedText      feature.Thing = "texts that were tried"
	ThreeConnectors feature.Thing = "three connectors"
	ABatch          feature.Thing = "segments with each kind of molecules"
	ARejection      feature.Thing = "a rejected update"
	AnUpdateAfter   feature.Thing = "an update after publishing"
)

// Group holds the steps of a noun. Given steps provide test data; where it is missing, they skip
// the scenario with the reason. When steps act, Then steps check.
type Group struct{ Given, When, Then []feature.Step }

// Lists are the lists of the API as steps name them.
var Lists = func() (all []feature.List) {
	for _, l := range paging.Listings {
		all = append(all, feature.List{Noun: l.Noun, Operation: l.Operation})
	}
	return all
}()

// Nouns is the group of a step's pattern that matches the name of a list.
var Nouns = feature.GroupOf(Lists)
