package vocabulary

import "cmp"

// Shared names what a whole run does once, whichever of its scenarios needs it first.
type Shared struct {
	Kind SharedKind
	// Of says what it is done with, where the kind is done with several things: an operation,
	// the name of a list.
	Of string
}

// SharedKind is a kind of what a run does once.
type SharedKind int

// The kinds of what a run does once. Their order is the one in which their requests are subtracted
// from those of the scenario that was measured with them.
const (
	// Own is what the steps of a user's own do once: Of has its name.
	Own SharedKind = iota
	ListOfToken
	ChangedName
	LostSegment
	SuccessOfOperation
	FaultyPublishing
	ConnectorsAtOnce
	ConnectorsInTurns
	CountOfList
	IDsOfList
	LabelsAtOnce
	LabelsReadAtOnce
	LabelsAtEnd
	LinksAtOnce
	SegmentOfMolecules
	Name
	NameAtEnd
	NameLater
	PagesOfList
	RejectedProbes
	// Publishing is what a target file has to allow: it publishes connectors of the run, or the
	// one that the file names. PublishingAtOnce publishes connectors of the run only.
	Publishing
	PublishingAtOnce
	SegmentForLinks
	SegmentsAtOnce
	SegmentsOfEachKind
	UpdateOfUnknown
	// TargetsConnector is the update of the connector of the target file.
	TargetsConnector
	ThreeConnectors
)

// Compare orders what a run does once by its kind.
func (s Shared) Compare(other Shared) int {
	return cmp.Or(cmp.Compare(s.Kind, other.Kind), cmp.Compare(s.Of, other.Of))
}

// Does reports whether a run does something of a kind once for a step.
func (f Footprint) Does(kind SharedKind) bool {
	for what := range f.Once {
		if what.Kind == kind {
			return true
		}
	}
	return false
}

// Once is the footprint of a step for which the run does something once.
func Once(kind SharedKind, of string, f Footprint) Footprint {
	return Footprint{Once: map[Shared]Footprint{{kind, of}: f}}
}
