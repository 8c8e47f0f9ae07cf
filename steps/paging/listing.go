package paging

import (
	"slices"

	"understudy/spec"
	"understudy/steps/target"
)

// Listing is one list of the API, as scenarios name it.
type Listing struct {
	Noun, Operation string
	// Key names the member that identifies a record.
	Key string
	// Instant names the member that determines the order; empty where records
	// show no creation time.
	Instant string
	// Resource is the key of the target file with the resource that the list
	// belongs to; empty for a list that belongs to no resource.
	Resource string
	// Foreign says that the document does not say that the resource of the key
	// has such a list.
	Foreign bool
}

// Listings are all lists that scenarios can name.
var Listings = []Listing{
	{Noun: "invitations", Operation: spec.ListInvitations, Key: "id", Instant: "created_at"},
	{Noun: "destination objects", Operation: spec.ListDestinationObjects, Key: "full_name", Resource: target.ObjectsDestinationID},
	{Noun: "objects of the empty destination", Operation: spec.ListDestinationObjects, Key: "full_name",
		Resource: target.EmptyDestinationID},
	{Noun: "objects of the destination", Operation: spec.ListDestinationObjects, Key: "full_name", Resource: target.DestinationID},
	{Noun: "topics", Operation: spec.ListTopics, Key: "id", Resource: target.TopicsSourceID},
	{Noun: "topics of the empty source", Operation: spec.ListTopics, Key: "id", Resource: target.EmptyTopicsSourceID},
	{Noun: "topics of the source of segments", Operation: spec.ListTopics, Key: "id", Resource: target.SourceID, Foreign: true},
}

// ListingOf returns the list with a noun, which must exist.
func ListingOf(noun string) *Listing {
	i := slices.IndexFunc(Listings, func(l Listing) bool { return l.Noun == noun })
	return &Listings[i]
}

// OfOperation is the first list that an operation returns; nil where it returns none.
func OfOperation(operation string) *Listing {
	i := slices.IndexFunc(Listings, func(l Listing) bool { return l.Operation == operation })
	if i < 0 {
		return nil
	}
	return &Listings[i]
}
