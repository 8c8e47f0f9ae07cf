package rows

import (
	"sync"

	"understudy/spec"
	"understudy/steps/feature"
	"understudy/steps/paging"
)

// The footprints of several steps. A connector that is created under another name
// than was sent is looked up under both.
var (
	OfAsking           = feature.Footprint{Requests: 1}
	OfSegment          = feature.Footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}
	OfConnector        = feature.Footprint{Requests: 1, Connectors: 1}
	OfCreatedConnector = feature.Footprint{Requests: 3, Connectors: 1}
	OfDoneSegment      = OfSegment.Plus(feature.Footprint{Waits: 1})
	ofLostSegment      = feature.Once(feature.LostSegment, "", feature.Footprint{Requests: 3, Links: 3})
	OfSegmentForLinks  = feature.Once(feature.SegmentForLinks, "", OfDoneSegment)
	OfLink             = feature.Footprint{Requests: 1, Links: 1, Needs: "resources.source_id"}.Plus(OfSegmentForLinks).Plus(ofLostSegment)
	ofName             = feature.Once(feature.Name, "", feature.Footprint{Requests: 2})
	ofNameAtEnd        = feature.Once(feature.NameAtEnd, "", feature.Footprint{Requests: 4})
	OfUpdate           = feature.Footprint{Requests: 1, Needs: "resources.destination_id"}.Plus(ofName)
	OfRenaming         = OfUpdate.Plus(feature.Footprint{Requests: 1, Renamings: 1}).Plus(ofNameAtEnd)
	ofTargetsConnector = feature.Once(feature.TargetsConnector, "", feature.Footprint{Requests: 4})
	OfRelabelling      = OfCreatedConnector.Plus(OfAsking).Plus(ofTargetsConnector)
	// OfPublishing is one connector, one more where the first shows its previous label, and six
	// where it cannot be published.
	OfPublishing       = feature.Once(feature.Publishing, "", feature.Footprint{Requests: 20, Connectors: 8, Publishings: 8})
	ofFaultyPublishing = feature.Once(feature.FaultyPublishing, "", feature.Footprint{Requests: 13})
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
		spec.PublishConnector:       {OfPublishing, ofFaultyPublishing},
		spec.ListTopics:             {OfAsking, OfAsking},
		spec.CreateLink:             {OfLink, OfLink},
	}
})

// readBackFootprints has the footprints of reading back a rejected write.
var readBackFootprints = map[string]feature.Footprint{
	spec.UpdateDestination: OfAsking.Plus(OfAsking).Plus(feature.Once(feature.ChangedName, "", feature.Footprint{Requests: 10, Renamings: 2})),
	spec.UpdateConnector:   OfAsking,
	spec.CreateConnector:   OfAsking.Plus(feature.Once(feature.UpdateOfUnknown, "", OfAsking)),
}

// OfPlainRequest returns the footprint of a plain request, which is sent once in a
// run, with what that needs.
func OfPlainRequest(u feature.Use) feature.Footprint {
	plain := plainFootprints()[u.Groups[0]].plain
	rest := feature.Footprint{Needs: plain.Needs, Once: plain.Once}
	plain.Needs, plain.Once = "", nil
	return rest.Plus(feature.Once(feature.SuccessOfOperation, u.Groups[0], plain))
}

// OfSendingAgain returns the footprint of the plain request with a fault.
func OfSendingAgain(u feature.Use) feature.Footprint {
	if u.Operation == "" {
		// It is the creation of a link.
		return OfLink
	}
	return plainFootprints()[u.Operation].again
}

// OfSendingAgainAs returns the footprint of the plain request with another token of the target
// file, which is the step's group.
func OfSendingAgainAs(u feature.Use) feature.Footprint {
	f := OfSendingAgain(u)
	switch token := u.Groups[0]; token {
	case "workspace", "personal":
		f = f.Plus(OfFindingAList(token))
	case "other_workspace":
		if list := ListOfID[u.Operation]; list != "" {
			f = f.Plus(OfReadingIDs(list))
		}
	}
	return f
}

// OfFindingAList returns the footprint of finding out, once in a run, which list opens with a
// token.
func OfFindingAList(token string) feature.Footprint {
	return feature.Once(feature.ListOfToken, token, feature.Footprint{Requests: len(paging.Listings)})
}

// OfReadingIDs returns the footprint of reading the ids of a list once in a run.
func OfReadingIDs(list string) feature.Footprint {
	return feature.Once(feature.IDsOfList, list, feature.Footprint{Requests: 10})
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
