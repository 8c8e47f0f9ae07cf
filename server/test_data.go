package server

import (
	"slices"

	"understudy/fixtures"
	"understudy/server/resource"
)

// TestData is what a target file of a fake names: tokens, and ids of what
// belongs to the workspace of WorkspaceToken. A field is empty if the world has
// nothing for it.
type TestData struct {
	WorkspaceToken, PersonalToken string
	// OtherWorkspaceToken is of another workspace than WorkspaceToken.
	OtherWorkspaceToken string
	// RevokedToken existed once; the fake rejects it.
	RevokedToken string
	// DestinationID may be renamed. It was tested and has objects, if there is
	// one that was. ServiceConnection is its actual content. It is shared: do not
	// change it.
	DestinationID     int64
	ServiceConnection map[string]any
	// ObjectsDestinationID has the most objects, EmptyDestinationID none.
	ObjectsDestinationID, EmptyDestinationID int64
	// SourceID is a source with the dataset DatasetID. If possible, it is one that
	// takes in no HTTP requests.
	SourceID, DatasetID int64
	// SegmentID is the first complete segment of SegmentSourceID, which is SourceID
	// unless that has none. A link to manage it can be created.
	SegmentID, SegmentSourceID int64
	// TopicsSourceID has the most topics. EmptyTopicsSourceID has none, but takes in
	// HTTP requests.
	TopicsSourceID, EmptyTopicsSourceID int64
	// ConnectorServiceName may be updated, PublishableConnectorServiceName published.
	ConnectorServiceName, PublishableConnectorServiceName string
	// Connector is an object connector that the fake accepts. It is shared: do not
	// change it.
	Connector map[string]any
	// RedirectURI is a redirect_uri that a link may have.
	RedirectURI string
}

// testDataOf is the test data of a world and its owners, who have the tokens.
func testDataOf(w, owners *fixtures.World) TestData {
	g := TestData{WorkspaceToken: owners.Workspaces[0].Token, PersonalToken: owners.Users[0].Token, Connector: sampleConnector, RedirectURI: sampleRedirectURI}
	if len(owners.Workspaces) > 1 {
		g.OtherWorkspaceToken = owners.Workspaces[1].Token
	}
	for _, workspace := range owners.Workspaces {
		if len(workspace.RevokedTokens) > 0 && g.RevokedToken == "" {
			g.RevokedToken = workspace.RevokedTokens[0]
		}
	}
	own := owners.Workspaces[0].ID
	g.findDestinations(ofWorkspace(w.Destinations, own, func(d fixtures.Destination) int64 { return d.WorkspaceID }))
	sources := ofWorkspace(w.Sources, own, func(s fixtures.Source) int64 { return s.WorkspaceID })
	g.findSources(sources)
	g.findSegment(w.Segments, sources)
	g.findConnectors(ofWorkspace(w.Connectors, own, func(c fixtures.Connector) int64 { return c.WorkspaceID }))
	return g
}

// ofWorkspace are the rows that a workspace owns.
func ofWorkspace[T any](rows []T, id int64, owner func(T) int64) []T {
	return slices.DeleteFunc(slices.Clone(rows), func(row T) bool { return owner(row) != id })
}

// best is the first row with the highest rank, if that is above 0.
func best[T any](rows []T, rank func(T) int) (found T, ok bool) {
	highest := 0
	for _, row := range rows {
		if r := rank(row); r > highest {
			found, highest = row, r
		}
	}
	return found, highest > 0
}

func (g *TestData) findDestinations(own []fixtures.Destination) {
	tested := func(d fixtures.Destination) int {
		return 1 + bit(d.LastTest.At != "") + bit(len(d.Objects) > 0)
	}
	if d, ok := best(own, tested); ok {
		g.DestinationID, g.ServiceConnection = d.ID, serviceConnection(d)
	}
	if d, ok := best(own, func(d fixtures.Destination) int { return len(d.Objects) }); ok {
		g.ObjectsDestinationID = d.ID
	}
	if d, ok := best(own, func(d fixtures.Destination) int { return bit(len(d.Objects) == 0) }); ok {
		g.EmptyDestinationID = d.ID
	}
}

func (g *TestData) findSources(own []fixtures.Source) {
	if s, ok := best(own, func(s fixtures.Source) int {
		return bit(len(s.Datasets) > 0) * (1 + bit(s.Type != resource.HTTPRequests))
	}); ok {
		g.SourceID, g.DatasetID = s.ID, s.Datasets[0].ID
	}
	if s, ok := best(own, func(s fixtures.Source) int { return len(s.Topics) }); ok {
		g.TopicsSourceID = s.ID
	}
	if s, ok := best(own, func(s fixtures.Source) int {
		return bit(len(s.Topics) == 0 && s.Type == resource.HTTPRequests)
	}); ok {
		g.EmptyTopicsSourceID = s.ID
	}
}

func (g *TestData) findSegment(all []fixtures.Segment, sources []fixtures.Source) {
	own := map[int64]bool{}
	for _, s := range sources {
		own[s.ID] = true
	}
	if s, ok := best(all, func(s fixtures.Segment) int {
		return bit(s.Completion == nil && own[s.SourceID]) * (1 + bit(s.SourceID == g.SourceID))
	}); ok {
		g.SegmentID, g.SegmentSourceID = s.ID, s.SourceID
	}
}

func (g *TestData) findConnectors(own []fixtures.Connector) {
	for _, c := range own {
		switch {
		case c.Published:
		case g.ConnectorServiceName == "":
			g.ConnectorServiceName = c.ServiceName
		case g.PublishableConnectorServiceName == "":
			g.PublishableConnectorServiceName = c.ServiceName
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
