// Package promise is the registry of what the API document says: one row per
// statement that can be checked on the wire, told in our own words.
//
// Everything else speaks of a promise by its id: the contract's x-promise, a
// scenario's @promise tag, a mutant's Breaks, a line of the report. Ids are
// kebab-case, stable and never reused.
//
// Any package may import it. Start reading at All.
package promise

import (
	"slices"

	"understudy/spec"
)

// Promise is one statement of the document.
type Promise struct {
	ID string     `json:"id"`
	At spec.Place `json:"at"`
	// Operations are the ids of the operations that the promise binds.
	Operations []string `json:"operations"`
	// Says is the statement in our words.
	Says string `json:"says"`
}

// ByID finds a row of All.
func ByID(id string) (Promise, bool) {
	i := slices.IndexFunc(All, func(p Promise) bool { return p.ID == id })
	if i < 0 {
		return Promise{}, false
	}
	return All[i], true
}

var (
	every    = []string{spec.CreateSegment, spec.ReadSegmentSource, spec.GetSegment, spec.ListInvitations}
	listed   = []string{spec.CreateSegment, spec.ListInvitations}
	lists    = []string{spec.ListInvitations}
	creation = []string{spec.CreateSegment}
	source   = []string{spec.ReadSegmentSource}
	invites  = []string{spec.ListInvitations}
)

func at(section spec.Section, table, row string) spec.Place {
	return spec.Place{Section: section, Table: table, Row: row}
}

// All is the registry, in the order of the document's sections.
var All = []Promise{
	{ID: "bodies-are-json", At: at(spec.Introduction, "", "Request and response bodies are JSON"), Operations: every,
		Says: "the body of a success answer is one JSON value in UTF-8, with no member named twice and nothing after it"},

	{ID: "list-status-success", At: at(spec.ResponseEnvelopes, "List envelope", "status"), Operations: lists,
		Says: "a list's status is the word success"},
	{ID: "list-pagination", At: at(spec.ResponseEnvelopes, "List envelope", "pagination"), Operations: lists,
		Says: "a list has a pagination object"},
	{ID: "list-data", At: at(spec.ResponseEnvelopes, "List envelope", "data"), Operations: lists,
		Says: "a list's records are the array data"},
	{ID: "pagination-integers", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists,
		Says: "total_records, per_page, prev_page, page, next_page and last_page are integers"},
	{ID: "total-records-counts-all", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists,
		Says: "total_records counts the records of the whole list, whatever the page and per_page"},
	{ID: "last-page-holds-the-last", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists,
		Says: "last_page is the last page that has records"},
	{ID: "page-echoed", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists,
		Says: "pagination.page is the page that was answered"},
	{ID: "per-page-echoed", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists,
		Says: "pagination.per_page is the per_page that was used"},
	{ID: "next-page-follows", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists,
		Says: "before the last page next_page is page + 1"},
	{ID: "prev-page-precedes", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists,
		Says: "after the first page prev_page is page - 1"},
	{ID: "created-segment-status", At: at(spec.ResponseEnvelopes, "Single-result envelope", "status"), Operations: creation,
		Says: "the answer that creates a segment has the status created"},
	{ID: "created-segment-data", At: at(spec.ResponseEnvelopes, "Single-result envelope", "data"), Operations: creation,
		Says: "the answer that creates a segment has the object data"},

	{ID: "segment-name-required", At: at(spec.Segment, "", "Creation input: name"), Operations: creation,
		Says: "no segment is created without a name"},
	{ID: "segment-molecules-required", At: at(spec.Segment, "", "Creation input: molecules"), Operations: creation,
		Says: "no segment is created without molecules"},
	{ID: "segment-dataset-required", At: at(spec.Segment, "", "Creation input: dataset_id"), Operations: creation,
		Says: "no segment is created without a dataset_id"},
	{ID: "created-segment-id", At: at(spec.Segment, "", "Creation result: id"), Operations: creation,
		Says: "a created segment has an integer id"},
	{ID: "created-segment-source-url", At: at(spec.Segment, "", "Creation result: filter_segment_source_url"), Operations: creation,
		Says: "a created segment comes with filter_segment_source_url, a URL, beside status"},

	{ID: "invitation-id", At: at(spec.Invitation, "Field", "id"), Operations: invites,
		Says: "an invitation has an integer id"},
	{ID: "invitation-email", At: at(spec.Invitation, "Field", "email"), Operations: invites,
		Says: "an invitation has the invitee's e-mail address"},
	{ID: "invitation-created-at", At: at(spec.Invitation, "Field", "created_at"), Operations: invites,
		Says: "an invitation has created_at, an ISO 8601 timestamp"},
	{ID: "invitation-created-by-id", At: at(spec.Invitation, "Field", "created_by_id"), Operations: invites,
		Says: "an invitation has an integer created_by_id"},
	{ID: "invitation-claimed-at", At: at(spec.Invitation, "Field", "claimed_at"), Operations: invites,
		Says: "a claimed invitation has claimed_at, an ISO 8601 timestamp"},
	{ID: "invitation-claimed-by-id", At: at(spec.Invitation, "Field", "claimed_by_id"), Operations: invites,
		Says: "a claimed invitation has an integer claimed_by_id"},
	{ID: "invitation-role", At: at(spec.Invitation, "Field", "role"), Operations: invites,
		Says: "an invitation has a role, a string"},
	{ID: "invitation-workspace-invitations", At: at(spec.Invitation, "Field", "associated_workspace_invitations"), Operations: invites,
		Says: "an invitation has the array associated_workspace_invitations, each item with id, workspace_id and role"},

	{ID: "invitation-claim-is-whole", At: at(spec.StatesAndTransition, "Resource", "Invitation"), Operations: invites,
		Says: "claimed_at and claimed_by_id are set together, once the invitation is claimed"},
	{ID: "segment-source-status", At: at(spec.StatesAndTransition, "Resource", "Segment"), Operations: source,
		Says: "the source URL of a segment answers a status that is false or true"},
	{ID: "segment-source-completes", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source,
		Says: "the status of a segment's source URL becomes true once creation has finished"},
	{ID: "segment-source-stays-complete", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source,
		Says: "a status that was true stays true, and the answer keeps its members"},
	{ID: "segment-source-properties", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source,
		Says: "a complete source URL returns every property of the segment's retrieval"},

	{ID: "segments-are-created", At: at(spec.Endpoints, "#", "3"), Operations: creation,
		Says: "POST /api/v1/sources/{source_id}/filter_segments creates a segment"},
	{ID: "created-segment-code", At: at(spec.Endpoints, "#", "3"), Operations: creation,
		Says: "a segment's creation is answered with HTTP 201"},
	{ID: "invitations-are-listed", At: at(spec.Endpoints, "#", "6"), Operations: invites,
		Says: "GET /api/v1/invitations lists invitations"},
	{ID: "list-code", At: at(spec.Endpoints, "#", "6"), Operations: lists,
		Says: "a list is answered with HTTP 200"},
	{ID: "page-default-one", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists,
		Says: "without a page the first page is answered"},
	{ID: "page-zero-is-one", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists,
		Says: "page 0 is answered as page 1"},
	{ID: "per-page-default-25", At: at(spec.Endpoints, "Parameter", "per_page"), Operations: lists,
		Says: "without a per_page a page holds 25 records"},
	{ID: "per-page-honoured", At: at(spec.Endpoints, "Parameter", "per_page"), Operations: lists,
		Says: "a page up to last_page holds per_page records, the last one what remains"},
	{ID: "pages-partition-the-list", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists,
		Says: "the pages of a list hold each of its records once"},
	{ID: "order-asc", At: at(spec.Endpoints, "Parameter", "order"), Operations: invites,
		Says: "order asc lists the oldest creation time first, across pages"},
	{ID: "order-desc", At: at(spec.Endpoints, "Parameter", "order"), Operations: invites,
		Says: "order desc lists the newest creation time first, across pages"},
	{ID: "order-default-desc", At: at(spec.Endpoints, "Parameter", "order"), Operations: invites,
		Says: "without an order the newest creation time comes first"},

	{ID: "token-required", At: at(spec.Authentication, "", "Every endpoint requires the header"), Operations: listed,
		Says: "a request without an Authorization header gets nothing and does nothing"},
	{ID: "token-valid", At: at(spec.Authentication, "", "Every endpoint requires the header"), Operations: listed,
		Says: "a request with an access token that does not exist, or no longer, gets nothing and does nothing"},
	{ID: "workspace-token-kind", At: at(spec.Authentication, "", "Endpoints 1-5, 7, 8, 9"), Operations: creation,
		Says: "a personal access token does not open the endpoints of a workspace"},
	{ID: "workspace-token-own", At: at(spec.Authentication, "", "Endpoints 1-5, 7, 8, 9"), Operations: creation,
		Says: "a workspace's token opens the resources of that workspace only"},
	{ID: "personal-token-kind", At: at(spec.Authentication, "", "Endpoint 6"), Operations: invites,
		Says: "a workspace's token does not open the list of invitations"},

	{ID: "per-page-at-most-100", At: at(spec.Limits, "", "per_page is at most 100"), Operations: lists,
		Says: "no page holds more than 100 records"},
	{ID: "one-operation-molecule", At: at(spec.Limits, "", "The molecules list of a segment"), Operations: creation,
		Says: "no segment is created with two Operation Molecules in its molecules"},
}
