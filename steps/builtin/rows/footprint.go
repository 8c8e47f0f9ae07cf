package rows

import (
	"understudy/spec"
	"understudy/steps/paging"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// The footprints of several steps. A connector that is created under another name
// than was sent is looked up under both.
var (
	OfAsking  = vocabulary.Footprint{Requests: 1}
	OfSegment = vocabulary.Footprint{Requests: 1, Segments: 1, Needs: target.SourceID}
	// OfCreation is what a run does once where it creates connectors: see connectors.CheckTurns.
	OfCreation         = vocabulary.Once(vocabulary.ConnectorsInTurns, "", vocabulary.Footprint{Requests: 4, Connectors: 3})
	OfConnector        = vocabulary.Footprint{Requests: 1, Connectors: 1}.Plus(OfCreation)
	OfCreatedConnector = vocabulary.Footprint{Requests: 3, Connectors: 1}.Plus(OfCreation)
	OfDoneSegment      = OfSegment.Plus(vocabulary.Footprint{Waits: 1})
	ofLostSegment      = vocabulary.Once(vocabulary.LostSegment, "", vocabulary.Footprint{Requests: 3, Links: 3})
	OfSegmentForLinks  = vocabulary.Once(vocabulary.SegmentForLinks, "", OfDoneSegment)
	OfLink             = vocabulary.Footprint{Requests: 1, Links: 1, Needs: target.SourceID}.Plus(OfSegmentForLinks).Plus(ofLostSegment)
	ofName             = vocabulary.Once(vocabulary.Name, "", vocabulary.Footprint{Requests: 2})
	ofNameAtEnd        = vocabulary.Once(vocabulary.NameAtEnd, "", vocabulary.Footprint{Requests: 5})
	OfUpdate           = vocabulary.Footprint{Requests: 1, Needs: target.DestinationID}.Plus(ofName)
	// ofNameLater is what a run sends to see whether a name stays restored: see destinations.mostLooks.
	ofNameLater        = vocabulary.Once(vocabulary.NameLater, "", vocabulary.Footprint{Requests: 3})
	OfRenaming         = OfUpdate.Plus(vocabulary.Footprint{Requests: 1, Renamings: 1}).Plus(ofNameAtEnd).Plus(ofNameLater)
	ofTargetsConnector = vocabulary.Once(vocabulary.TargetsConnector, "", vocabulary.Footprint{Requests: 5})
	// ofLabelsAtEnd is what a run does once where it updates connectors: see connectors.CheckKept.
	ofLabelsAtEnd = vocabulary.Once(vocabulary.LabelsAtEnd, "", vocabulary.Footprint{Requests: 2})
	OfRelabelling = OfCreatedConnector.Plus(OfAsking).Plus(ofTargetsConnector).Plus(ofLabelsAtEnd)
	// OfPublishing is one connector, one more where the first shows its previous label, and six
	// where it cannot be published.
	OfPublishing        = vocabulary.Once(vocabulary.Publishing, "", vocabulary.Footprint{Requests: 20, Connectors: 8, Publishings: 8}).Plus(OfCreation)
	ofFaultyPublishing  = vocabulary.Once(vocabulary.FaultyPublishing, "", vocabulary.Footprint{Requests: 13})
	ofChangedName       = vocabulary.Once(vocabulary.ChangedName, "", vocabulary.Footprint{Requests: 10, Renamings: 2})
	ofNameReadBack      = vocabulary.Footprint{Requests: 2}.Plus(ofChangedName)
	ofConnectorReadBack = OfAsking.Plus(vocabulary.Once(vocabulary.UpdateOfUnknown, "", OfAsking))
)

// operations has, per operation, what steps on any operation send.
var operations = map[string]struct {
	// plain is the footprint of the plain request, again that of sending it with a fault, and
	// readBack that of reading back whether a rejected one had an effect.
	plain, again, readBack vocabulary.Footprint
	// list is the one that shows the kind of resource in the path: see ListOfID.
	list string
}{
	spec.UpdateDestination:      {OfUpdate, OfRenaming, ofNameReadBack, spec.ListDestinationObjects},
	spec.ListDestinationObjects: {plain: OfAsking, again: OfAsking, list: spec.ListDestinationObjects},
	spec.CreateSegment:          {plain: OfSegment, again: OfSegment, list: spec.ListTopics},
	spec.UpdateConnector:        {plain: OfRelabelling, again: OfAsking, readBack: OfAsking},
	spec.CreateConnector:        {plain: OfConnector, again: OfConnector, readBack: ofConnectorReadBack},
	spec.ListInvitations:        {plain: OfAsking, again: OfAsking},
	spec.PublishConnector:       {plain: OfPublishing, again: ofFaultyPublishing},
	spec.ListTopics:             {plain: OfAsking, again: OfAsking, list: spec.ListTopics},
	spec.CreateLink:             {plain: OfLink, again: OfLink, list: spec.ListTopics},
}

// OfPlainRequest returns the footprint of a plain request, which is sent once in a
// run, with what that needs.
func OfPlainRequest(u vocabulary.Use) vocabulary.Footprint {
	plain := operations[u.Groups[0]].plain
	rest := vocabulary.Footprint{Needs: plain.Needs, Once: plain.Once}
	plain.Needs, plain.Once = "", nil
	return rest.Plus(vocabulary.Once(vocabulary.SuccessOfOperation, u.Groups[0], plain))
}

// OfSendingAgain returns the footprint of the plain request with a fault.
func OfSendingAgain(u vocabulary.Use) vocabulary.Footprint {
	if u.Operation == "" {
		// It is the creation of a link.
		return OfLink
	}
	return operations[u.Operation].again
}

// OfSendingAgainAs returns the footprint of the plain request with another token of the target
// file, which is the step's group.
func OfSendingAgainAs(u vocabulary.Use) vocabulary.Footprint {
	f := OfSendingAgain(u)
	switch token := u.Groups[0]; token {
	case "workspace", "personal":
		f = f.Plus(OfFindingAList(token))
	case "other_workspace":
		if list := ListOfID(u.Operation); list != "" {
			f = f.Plus(OfReadingIDs(list))
		}
	}
	return f
}

// OfFindingAList returns the footprint of finding out, once in a run, which list opens with a
// token, workspace or personal: each list of its kind may have to be tried.
func OfFindingAList(token string) vocabulary.Footprint {
	kind := spec.WorkspaceToken
	if token == "personal" {
		kind = spec.PersonalToken
	}
	lists := 0
	for _, l := range paging.Listings {
		if o := spec.OperationOf(l.Operation); o.Token == kind {
			lists++
		}
	}
	return vocabulary.Once(vocabulary.ListOfToken, token, vocabulary.Footprint{Requests: lists})
}

// OfReadingIDs returns the footprint of reading the ids of a list once in a run.
func OfReadingIDs(list string) vocabulary.Footprint {
	return vocabulary.Once(vocabulary.IDsOfList, list, vocabulary.Footprint{Requests: 10})
}

// OfReadingBack returns the footprint of reading back the rejected write of a scenario.
func OfReadingBack(u vocabulary.Use) vocabulary.Footprint { return operations[u.Operation].readBack }

// OfAnother returns the footprint of checking whether a write to an unknown resource
// changed another one.
func OfAnother(u vocabulary.Use) vocabulary.Footprint {
	if u.Groups[0] != "destination" {
		return vocabulary.Footprint{}
	}
	return ofNameReadBack
}

// ListOfID is the list that shows the kind of resource whose id an operation has in its path: the
// objects of a destination, the topics of a source. It is empty for other operations.
func ListOfID(operation string) string { return operations[operation].list }
