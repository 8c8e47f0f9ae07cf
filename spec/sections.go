package spec

// Section is the name of a section of the API document.
type Section string

// The closed list of sections, in the document's order. Every row of the
// registries points to one of them.
const (
	Introduction        Section = "Introduction"
	WhatTheServiceDoes  Section = "What the service does"
	ResponseEnvelopes   Section = "Response envelopes"
	Destination         Section = "Destination"
	DestinationObject   Section = "Destination object"
	ConnectorResponse   Section = "Connector (destination type), response form"
	ConnectorRequest    Section = "Connector, request form"
	Segment             Section = "Segment (filter segment)"
	SegmentLink         Section = "Segment management link"
	Topic               Section = "Topic"
	Invitation          Section = "Invitation"
	StatesAndTransition Section = "States and transitions"
	Endpoints           Section = "Endpoints"
	Authentication      Section = "Authentication"
	Events              Section = "Events"
	Errors              Section = "Errors"
	Limits              Section = "Limits"
	Versioning          Section = "Versioning"
)

// Sections lists every section in the document's order.
var Sections = []Section{
	Introduction, WhatTheServiceDoes, ResponseEnvelopes, Destination, DestinationObject,
	ConnectorResponse, ConnectorRequest, Segment, SegmentLink, Topic, Invitation,
	StatesAndTransition, Endpoints, Authentication, Events, Errors, Limits, Versioning,
}

// Place points into the API document, so that a reader can look up a row of a
// registry there.
type Place struct {
	Section Section `json:"section"`
	// Table names the table of the section by its first column's heading or
	// its subject; empty for running text.
	Table string `json:"table,omitempty"`
	// Row is the row's first cell, or the start of the sentence.
	Row string `json:"row,omitempty"`
}

// At is a place in a section of the document.
func At(section Section, table, row string) Place {
	return Place{Section: section, Table: table, Row: row}
}
