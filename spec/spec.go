// Package spec holds what the API document promises and what it leaves unsaid.
//
// The package itself has the contract's bytes (openapi.yaml), the table of
// operations and the closed list of the document's sections. Its sub-packages
// have the registry of promises (promise), the registry of gaps with their
// allowed variants and the table of exceptions (gap), and the check of an
// exchange against the contract (contract).
//
// Any package may import spec; spec imports none of ours. Start reading at
// Operations.
package spec

import (
	_ "embed"
	"slices"
	"strings"
)

// OpenAPI is the contract, an OpenAPI 3.1 document in YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte

// ContractVersion is info.version of the contract.
const ContractVersion = "v1"

// TokenKind says which of the document's two kinds of bearer token an
// operation takes (section Authentication).
type TokenKind string

// The two kinds of token.
const (
	WorkspaceToken TokenKind = "workspace"
	PersonalToken  TokenKind = "personal"
)

// The ids of the operations.
const (
	UpdateDestination      = "update-destination"
	GetDestination         = "get-destination"
	ListDestinationObjects = "list-destination-objects"
	CreateSegment          = "create-segment"
	ReadSegmentSource      = "read-segment-source"
	GetSegment             = "get-segment"
	UpdateConnector        = "update-connector"
	CreateConnector        = "create-connector"
	ListInvitations        = "list-invitations"
	PublishConnector       = "publish-connector"
	ListTopics             = "list-topics"
	CreateLink             = "create-segment-management-link"
)

// Operation is one row of the document's table of endpoints, or a URL that a
// response to such an operation contains.
type Operation struct {
	ID     string
	Method string
	// Path is the template below {base_url}; for an operation that is reached
	// through a URL of a response it is only where the fake serves it.
	Path  string
	Token TokenKind
	// Lists says that the operation takes page, per_page and order. The topics
	// of a source have the same envelope, but not these parameters.
	Lists bool
	// Linked says that clients reach the operation through a URL that a
	// response contained, never by building its path.
	Linked bool
	// Supplementary says that the operation is not in the table of endpoints: a
	// deployment may lack it.
	Supplementary bool
	// Promise is the id of the promise that the operation works at all; a
	// supplementary operation has none.
	Promise string
}

// Operations is the table of operations in the document's order.
var Operations = []Operation{
	{ID: UpdateDestination, Method: "PATCH", Path: "/api/v1/destinations/{destination_id}",
		Token: WorkspaceToken, Promise: "destinations-are-updated"},
	{ID: GetDestination, Method: "GET", Path: "/api/v1/destinations/{destination_id}",
		Token: WorkspaceToken, Supplementary: true},
	{ID: ListDestinationObjects, Method: "GET", Path: "/api/v1/destinations/{destination_id}/objects",
		Token: WorkspaceToken, Lists: true, Promise: "objects-are-listed"},
	{ID: CreateSegment, Method: "POST", Path: "/api/v1/sources/{source_id}/filter_segments",
		Token: WorkspaceToken, Promise: "segments-are-created"},
	{ID: ReadSegmentSource, Method: "GET", Path: "/api/v1/sources/{source_id}/filter_segments/{segment_id}/source_status",
		Token: WorkspaceToken, Linked: true, Promise: "segment-source-completes"},
	{ID: GetSegment, Method: "GET", Path: "/api/v1/sources/{source_id}/filter_segments/{segment_id}",
		Token: WorkspaceToken, Supplementary: true},
	{ID: UpdateConnector, Method: "PATCH", Path: "/api/v1/connectors/{service_name}",
		Token: WorkspaceToken, Promise: "connectors-are-updated"},
	{ID: CreateConnector, Method: "POST", Path: "/api/v1/connectors",
		Token: WorkspaceToken, Promise: "connectors-are-created"},
	{ID: ListInvitations, Method: "GET", Path: "/api/v1/invitations",
		Token: PersonalToken, Lists: true, Promise: "invitations-are-listed"},
	{ID: PublishConnector, Method: "PUT", Path: "/api/v1/connectors/{service_name}/publish_to_organization",
		Token: WorkspaceToken, Promise: "connectors-are-published"},
	{ID: ListTopics, Method: "GET", Path: "/api/v1/sources/{source_id}/topics",
		Token: WorkspaceToken, Promise: "topics-are-listed"},
	{ID: CreateLink, Method: "POST", Path: "/api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links",
		Token: WorkspaceToken, Promise: "links-are-created"},
}

// OperationByID finds a row of Operations.
func OperationByID(id string) (Operation, bool) {
	i := slices.IndexFunc(Operations, func(o Operation) bool { return o.ID == id })
	if i < 0 {
		return Operation{}, false
	}
	return Operations[i], true
}

// OperationOf is OperationByID for an id that may be none of Operations: then the row is empty.
func OperationOf(id string) Operation {
	o, _ := OperationByID(id)
	return o
}

// IsAt reports whether a path, without its query, is one of the operation: any text but an
// empty one stands for a parameter.
func (o Operation) IsAt(path string) bool {
	return slices.EqualFunc(strings.Split(o.Path, "/"), strings.Split(path, "/"), func(template, part string) bool {
		return template == part || strings.HasPrefix(template, "{") && part != ""
	})
}

// Those returns the ids of the operations that a rule picks, in the document's order.
func Those(picks func(Operation) bool) (ids []string) {
	for _, o := range Operations {
		if picks(o) {
			ids = append(ids, o.ID)
		}
	}
	return slices.Clip(ids)
}

// DefaultPerPage is how many records a page of a list has where the request has no per_page.
const DefaultPerPage = 25

// Groups of operations that promises and gaps refer to.
var (
	// All are the operations, Promised those without the supplementary ones.
	All      = Those(func(Operation) bool { return true })
	Promised = Those(func(o Operation) bool { return !o.Supplementary })
	// Listed are those of the table of endpoints, OfWorkspace those that take a
	// token of the workspace, OfOneWorkspace those whose path names a resource
	// of it.
	Listed         = Those(Operation.listed)
	OfWorkspace    = Those(func(o Operation) bool { return o.listed() && o.Token == WorkspaceToken })
	OfOneWorkspace = Those(func(o Operation) bool { return o.listed() && o.Token == WorkspaceToken && o.Named() })
	// Lists are those that take page, per_page and order.
	Lists = Those(func(o Operation) bool { return o.Lists })
	// OfConnectors are those of connectors, WithObjects those that show the objects of
	// a destination.
	OfConnectors = []string{UpdateConnector, CreateConnector, PublishConnector}
	WithObjects  = []string{UpdateDestination, ListDestinationObjects}
)

func (o Operation) listed() bool { return !o.Supplementary && !o.Linked }

// Named reports whether the path names a resource, such as a destination.
func (o Operation) Named() bool { return strings.Contains(o.Path, "{") }
