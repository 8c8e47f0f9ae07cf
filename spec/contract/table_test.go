package contract_test

import (
	"slices"
	"strings"

	"understudy/spec"
)

// The tables of the API document, maintained by hand: place, JSON types ("any"
// where any is allowed), and the promise that we registered for it.

var envelope = []string{
	"/status string list-status-success",
	"/pagination object list-pagination",
	"/pagination/total_records integer pagination-integers",
	"/pagination/per_page integer pagination-integers",
	"/pagination/prev_page integer pagination-integers",
	"/pagination/page integer pagination-integers",
	"/pagination/next_page integer pagination-integers",
	"/pagination/last_page integer pagination-integers",
	"/data array list-data",
	"/data/* object list-data",
}

var destination = []string{
	"/id integer destination-id",
	"/name string destination-name",
	"/created_at string destination-created-at",
	"/last_test_results object destination-last-test-results",
	"/last_test_results/steps array destination-last-test-results",
	"/last_test_results/steps/* object destination-last-test-results",
	"/last_test_results/steps/*/step string destination-last-test-results",
	"/last_test_results/steps/*/status string destination-last-test-results",
	"/last_test_results/steps/*/error object destination-last-test-results",
	"/last_test_results/steps/*/error/message string destination-last-test-results",
	"/last_test_succeeded boolean destination-last-test-succeeded",
	"/last_tested_at string destination-last-tested-at",
	"/connection_details object destination-connection-details",
	"/connection_details/* string destination-connection-details",
	"/objects array destination-objects",
	"/objects/* object destination-objects",
}

var destinationObject = slices.Concat([]string{
	"/label string object-label",
	"/full_name string object-full-name",
	"/supported_operations array object-supported-operations",
	"/supported_operations/* string object-supported-operations",
	"/primary_identifier_mapping_attributes object object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/upsert object object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/upsert/required boolean object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/upsert/hide_destination_key boolean object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/upsert/notes string object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/mirror object object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/mirror/required boolean object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/mirror/hide_destination_key boolean object-primary-identifier-mapping-attributes",
	"/primary_identifier_mapping_attributes/mirror/notes string object-primary-identifier-mapping-attributes",
	"/allow_custom_fields boolean object-allow-custom-fields",
	"/supported_custom_field_types array object-supported-custom-field-types",
	"/supported_custom_field_types/* object object-supported-custom-field-types",
	"/supported_custom_field_types/*/type string object-supported-custom-field-types",
	"/supported_custom_field_types/*/array boolean object-supported-custom-field-types",
	"/allow_case_sensitive_fields boolean object-allow-case-sensitive-fields",
	"/advanced_configuration_field_definitions array object-advanced-configuration-field-definitions",
	"/advanced_configuration_field_definitions/* object object-advanced-configuration-field-definitions",
}, under("/advanced_configuration_field_definitions/*", advancedField), []string{
	"/supports_field_ordering boolean object-supports-field-ordering",
	"/can_be_sync_destination boolean object-can-be-sync-destination",
	"/is_audience_destination boolean object-is-audience-destination",
	"/fields array object-fields",
	"/fields/* object object-fields",
}, under("/fields/*", objectField), []string{
	"/configurable_field_definitions object object-configurable-field-definitions",
	"/configurable_field_definitions/* string object-configurable-field-definitions",
	"/data object object-data",
	"/data/lists array object-data",
	"/data/lists/* object object-data",
	"/data/lists/*/id string object-data",
	"/data/lists/*/name string object-data",
})

var advancedField = []string{
	"/name string advanced-field-name",
	"/type string advanced-field-type",
	"/label string advanced-field-label",
	"/input_type string advanced-field-input-type",
	"/placeholder string advanced-field-placeholder",
	"/sort_order integer advanced-field-sort-order",
	"/default any object-advanced-configuration-field-definitions",
	"/required boolean advanced-field-required",
	"/supported_values array advanced-field-supported-values",
	"/supported_values/* string advanced-field-supported-values",
}

var objectField = []string{
	"/label string object-field-label",
	"/full_name string object-field-full-name",
	"/createable boolean object-field-createable",
	"/updateable boolean object-field-updateable",
	"/operations array object-field-operations",
	"/operations/* string object-field-operations",
	"/array boolean object-field-array",
	"/preserve_values_supported boolean object-field-preserve-values-supported",
	"/required_for_mapping boolean object-field-required-for-mapping",
	"/can_be_upsert_key boolean object-field-can-be-upsert-key",
	"/can_be_update_key boolean object-field-can-be-update-key",
	"/can_be_insert_key boolean object-field-can-be-insert-key",
	"/can_be_reference_key boolean object-field-can-be-reference-key",
	"/lookup_object string object-field-lookup-object",
	"/type string object-field-type",
}

var connector = slices.Concat([]string{
	"/service_name string connector-service-name",
	"/documentation_slug string connector-documentation-slug",
	"/label string connector-label",
	"/auth_method string connector-auth-method",
	"/creatable_via_api boolean connector-creatable-via-api",
	"/creatable_via_connect_link boolean connector-creatable-via-connect-link",
	"/source_creatable_via_connect_link boolean connector-source-creatable-via-connect-link",
	"/configuration_fields object connector-configuration-fields",
	"/configuration_fields/fields array connector-configuration-fields",
	"/configuration_fields/fields/* object connector-configuration-fields",
}, under("/configuration_fields/fields/*", configurationField), []string{
	"/user_selectable_field_types array connector-user-selectable-field-types",
	"/user_selectable_field_types/* object connector-user-selectable-field-types",
	"/user_selectable_field_types/*/type string connector-user-selectable-field-types",
	"/user_selectable_field_types/*/array boolean connector-user-selectable-field-types",
})

var configurationField = []string{
	"/id string configuration-field-id",
	"/rules string configuration-field-rules",
	"/label string configuration-field-label",
	"/type string configuration-field-type",
	"/placholder string configuration-field-placholder",
	"/matches string configuration-field-matches",
	"/is_password_type_field boolean configuration-field-is-password-type-field",
	"/possible_values array configuration-field-possible-values",
	"/possible_values/* string configuration-field-possible-values",
	"/read_more string configuration-field-read-more",
	"/hint string configuration-field-hint",
	"/show boolean configuration-field-show",
	"/conditionally_required object configuration-field-conditionally-required",
	"/conditionally_required/if object configuration-field-conditionally-required",
	"/conditionally_required/if/* object configuration-field-conditionally-required",
	"/conditionally_required/if/*/eq any configuration-field-conditionally-required",
	"/input_type object configuration-field-input-type",
	"/input_type/type string configuration-field-input-type",
}

var link = []string{
	"/id integer link-id",
	"/type string link-type",
	"/expiration string link-expiration",
	"/expired boolean link-expired",
	"/revoked boolean link-revoked",
	"/uri string link-uri",
	"/redirect_uri string link-redirect-uri",
	"/segment_id integer link-segment-id",
}

var topic = []string{
	"/id integer topic-id",
	"/name string topic-name",
	"/description string topic-description",
	"/created_at string topic-created-at",
	"/updated_at string topic-updated-at",
	"/schema object topic-schema",
	"/schema/* string topic-schema",
}

var invitation = []string{
	"/id integer invitation-id",
	"/email string invitation-email",
	"/created_at string invitation-created-at",
	"/created_by_id integer invitation-created-by-id",
	"/claimed_at string invitation-claimed-at",
	"/claimed_by_id integer invitation-claimed-by-id",
	"/role string invitation-role",
	"/associated_workspace_invitations array invitation-workspace-invitations",
	"/associated_workspace_invitations/* object invitation-workspace-invitations",
	"/associated_workspace_invitations/*/id integer invitation-workspace-invitations",
	"/associated_workspace_invitations/*/workspace_id integer invitation-workspace-invitations",
	"/associated_workspace_invitations/*/role string invitation-workspace-invitations",
}

// document is what the tables list for the success response of each operation.
var document = map[string][]string{
	spec.UpdateDestination: slices.Concat(single("updated-destination"),
		under("/data", destination), under("/data/objects/*", destinationObject)),
	spec.GetDestination:         nil,
	spec.ListDestinationObjects: slices.Concat(envelope, under("/data/*", destinationObject)),
	spec.CreateSegment: slices.Concat(single("created-segment"), []string{
		"/data/id integer created-segment-id",
		"/filter_segment_source_url string created-segment-source-url",
	}),
	spec.ReadSegmentSource: {"/status boolean,string segment-source-status"},
	spec.GetSegment:        nil,
	spec.UpdateConnector:   slices.Concat(single("updated-connector"), under("/data", connector)),
	spec.CreateConnector:   slices.Concat(single("created-connector"), under("/data", connector)),
	spec.ListInvitations:   slices.Concat(envelope, under("/data/*", invitation)),
	spec.PublishConnector:  slices.Concat(single("published-connector"), under("/data", connector)),
	spec.ListTopics:        slices.Concat(envelope, under("/data/*", topic)),
	spec.CreateLink:        slices.Concat(single("created-link"), under("/data", link)),
}

// single returns the envelope of one result, whose promises share a prefix.
func single(stem string) []string {
	return []string{"/status string " + stem + "-status", "/data object " + stem + "-data"}
}

// under puts a table's rows below a place.
func under(place string, rows []string) []string {
	var all []string
	for _, row := range rows {
		all = append(all, place+row)
	}
	return all
}

// statuses are the words of status that the document shows for the operations
// that respond with the envelope of one result.
var statuses = map[string]string{
	spec.UpdateDestination: "updated",
	spec.CreateSegment:     "created",
	spec.UpdateConnector:   "updated",
	spec.CreateConnector:   "created",
	spec.PublishConnector:  "published_to_organization",
	spec.CreateLink:        "created",
}

// codes are those that the document promises for a success response, 0 where it
// shows none.
var codes = map[string]int{
	spec.UpdateDestination: 0, spec.GetDestination: 0, spec.ListDestinationObjects: 200, spec.CreateSegment: 201,
	spec.ReadSegmentSource: 0, spec.GetSegment: 0, spec.UpdateConnector: 200, spec.CreateConnector: 200,
	spec.ListInvitations: 200, spec.PublishConnector: 200, spec.ListTopics: 0, spec.CreateLink: 201,
}

// closed are the strings whose words or form the document gives.
var closed = map[string][]string{
	spec.UpdateDestination:      {"/status", "/data/created_at", "/data/last_tested_at"},
	spec.ListDestinationObjects: {"/status"},
	spec.CreateSegment:          {"/status", "/filter_segment_source_url"},
	spec.ReadSegmentSource:      {"/status"},
	spec.UpdateConnector:        {"/status", "/data/configuration_fields/fields/*/read_more"},
	spec.CreateConnector:        {"/status", "/data/configuration_fields/fields/*/read_more"},
	spec.ListInvitations:        {"/status", "/data/*/email", "/data/*/created_at", "/data/*/claimed_at"},
	spec.PublishConnector:       {"/status", "/data/configuration_fields/fields/*/read_more"},
	spec.ListTopics:             {"/status", "/data/*/created_at", "/data/*/updated_at"},
	spec.CreateLink:             {"/status", "/data/type", "/data/expiration", "/data/uri"},
}

// types returns the JSON types of a place as the tables write them.
func types(of []string) string {
	if len(of) == 0 {
		return "any"
	}
	return strings.Join(of, ",")
}
