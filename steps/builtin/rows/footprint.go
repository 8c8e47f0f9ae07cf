package rows

import (
	"slices"
	"strings"
	"sync"

	"understudy/spec"
	"understudy/steps/feature"
	"understudy/steps/paging"
)

// TargetsConnector is what a run does once where it updates the connector of the target file.
const TargetsConnector = "the update of the target's connector"

// The footprints of several steps. A connector that is created under another name
// than was sent is looked up under both.
var (
	OfAsking           = feature.Footprint{Requests: 1}
	OfSegment          = feature.Footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}
	OfConnector        = feature.Footprint{Requests: 1, Connectors: 1}
	OfCreatedConnector = feature.Footprint{Requests: 3, Connectors: 1}
	OfDoneSegment      = OfSegment.Plus(feature.Footprint{Waits: 1})
	OfLink             = feature.Footprint{Requests: 1, Links: 1, Needs: "resources.source_id", Once: map[string]feature.Footprint{"the segment for links": OfDoneSegment, "a segment that is lost": {Requests: 3, Links: 3}}}
	ofName             = feature.Footprint{Requests: 2}
	OfUpdate           = feature.Footprint{Requests: 1, Needs: "resources.destination_id", Once: map[string]feature.Footprint{"the name": ofName}}
	OfRenaming         = OfUpdate.Plus(feature.Footprint{Requests: 1, Renamings: 1, Once: map[string]feature.Footprint{"the name at the end": {Requests: 4}}})
	OfRelabelling      = OfCreatedConnector.Plus(feature.Footprint{Requests: 1, Once: map[string]feature.Footprint{TargetsConnector: {Requests: 4}}})
	OfPublishing       = feature.Footprint{Once: map[string]feature.Footprint{feature.Publishing: {Requests: 20, Connectors: 8}}}
)

// plainFootprints has, per operation, the footprints of the plain request, and of
// sending it again with a fault.
var plainFootprints = sync.OnceValue(func() map[string]struct{ plain, again feature.Footprint } {
	return map[string]struct{ plain, again feature.Footprint }{
		spec.UpdateDestination:      {OfUpdate, OfRenaming},
		spec.ListDestinationObjects: {OfAsking, OfAsking},
		spec.CreateSegment:          {OfSegment, OfSegment},
		spec.UpdateConnector:        {OfRelabelling, OfAsking},
		spec.CreateConnector:        {OfConnector, OfConnector},
		spec.ListInvitations:        {OfAsking, OfAsking},
		spec.PublishConnector:       {OfPublishing, feature.Footprint{Once: map[string]feature.Footprint{"publishing with a fault": {Requests: 13}}}},
		spec.ListTopics:             {OfAsking, OfAsking},
		spec.CreateLink:             {OfLink, OfLink},
	}
})

// readBackFootprints has the footprints of reading back a rejected write.
var readBackFootprints = map[string]feature.Footprint{
	spec.UpdateDestination: {Requests: 2, Once: map[string]feature.Footprint{"a name that changed": {Requests: 10, Renamings: 2}}}, spec.UpdateConnector: OfAsking,
	spec.CreateConnector: {Requests: 1, Once: map[string]feature.Footprint{"the update of no connector": OfAsking}}}

// OfPlainRequest returns the footprint of a plain request, which is sent once in a
// run, with what that needs.
func OfPlainRequest(u feature.Use) feature.Footprint {
	plain := plainFootprints()[u.Groups[0]].plain
	rest := feature.Footprint{Needs: plain.Needs, Once: plain.Once}
	plain.Needs, plain.Once = "", nil
	return rest.Plus(feature.Footprint{Once: map[string]feature.Footprint{"a success of " + u.Groups[0]: plain}})
}

// OfSendingAgain returns the footprint of the plain request with a fault.
func OfSendingAgain(u feature.Use) feature.Footprint {
	if u.Operation == "" {
		// It is the creation of a link.
		return OfLink
	}
	f := plainFootprints()[u.Operation].again
	if slices.Equal(u.Groups, []string{"workspace"}) || slices.Equal(u.Groups, []string{"personal"}) {
		f = f.Plus(OfFindingAList(u.Groups[0]))
	}
	if list := ListOfID[u.Operation]; list != "" && strings.Contains(u.Text, `"other_workspace"`) {
		f = f.Plus(OfReadingIDs(list))
	}
	return f
}

// OfFindingAList returns the footprint of finding out, once in a run, which list opens with a
// token.
func OfFindingAList(token string) feature.Footprint {
	return feature.Footprint{Once: map[string]feature.Footprint{"a list that opens with tokens." + token: {Requests: len(paging.Listings)}}}
}

// OfReadingIDs returns the footprint of reading the ids of a list once in a run.
func OfReadingIDs(list string) feature.Footprint {
	return feature.Footprint{Once: map[string]feature.Footprint{"the ids of " + list: {Requests: 10}}}
}

// OfReadingBack returns the footprint of reading back the rejected write of a scenario.
func OfReadingBack(u feature.Use) feature.Footprint { return readBackFootprints[u.Operation] }

// OfAnother returns the footprint of checking whether a write to an unknown resource
// changed another one.
func OfAnother(u feature.Use) feature.Footprint {
	if u.Groups[0] != "destination" {
		return feature.Footprint{}
	}
	return readBackFootprints[spec.UpdateDestination]
}

// ListOfID maps an operation with an id in its path to the list that shows this kind
// of resource: the objects of a destination, the topics of a source.
var ListOfID = map[string]string{
	spec.UpdateDestination:      spec.ListDestinationObjects,
	spec.ListDestinationObjects: spec.ListDestinationObjects,
	spec.CreateSegment:          spec.ListTopics,
	spec.ListTopics:             spec.ListTopics,
	spec.CreateLink:             spec.ListTopics,
}
