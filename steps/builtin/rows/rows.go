// Package rows has what the rows of the built-in steps share: the things that steps
// provide and require, and common footprints.
package rows

import (
	"understudy/steps/paging"
	"understudy/steps/vocabulary"
)

// The things that built-in steps provide.
const (
	AResponse                        = vocabulary.AResponse
	ARequest        vocabulary.Thing = "a request"
	AListResponse   vocabulary.Thing = "the response to a list"
	PagesRead       vocabulary.Thing = "the pages of a list"
	ASegment        vocabulary.Thing = "a segment"
	ItsCompletion   vocabulary.Thing = "the end of a segment's creation"
	ALink           vocabulary.Thing = "a link"
	AConnector      vocabulary.Thing = "a connector"
	ARenaming       vocabulary.Thing = "a new name"
	ADestination    vocabulary.Thing = "the update of a destination"
	ATriedText      vocabulary.Thing = "texts that were tried"
	ThreeConnectors vocabulary.Thing = "three connectors"
	ABatch          vocabulary.Thing = "segments with each kind of molecules"
	ARejection      vocabulary.Thing = "a rejected update"
	AnUpdateAfter   vocabulary.Thing = "an update after publishing"
)

// Group holds the steps of a noun. Given steps provide test data; where it is missing, they skip
// the scenario with the reason. When steps act, Then steps check.
type Group struct{ Given, When, Then []vocabulary.Step }

// Lists are the lists of the API as steps name them.
var Lists = func() (all []vocabulary.List) {
	for _, l := range paging.Listings {
		all = append(all, vocabulary.List{Noun: l.Noun, Operation: l.Operation})
	}
	return all
}()

// Nouns is the group of a step's pattern that matches the name of a list.
var Nouns = vocabulary.GroupOf(Lists)
