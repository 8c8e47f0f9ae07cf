// Package promise is the registry of what the API document promises: one row
// per statement that can be checked on the wire, in our own words.
//
// Everything else refers to a promise by its id: the contract's x-promise, a
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

// Quote returns what the document says in the place of the promise.
func (p Promise) Quote() string {
	for _, q := range quotes {
		if q.At == p.At {
			return q.Says
		}
	}
	return ""
}

// ByID finds a row of All.
func ByID(id string) (Promise, bool) {
	i := slices.IndexFunc(All, func(p Promise) bool { return p.ID == id })
	if i < 0 {
		return Promise{}, false
	}
	return All[i], true
}

// IDs returns the ids of All.
func IDs() []string {
	ids := make([]string, len(All))
	for i, p := range All {
		ids[i] = p.ID
	}
	return ids
}

var (
	enveloped  = []string{spec.ListDestinationObjects, spec.ListInvitations, spec.ListTopics}
	update     = []string{spec.UpdateDestination}
	objects    = spec.WithObjects
	objectList = []string{spec.ListDestinationObjects}
	creation   = []string{spec.CreateSegment}
	source     = []string{spec.ReadSegmentSource}
	connectors = spec.OfConnectors
	changed    = []string{spec.UpdateConnector}
	made       = []string{spec.CreateConnector}
	published  = []string{spec.PublishConnector}
	invites    = []string{spec.ListInvitations}
	topics     = []string{spec.ListTopics}
	links      = []string{spec.CreateLink}
)

func at(section spec.Section, table, row string) spec.Place {
	return spec.Place{Section: section, Table: table, Row: row}
}

// All is the registry, in the order of the document's sections.
var All = []Promise{
	{ID: "bodies-are-json", At: at(spec.Introduction, "", "Request and response bodies are JSON"), Operations: spec.Promised,
		Says: "the body of a success response is one JSON value in UTF-8, with no member named twice and nothing after it"},

	{ID: "list-status-success", At: at(spec.ResponseEnvelopes, "List envelope", "status"), Operations: enveloped,
		Says: "a list's status is the word success"},
	{ID: "list-pagination", At: at(spec.ResponseEnvelopes, "List envelope", "pagination"), Operations: enveloped,
		Says: "a list has a pagination object"},
	{ID: "list-data", At: at(spec.ResponseEnvelopes, "List envelope", "data"), Operations: enveloped,
		Says: "a list's records are the array data"},
	{ID: "pagination-integers", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: enveloped,
		Says: "total_records, per_page, prev_page, page, next_page and last_page are integers"},
	{ID: "total-records-counts-all", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists,
		Says: "total_records counts the records of the whole list, whatever the page and per_page"},
	{ID: "last-page-holds-the-last", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists,
		Says: "last_page is the last page that has records"},
	{ID: "page-echoed", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists,
		Says: "pagination.page is the page that the response holds"},
	{ID: "per-page-echoed", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists,
		Says: "pagination.per_page is the per_page that was used"},
	{ID: "next-page-follows", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists,
		Says: "before the last page next_page is page + 1"},
	{ID: "prev-page-precedes", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists,
		Says: "after the first page prev_page is page - 1"},
	{ID: "topics-envelope-agrees", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: topics,
		Says: "in a list of topics page is 1 or more, total_records counts at least the topics shown, last_page is not before a page with topics, and no topic stands twice"},
	{ID: "updated-destination-status", At: at(spec.ResponseEnvelopes, "Single-result envelope", "status"), Operations: update,
		Says: "the response that updates a destination has the status updated"},
	{ID: "updated-destination-data", At: at(spec.ResponseEnvelopes, "Single-result envelope", "data"), Operations: update,
		Says: "the response that updates a destination has the object data"},
	{ID: "created-segment-status", At: at(spec.ResponseEnvelopes, "Single-result envelope", "status"), Operations: creation,
		Says: "the response that creates a segment has the status created"},
	{ID: "created-segment-data", At: at(spec.ResponseEnvelopes, "Single-result envelope", "data"), Operations: creation,
		Says: "the response that creates a segment has the object data"},
	{ID: "updated-connector-status", At: at(spec.ResponseEnvelopes, "Single-result envelope", "status"), Operations: changed,
		Says: "the response that updates a connector has the status updated"},
	{ID: "updated-connector-data", At: at(spec.ResponseEnvelopes, "Single-result envelope", "data"), Operations: changed,
		Says: "the response that updates a connector has the object data"},
	{ID: "created-connector-status", At: at(spec.ResponseEnvelopes, "Single-result envelope", "status"), Operations: made,
		Says: "the response that creates a connector has the status created"},
	{ID: "created-connector-data", At: at(spec.ResponseEnvelopes, "Single-result envelope", "data"), Operations: made,
		Says: "the response that creates a connector has the object data"},
	{ID: "published-connector-status", At: at(spec.ResponseEnvelopes, "Single-result envelope", "status"), Operations: published,
		Says: "the response that publishes a connector has the status published_to_organization"},
	{ID: "published-connector-data", At: at(spec.ResponseEnvelopes, "Single-result envelope", "data"), Operations: published,
		Says: "the response that publishes a connector has the object data"},
	{ID: "created-link-status", At: at(spec.ResponseEnvelopes, "Single-result envelope", "status"), Operations: links,
		Says: "the response that creates a segment management link has the status created"},
	{ID: "created-link-data", At: at(spec.ResponseEnvelopes, "Single-result envelope", "data"), Operations: links,
		Says: "the response that creates a segment management link has the object data"},

	{ID: "destination-id", At: at(spec.Destination, "Field", "id"), Operations: update,
		Says: "a destination has an integer id"},
	{ID: "destination-name", At: at(spec.Destination, "Field", "name"), Operations: update,
		Says: "a destination has a name, a string"},
	{ID: "destination-created-at", At: at(spec.Destination, "Field", "created_at"), Operations: update,
		Says: "a destination has created_at, an ISO 8601 timestamp"},
	{ID: "destination-last-test-results", At: at(spec.Destination, "Field", "last_test_results"), Operations: update,
		Says: "where a destination was tested, last_test_results has steps, each with step, status and, where it applies, an error with a message"},
	{ID: "destination-last-test-succeeded", At: at(spec.Destination, "Field", "last_test_succeeded"), Operations: update,
		Says: "where a destination was tested, last_test_succeeded is a boolean"},
	{ID: "destination-last-tested-at", At: at(spec.Destination, "Field", "last_tested_at"), Operations: update,
		Says: "where a destination was tested, last_tested_at is an ISO 8601 timestamp"},
	{ID: "destination-connection-details", At: at(spec.Destination, "Field", "connection_details"), Operations: update,
		Says: "a destination has connection_details, an object of strings"},
	{ID: "destination-objects", At: at(spec.Destination, "Field", "objects"), Operations: update,
		Says: "a destination has the array objects"},
	{ID: "objects-shown-alike", At: at(spec.Destination, "Field", "objects"), Operations: objects,
		Says: "the objects in the response that updates a destination are those of its list, with the same values where both show a member"},

	{ID: "object-label", At: at(spec.DestinationObject, "Field", "label"), Operations: objects,
		Says: "a destination object has a label, a string"},
	{ID: "object-full-name", At: at(spec.DestinationObject, "Field", "full_name"), Operations: objects,
		Says: "a destination object has a full_name, a string"},
	{ID: "object-supported-operations", At: at(spec.DestinationObject, "Field", "supported_operations"), Operations: objects,
		Says: "a destination object has supported_operations, an array of strings"},
	{ID: "object-primary-identifier-mapping-attributes", At: at(spec.DestinationObject, "Field", "primary_identifier_mapping_attributes"), Operations: objects,
		Says: "a destination object has primary_identifier_mapping_attributes with upsert and mirror, each with required, hide_destination_key and notes"},
	{ID: "object-allow-custom-fields", At: at(spec.DestinationObject, "Field", "allow_custom_fields"), Operations: objects,
		Says: "a destination object has the boolean allow_custom_fields"},
	{ID: "object-supported-custom-field-types", At: at(spec.DestinationObject, "Field", "supported_custom_field_types"), Operations: objects,
		Says: "a listed destination object that allows custom fields has supported_custom_field_types, each with type and array; elsewhere it may be absent"},
	{ID: "object-allow-case-sensitive-fields", At: at(spec.DestinationObject, "Field", "allow_case_sensitive_fields"), Operations: objects,
		Says: "a destination object has the boolean allow_case_sensitive_fields"},
	{ID: "object-advanced-configuration-field-definitions", At: at(spec.DestinationObject, "Field", "advanced_configuration_field_definitions"), Operations: objects,
		Says: "a destination object has the array advanced_configuration_field_definitions"},
	{ID: "object-supports-field-ordering", At: at(spec.DestinationObject, "Field", "supports_field_ordering"), Operations: objects,
		Says: "a destination object has the boolean supports_field_ordering"},
	{ID: "object-can-be-sync-destination", At: at(spec.DestinationObject, "Field", "can_be_sync_destination"), Operations: objects,
		Says: "a destination object has the boolean can_be_sync_destination"},
	{ID: "object-is-audience-destination", At: at(spec.DestinationObject, "Field", "is_audience_destination"), Operations: objects,
		Says: "a listed destination object has the boolean is_audience_destination; elsewhere it may be absent"},
	{ID: "object-fields", At: at(spec.DestinationObject, "Field", "fields"), Operations: objects,
		Says: "a destination object has the array fields"},
	{ID: "object-configurable-field-definitions", At: at(spec.DestinationObject, "Field", "configurable_field_definitions"), Operations: objects,
		Says: "a destination object has configurable_field_definitions, an object of strings"},
	{ID: "object-data", At: at(spec.DestinationObject, "Field", "data"), Operations: objects,
		Says: "a listed destination object has the object data with lists, each with id and name; elsewhere it may be absent"},
	{ID: "advanced-field-name", At: at(spec.DestinationObject, "Advanced configuration field definition", "name"), Operations: objects,
		Says: "name of an advanced configuration field definition is a string"},
	{ID: "advanced-field-type", At: at(spec.DestinationObject, "Advanced configuration field definition", "type"), Operations: objects,
		Says: "type of an advanced configuration field definition is a string"},
	{ID: "advanced-field-label", At: at(spec.DestinationObject, "Advanced configuration field definition", "label"), Operations: objects,
		Says: "label of an advanced configuration field definition is a string"},
	{ID: "advanced-field-input-type", At: at(spec.DestinationObject, "Advanced configuration field definition", "input_type"), Operations: objects,
		Says: "input_type of an advanced configuration field definition is a string"},
	{ID: "advanced-field-placeholder", At: at(spec.DestinationObject, "Advanced configuration field definition", "placeholder"), Operations: objects,
		Says: "placeholder of an advanced configuration field definition is a string"},
	{ID: "advanced-field-sort-order", At: at(spec.DestinationObject, "Advanced configuration field definition", "sort_order"), Operations: objects,
		Says: "sort_order of an advanced configuration field definition is an integer"},
	{ID: "advanced-field-required", At: at(spec.DestinationObject, "Advanced configuration field definition", "required"), Operations: objects,
		Says: "where it is given, required of an advanced configuration field definition is a boolean"},
	{ID: "advanced-field-supported-values", At: at(spec.DestinationObject, "Advanced configuration field definition", "supported_values"), Operations: objects,
		Says: "where it is given, supported_values of an advanced configuration field definition is an array of strings"},
	{ID: "object-field-label", At: at(spec.DestinationObject, "Destination object field", "label"), Operations: objects,
		Says: "label of a destination object field is a string"},
	{ID: "object-field-full-name", At: at(spec.DestinationObject, "Destination object field", "full_name"), Operations: objects,
		Says: "full_name of a destination object field is a string"},
	{ID: "object-field-createable", At: at(spec.DestinationObject, "Destination object field", "createable"), Operations: objects,
		Says: "createable of a destination object field is a boolean"},
	{ID: "object-field-updateable", At: at(spec.DestinationObject, "Destination object field", "updateable"), Operations: objects,
		Says: "updateable of a destination object field is a boolean"},
	{ID: "object-field-operations", At: at(spec.DestinationObject, "Destination object field", "operations"), Operations: objects,
		Says: "operations of a destination object field is an array of strings"},
	{ID: "object-field-array", At: at(spec.DestinationObject, "Destination object field", "array"), Operations: objects,
		Says: "array of a destination object field is a boolean"},
	{ID: "object-field-preserve-values-supported", At: at(spec.DestinationObject, "Destination object field", "preserve_values_supported"), Operations: objects,
		Says: "preserve_values_supported of a destination object field is a boolean"},
	{ID: "object-field-required-for-mapping", At: at(spec.DestinationObject, "Destination object field", "required_for_mapping"), Operations: objects,
		Says: "required_for_mapping of a destination object field is a boolean"},
	{ID: "object-field-can-be-upsert-key", At: at(spec.DestinationObject, "Destination object field", "can_be_upsert_key"), Operations: objects,
		Says: "can_be_upsert_key of a destination object field is a boolean"},
	{ID: "object-field-can-be-update-key", At: at(spec.DestinationObject, "Destination object field", "can_be_update_key"), Operations: objects,
		Says: "can_be_update_key of a destination object field is a boolean"},
	{ID: "object-field-can-be-insert-key", At: at(spec.DestinationObject, "Destination object field", "can_be_insert_key"), Operations: objects,
		Says: "can_be_insert_key of a destination object field is a boolean"},
	{ID: "object-field-can-be-reference-key", At: at(spec.DestinationObject, "Destination object field", "can_be_reference_key"), Operations: objects,
		Says: "can_be_reference_key of a destination object field is a boolean"},
	{ID: "object-field-lookup-object", At: at(spec.DestinationObject, "Destination object field", "lookup_object"), Operations: objects,
		Says: "lookup_object of a destination object field is a string"},
	{ID: "object-field-type", At: at(spec.DestinationObject, "Destination object field", "type"), Operations: objects,
		Says: "type of a destination object field is a string"},

	{ID: "connector-service-name", At: at(spec.ConnectorResponse, "Field", "service_name"), Operations: connectors,
		Says: "service_name of a connector is a string"},
	{ID: "connector-documentation-slug", At: at(spec.ConnectorResponse, "Field", "documentation_slug"), Operations: connectors,
		Says: "documentation_slug of a connector is a string"},
	{ID: "connector-label", At: at(spec.ConnectorResponse, "Field", "label"), Operations: connectors,
		Says: "label of a connector is a string"},
	{ID: "connector-auth-method", At: at(spec.ConnectorResponse, "Field", "auth_method"), Operations: connectors,
		Says: "auth_method of a connector is a string"},
	{ID: "connector-creatable-via-api", At: at(spec.ConnectorResponse, "Field", "creatable_via_api"), Operations: connectors,
		Says: "creatable_via_api of a connector is a boolean"},
	{ID: "connector-creatable-via-connect-link", At: at(spec.ConnectorResponse, "Field", "creatable_via_connect_link"), Operations: connectors,
		Says: "creatable_via_connect_link of a connector is a boolean"},
	{ID: "connector-source-creatable-via-connect-link", At: at(spec.ConnectorResponse, "Field", "source_creatable_via_connect_link"), Operations: connectors,
		Says: "source_creatable_via_connect_link of a connector is a boolean"},
	{ID: "connector-configuration-fields", At: at(spec.ConnectorResponse, "Field", "configuration_fields"), Operations: connectors,
		Says: "configuration_fields of a connector is an object with the array fields"},
	{ID: "connector-user-selectable-field-types", At: at(spec.ConnectorResponse, "Field", "user_selectable_field_types"), Operations: connectors,
		Says: "user_selectable_field_types of a connector is an array, each item with type and array"},
	{ID: "configuration-field-id", At: at(spec.ConnectorResponse, "Configuration field", "id"), Operations: connectors,
		Says: "id of a configuration field is a string"},
	{ID: "configuration-field-rules", At: at(spec.ConnectorResponse, "Configuration field", "rules"), Operations: connectors,
		Says: "rules of a configuration field is a string"},
	{ID: "configuration-field-label", At: at(spec.ConnectorResponse, "Configuration field", "label"), Operations: connectors,
		Says: "label of a configuration field is a string"},
	{ID: "configuration-field-type", At: at(spec.ConnectorResponse, "Configuration field", "type"), Operations: connectors,
		Says: "type of a configuration field is a string"},
	{ID: "configuration-field-placholder", At: at(spec.ConnectorResponse, "Configuration field", "placholder"), Operations: connectors,
		Says: "placholder of a configuration field, with this spelling, is a string"},
	{ID: "configuration-field-matches", At: at(spec.ConnectorResponse, "Configuration field", "matches"), Operations: connectors,
		Says: "where it applies, matches of a configuration field is a string, a regular expression of some dialect"},
	{ID: "configuration-field-is-password-type-field", At: at(spec.ConnectorResponse, "Configuration field", "is_password_type_field"), Operations: connectors,
		Says: "is_password_type_field of a configuration field is a boolean"},
	{ID: "configuration-field-possible-values", At: at(spec.ConnectorResponse, "Configuration field", "possible_values"), Operations: connectors,
		Says: "where it applies, possible_values of a configuration field is an array of strings"},
	{ID: "configuration-field-read-more", At: at(spec.ConnectorResponse, "Configuration field", "read_more"), Operations: connectors,
		Says: "read_more of a configuration field is a URL"},
	{ID: "configuration-field-hint", At: at(spec.ConnectorResponse, "Configuration field", "hint"), Operations: connectors,
		Says: "hint of a configuration field is a string"},
	{ID: "configuration-field-show", At: at(spec.ConnectorResponse, "Configuration field", "show"), Operations: connectors,
		Says: "show of a configuration field is a boolean"},
	{ID: "configuration-field-conditionally-required", At: at(spec.ConnectorResponse, "Configuration field", "conditionally_required"), Operations: connectors,
		Says: "where it applies, conditionally_required of a configuration field is an object with if, a map to conditions with eq"},
	{ID: "configuration-field-input-type", At: at(spec.ConnectorResponse, "Configuration field", "input_type"), Operations: connectors,
		Says: "input_type of a configuration field is an object with type, a string"},
	{ID: "connector-service-name-kept", At: at(spec.ConnectorRequest, "Field", "service_name"), Operations: connectors,
		Says: "a connector is found by the service_name in the response to its creation"},
	{ID: "connector-label-kept", At: at(spec.ConnectorRequest, "Field", "label"), Operations: connectors,
		Says: "a connector has the label that was sent last, in this response and in later ones"},

	{ID: "segment-name-required", At: at(spec.Segment, "", "Creation input: name"), Operations: creation,
		Says: "no segment is created without a name; null is none"},
	{ID: "segment-name-kept", At: at(spec.Segment, "", "Creation input: name"), Operations: source,
		Says: "a segment has the name that was sent: where its complete source URL shows one, it is that"},
	{ID: "segment-molecules-required", At: at(spec.Segment, "", "Creation input: molecules"), Operations: creation,
		Says: "no segment is created without molecules; null is none"},
	{ID: "segment-dataset-required", At: at(spec.Segment, "", "Creation input: dataset_id"), Operations: creation,
		Says: "no segment is created without a dataset_id; null is none"},
	{ID: "created-segment-id", At: at(spec.Segment, "", "Creation result: id"), Operations: creation,
		Says: "a created segment has an integer id"},
	{ID: "created-segment-source-url", At: at(spec.Segment, "", "Creation result: filter_segment_source_url"), Operations: creation,
		Says: "a created segment comes with filter_segment_source_url, a URL, beside status"},

	{ID: "link-id", At: at(spec.SegmentLink, "Field", "id"), Operations: links,
		Says: "id of a segment management link is an integer"},
	{ID: "link-type", At: at(spec.SegmentLink, "Field", "type"), Operations: links,
		Says: "type of a segment management link is FilterSegment"},
	{ID: "link-expiration", At: at(spec.SegmentLink, "Field", "expiration"), Operations: links,
		Says: "expiration of a segment management link is an ISO 8601 timestamp"},
	{ID: "link-expired", At: at(spec.SegmentLink, "Field", "expired"), Operations: links,
		Says: "expired of a segment management link is a boolean"},
	{ID: "link-revoked", At: at(spec.SegmentLink, "Field", "revoked"), Operations: links,
		Says: "revoked of a segment management link is a boolean"},
	{ID: "link-uri", At: at(spec.SegmentLink, "Field", "uri"), Operations: links,
		Says: "uri of a segment management link is a URL"},
	{ID: "link-redirect-uri", At: at(spec.SegmentLink, "Field", "redirect_uri"), Operations: links,
		Says: "redirect_uri of a segment management link is a string"},
	{ID: "link-segment-id", At: at(spec.SegmentLink, "Field", "segment_id"), Operations: links,
		Says: "segment_id of a segment management link is an integer"},
	{ID: "link-is-fresh", At: at(spec.SegmentLink, "Field", "expired"), Operations: links,
		Says: "a link that was just created is neither expired nor revoked, and its expiration lies ahead"},
	{ID: "link-carries-auth", At: at(spec.SegmentLink, "Field", "uri"), Operations: links,
		Says: "the uri of a link carries a value in its query parameter auth"},
	{ID: "link-expires", At: at(spec.SegmentLink, "Field", "uri"), Operations: links,
		Says: "the authorization value of a link's uri opens nothing once its expiration has come"},
	{ID: "link-redirect-echoed", At: at(spec.SegmentLink, "Field", "redirect_uri"), Operations: links,
		Says: "redirect_uri of a link is the value that was sent"},
	{ID: "link-names-its-segment", At: at(spec.SegmentLink, "Field", "segment_id"), Operations: links,
		Says: "segment_id of a link is the segment that it was created for"},

	{ID: "topic-id", At: at(spec.Topic, "Field", "id"), Operations: topics,
		Says: "id of a topic is an integer"},
	{ID: "topic-name", At: at(spec.Topic, "Field", "name"), Operations: topics,
		Says: "name of a topic is a string"},
	{ID: "topic-description", At: at(spec.Topic, "Field", "description"), Operations: topics,
		Says: "description of a topic is a string"},
	{ID: "topic-created-at", At: at(spec.Topic, "Field", "created_at"), Operations: topics,
		Says: "created_at of a topic is an ISO 8601 timestamp"},
	{ID: "topic-updated-at", At: at(spec.Topic, "Field", "updated_at"), Operations: topics,
		Says: "updated_at of a topic is an ISO 8601 timestamp"},
	{ID: "topic-schema", At: at(spec.Topic, "Field", "schema"), Operations: topics,
		Says: "schema of a topic is an object of strings"},

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
		Says: "the source URL of a segment shows a status that is false or true"},
	{ID: "segment-source-completes", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source,
		Says: "the status of a segment's source URL becomes true once creation has finished"},
	{ID: "segment-source-stays-complete", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source,
		Says: "a status that was true stays true, and the response keeps its members"},
	{ID: "segment-source-properties", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source,
		Says: "a complete source URL returns every property of the segment's retrieval"},

	{ID: "destinations-are-updated", At: at(spec.Endpoints, "#", "1"), Operations: update,
		Says: "PATCH /api/v1/destinations/{destination_id} updates a destination"},
	{ID: "destination-named-by-its-id", At: at(spec.Endpoints, "#", "1"), Operations: update,
		Says: "the destination that is updated is the one of the path"},
	{ID: "destination-name-kept", At: at(spec.Endpoints, "#", "1"), Operations: update,
		Says: "a destination has the name that was sent last, in this response and in later ones"},
	{ID: "objects-are-listed", At: at(spec.Endpoints, "#", "2"), Operations: objectList,
		Says: "GET /api/v1/destinations/{destination_id}/objects lists the destination's objects"},
	{ID: "objects-of-the-destination", At: at(spec.Endpoints, "", "Notes: 3"), Operations: objectList,
		Says: "the objects that are listed are those of the destination of the path"},
	{ID: "segments-are-created", At: at(spec.Endpoints, "#", "3"), Operations: creation,
		Says: "POST /api/v1/sources/{source_id}/filter_segments creates a segment"},
	{ID: "created-segment-code", At: at(spec.Endpoints, "#", "3"), Operations: creation,
		Says: "the response to a segment's creation is HTTP 201"},
	{ID: "segment-on-its-source", At: at(spec.Endpoints, "#", "3"), Operations: source,
		Says: "a segment is created on the source of the path and based on the dataset that was sent: where source_id and dataset_id are shown, they are those"},
	{ID: "connectors-are-updated", At: at(spec.Endpoints, "#", "4"), Operations: changed,
		Says: "PATCH /api/v1/connectors/{service_name} updates a connector"},
	{ID: "updated-connector-code", At: at(spec.Endpoints, "#", "4"), Operations: changed,
		Says: "the response to the update of a connector is HTTP 200"},
	{ID: "update-needs-connector", At: at(spec.Endpoints, "#", "4"), Operations: changed,
		Says: "no connector is updated without the object connector; null is none"},
	{ID: "connectors-are-created", At: at(spec.Endpoints, "#", "5"), Operations: made,
		Says: "POST /api/v1/connectors creates a connector"},
	{ID: "created-connector-code", At: at(spec.Endpoints, "#", "5"), Operations: made,
		Says: "the response to the creation of a connector is HTTP 200"},
	{ID: "creation-needs-connector", At: at(spec.Endpoints, "#", "5"), Operations: made,
		Says: "no connector is created without the object connector; null is none"},
	{ID: "invitations-are-listed", At: at(spec.Endpoints, "#", "6"), Operations: invites,
		Says: "GET /api/v1/invitations lists invitations"},
	{ID: "list-code", At: at(spec.Endpoints, "#", "6"), Operations: spec.Lists,
		Says: "the response to a list is HTTP 200"},
	{ID: "connectors-are-published", At: at(spec.Endpoints, "#", "7"), Operations: published,
		Says: "PUT /api/v1/connectors/{service_name}/publish_to_organization publishes a connector"},
	{ID: "published-connector-code", At: at(spec.Endpoints, "#", "7"), Operations: published,
		Says: "the response to the publishing of a connector is HTTP 200"},
	{ID: "topics-are-listed", At: at(spec.Endpoints, "#", "8"), Operations: topics,
		Says: "GET /api/v1/sources/{source_id}/topics lists the topics of a source"},
	{ID: "links-are-created", At: at(spec.Endpoints, "#", "9"), Operations: links,
		Says: "POST /api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links creates a link"},
	{ID: "created-link-code", At: at(spec.Endpoints, "#", "9"), Operations: links,
		Says: "the response to the creation of a link is HTTP 201"},
	{ID: "link-opens", At: at(spec.Endpoints, "", "Notes: 2"), Operations: links,
		Says: "the uri of a new link opens the editor"},
	{ID: "page-default-one", At: at(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists,
		Says: "without a page the response holds the first page"},
	{ID: "page-zero-is-one", At: at(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists,
		Says: "the response to page 0 is page 1"},
	{ID: "per-page-default-25", At: at(spec.Endpoints, "Parameter", "per_page"), Operations: spec.Lists,
		Says: "without a per_page a page holds 25 records"},
	{ID: "per-page-honoured", At: at(spec.Endpoints, "Parameter", "per_page"), Operations: spec.Lists,
		Says: "a page up to last_page holds per_page records, the last one what remains"},
	{ID: "pages-partition-the-list", At: at(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists,
		Says: "the pages of a list hold each of its records once"},
	{ID: "order-asc", At: at(spec.Endpoints, "Parameter", "order"), Operations: spec.Lists,
		Says: "order asc lists the oldest creation time first, across pages"},
	{ID: "order-desc", At: at(spec.Endpoints, "Parameter", "order"), Operations: spec.Lists,
		Says: "order desc lists the newest creation time first, across pages"},
	{ID: "order-default-desc", At: at(spec.Endpoints, "Parameter", "order"), Operations: spec.Lists,
		Says: "without an order the newest creation time comes first"},

	{ID: "token-required", At: at(spec.Authentication, "", "Every endpoint requires the header"), Operations: spec.Listed,
		Says: "a request without an Authorization header gets nothing and does nothing"},
	{ID: "token-valid", At: at(spec.Authentication, "", "Every endpoint requires the header"), Operations: spec.Listed,
		Says: "a request with an access token that does not exist, or no longer, gets nothing and does nothing"},
	{ID: "workspace-token-kind", At: at(spec.Authentication, "", "Endpoints 1-5, 7, 8, 9"), Operations: spec.OfWorkspace,
		Says: "a personal access token does not open the endpoints of a workspace"},
	{ID: "workspace-token-own", At: at(spec.Authentication, "", "Endpoints 1-5, 7, 8, 9"), Operations: spec.OfOneWorkspace,
		Says: "a workspace's token opens the resources of that workspace only"},
	{ID: "personal-token-kind", At: at(spec.Authentication, "", "Endpoint 6"), Operations: invites,
		Says: "a workspace's token does not open the list of invitations"},

	{ID: "per-page-at-most-100", At: at(spec.Limits, "", "per_page is at most 100"), Operations: spec.Lists,
		Says: "no page holds more than 100 records"},
	{ID: "one-operation-molecule", At: at(spec.Limits, "", "The molecules list of a segment"), Operations: creation,
		Says: "no segment is created with two or more Operation Molecules in its molecules"},
}
