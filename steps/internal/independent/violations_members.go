package independent

import (
	"fmt"
	"strings"

	"understudy/steps/internal/independent/api"
)

// wrongMember is one member of a response that is missing or wrong, often deeply nested.
type wrongMember struct {
	// breaks is the promise, and the first word of the violation's id.
	breaks string
	on     api.Operation
	// at is where the member is below data: names of members, and of arrays
	// "last", the last item that has it, or "each".
	at string
	to any // missing, renamed, or another value
	// later: only from page 2 on.
	later bool
	with  []string
}

// gone removes a member, and renamed gives it another name.
type (
	gone    struct{}
	renamed string
)

// memberFaults returns the rows of the tables of members. Their ids consist of
// the promise, the operation where needed, and what is wrong.
func memberFaults() []api.Fault {
	var rows []api.Fault
	for _, table := range [][]wrongMember{destinationMembers, objectMembers, objectFieldMembers, connectorMembers, topicMembers, linkMembers} {
		for _, m := range table {
			rows = append(rows, m.fault())
		}
	}
	return rows
}

func (m wrongMember) fault() api.Fault {
	where := "in the response to " + string(m.on)
	if m.later {
		where = "from page 2 on, " + where
	}
	wrong := kindOf(m.to)
	b := Violation{ID: m.breaks + "-" + strings.ReplaceAll(wrong, " ", "-"), Breaks: m.breaks, With: m.with,
		Says: fmt.Sprintf("%s, data.%s is %s", where, m.at, wrong)}
	spoil := func(rep *api.Reply) {
		data, _ := changedAt(rep.Body.Get("data"), strings.Split(m.at, "."), m.to)
		rep.Body = rep.Body.With("data", data)
	}
	if m.on.IsList() {
		return api.Fault{Violation: b, On: m.on, List: func(p *api.Page, rep *api.Reply) {
			if !m.later || p.Number > 1 {
				spoil(rep)
			}
		}}
	}
	return api.Fault{Violation: b, On: m.on, Respond: func(o api.Outcome) { spoil(o.Rep) }}
}

func kindOf(v any) string {
	switch v := v.(type) {
	case gone:
		return "missing"
	case renamed:
		return "named " + string(v)
	case api.Raw:
		return string(v)
	case bool:
		return "boolean"
	case int64:
		return "number"
	case float64:
		return "fraction"
	case api.Object:
		return "object"
	case []any, []api.Object:
		return "array"
	case string:
		return "text"
	}
	panic(fmt.Sprintf("no word for %T", v))
}

// changedAt returns v, or a copy that is changed at the path, and whether the
// path exists.
func changedAt(v any, path []string, to any) (any, bool) {
	if len(path) == 0 {
		return to, true
	}
	switch v := v.(type) {
	case api.Object:
		return spoiltInObject(v, path, to)
	case []api.Object:
		return spoiltIn(v, path, to)
	case []any:
		return spoiltIn(v, path, to)
	}
	return v, false
}

func spoiltInObject(o api.Object, path []string, to any) (any, bool) {
	name := path[0]
	if len(o) == len(o.Without(name)) {
		return o, false
	}
	if len(path) == 1 {
		switch to := to.(type) {
		case gone:
			return o.Without(name), true
		case renamed:
			return append(o.Without(name), api.Member{Name: string(to), Value: o.Get(name)}), true
		}
	}
	changed, found := changedAt(o.Get(name), path[1:], to)
	return o.With(name, changed), found
}

// spoiltIn returns a list of any values, because items may change their type.
func spoiltIn[T any](list []T, path []string, to any) (any, bool) {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	found := false
	for i := len(out) - 1; i >= 0 && (!found || path[0] == "each"); i-- {
		changed, here := changedAt(out[i], path[1:], to)
		out[i], found = changed, found || here
	}
	return out, found
}

var destinationMembers = []wrongMember{
	{breaks: "destination-id", on: api.UpdateDestination, at: "id", to: "6400000101003", with: []string{"destination-named-by-its-id"}},
	{breaks: "destination-id", on: api.UpdateDestination, at: "id", to: gone{}, with: []string{"destination-named-by-its-id"}},
	{breaks: "destination-name", on: api.UpdateDestination, at: "name", to: gone{}, with: []string{"destination-name-kept"}},
	{breaks: "destination-name", on: api.UpdateDestination, at: "name", to: int64(7), with: []string{"destination-name-kept"}},
	{breaks: "destination-created-at", on: api.UpdateDestination, at: "created_at", to: api.Null},
	{breaks: "destination-created-at", on: api.UpdateDestination, at: "created_at", to: "29 Feb 2020"},
	{breaks: "destination-last-test-results", on: api.UpdateDestination, at: "last_test_results.steps.last.error.message", to: gone{}},
	{breaks: "destination-last-test-results", on: api.UpdateDestination, at: "last_test_results.steps", to: api.Null},
	{breaks: "destination-last-test-results", on: api.UpdateDestination, at: "last_test_results.steps.last.status", to: int64(0)},
	{breaks: "destination-last-test-results", on: api.UpdateDestination, at: "last_test_results.steps.last.step", to: false},
	{breaks: "destination-last-test-results", on: api.UpdateDestination, at: "last_test_results.steps.last.error", to: "no room left"},
	{breaks: "destination-last-test-succeeded", on: api.UpdateDestination, at: "last_test_succeeded", to: "no"},
	{breaks: "destination-last-tested-at", on: api.UpdateDestination, at: "last_tested_at", to: "2020-03-02 01:58"},
	{breaks: "destination-last-tested-at", on: api.UpdateDestination, at: "last_tested_at", to: int64(1_583_114_280)},
	{breaks: "destination-connection-details", on: api.UpdateDestination, at: "connection_details", to: api.Null},
	{breaks: "destination-connection-details", on: api.UpdateDestination, at: "connection_details", to: gone{}},
	{breaks: "destination-connection-details", on: api.UpdateDestination, at: "connection_details.account_id", to: int64(42)},
	{breaks: "destination-objects", on: api.UpdateDestination, at: "objects", to: gone{}},
	{breaks: "destination-objects", on: api.UpdateDestination, at: "objects", to: api.Null},
	{breaks: "destination-objects", on: api.UpdateDestination, at: "objects", to: api.Object{{Name: "count", Value: int64(6)}}},
}

var objectMembers = []wrongMember{
	{breaks: "object-label", on: api.ListObjects, at: "last.label", to: gone{}, later: true},
	{breaks: "object-label", on: api.UpdateDestination, at: "objects.last.label", to: api.Null},
	{breaks: "object-full-name", on: api.UpdateDestination, at: "objects.last.full_name", to: gone{}},
	{breaks: "object-full-name", on: api.ListObjects, at: "each.full_name", to: int64(5), with: []string{"pages-partition-the-list"}},
	{breaks: "object-supported-operations", on: api.ListObjects, at: "last.supported_operations", to: "insert,update"},
	{breaks: "object-supported-operations", on: api.UpdateDestination, at: "objects.last.supported_operations", to: api.Null},
	{breaks: "object-supported-operations", on: api.ListObjects, at: "last.supported_operations.last", to: int64(2), later: true},
	{breaks: "object-primary-identifier-mapping-attributes", on: api.ListObjects,
		at: "last.primary_identifier_mapping_attributes.mirror", to: gone{}, later: true},
	{breaks: "object-primary-identifier-mapping-attributes", on: api.UpdateDestination,
		at: "objects.last.primary_identifier_mapping_attributes.upsert.required", to: api.Null},
	{breaks: "object-primary-identifier-mapping-attributes", on: api.UpdateDestination,
		at: "objects.last.primary_identifier_mapping_attributes.upsert.notes", to: int64(1)},
	{breaks: "object-primary-identifier-mapping-attributes", on: api.ListObjects,
		at: "last.primary_identifier_mapping_attributes.mirror.hide_destination_key", to: "true"},
	{breaks: "object-allow-custom-fields", on: api.UpdateDestination, at: "objects.last.allow_custom_fields", to: gone{}},
	{breaks: "object-allow-custom-fields", on: api.ListObjects, at: "last.allow_custom_fields", to: int64(1), later: true},
	{breaks: "object-supported-custom-field-types", on: api.ListObjects, at: "last.supported_custom_field_types.last.array", to: gone{}},
	{breaks: "object-supported-custom-field-types", on: api.ListObjects, at: "last.supported_custom_field_types", to: api.Null, later: true},
	{breaks: "object-supported-custom-field-types", on: api.ListObjects, at: "last.supported_custom_field_types.last.type", to: int64(3)},
	{breaks: "object-allow-case-sensitive-fields", on: api.ListObjects, at: "last.allow_case_sensitive_fields", to: api.Null},
	{breaks: "object-advanced-configuration-field-definitions", on: api.UpdateDestination,
		at: "objects.last.advanced_configuration_field_definitions", to: gone{}},
	{breaks: "object-advanced-configuration-field-definitions", on: api.ListObjects, at: "last.advanced_configuration_field_definitions",
		to: api.Null, later: true},
	{breaks: "object-supports-field-ordering", on: api.UpdateDestination, at: "objects.last.supports_field_ordering", to: "no"},
	{breaks: "object-can-be-sync-destination", on: api.ListObjects, at: "last.can_be_sync_destination", to: gone{}, later: true},
	{breaks: "object-is-audience-destination", on: api.ListObjects, at: "last.is_audience_destination", to: gone{}},
	{breaks: "object-is-audience-destination", on: api.ListObjects, at: "last.is_audience_destination", to: api.Null, later: true},
	{breaks: "object-fields", on: api.UpdateDestination, at: "objects.last.fields", to: api.Null},
	{breaks: "object-fields", on: api.ListObjects, at: "last.fields", to: api.Object{{Name: "a", Value: "b"}}, later: true},
	{breaks: "object-configurable-field-definitions", on: api.UpdateDestination,
		at: "objects.last.configurable_field_definitions", to: gone{}},
	{breaks: "object-configurable-field-definitions", on: api.ListObjects, at: "last.configurable_field_definitions.Rang",
		to: api.Object{{Name: "type", Value: "Zahl"}}, later: true},
	{breaks: "object-configurable-field-definitions", on: api.ListObjects, at: "last.configurable_field_definitions", to: []any{}},
	{breaks: "object-data", on: api.ListObjects, at: "last.data", to: gone{}, later: true},
	{breaks: "object-data", on: api.ListObjects, at: "last.data.lists", to: api.Null},
	{breaks: "object-data", on: api.ListObjects, at: "last.data.lists.last.id", to: int64(12)},
}

var objectFieldMembers = []wrongMember{
	{breaks: "advanced-field-name", on: api.UpdateDestination,
		at: "objects.last.advanced_configuration_field_definitions.last.name", to: gone{}},
	{breaks: "advanced-field-type", on: api.ListObjects, at: "last.advanced_configuration_field_definitions.last.type", to: api.Null,
		later: true},
	{breaks: "advanced-field-label", on: api.ListObjects, at: "last.advanced_configuration_field_definitions.last.label", to: gone{}},
	{breaks: "advanced-field-input-type", on: api.UpdateDestination,
		at: "objects.last.advanced_configuration_field_definitions.last.input_type", to: api.Object{{Name: "type", Value: "text"}}},
	{breaks: "advanced-field-placeholder", on: api.UpdateDestination,
		at: "objects.last.advanced_configuration_field_definitions.last.placeholder", to: renamed("placholder")},
	{breaks: "advanced-field-placeholder", on: api.ListObjects, at: "last.advanced_configuration_field_definitions.last.placeholder",
		to: false, later: true},
	{breaks: "advanced-field-sort-order", on: api.ListObjects, at: "last.advanced_configuration_field_definitions.last.sort_order",
		to: 1.5, later: true},
	{breaks: "advanced-field-sort-order", on: api.UpdateDestination,
		at: "objects.last.advanced_configuration_field_definitions.last.sort_order", to: gone{}},
	{breaks: "advanced-field-required", on: api.UpdateDestination,
		at: "objects.last.advanced_configuration_field_definitions.last.required", to: "yes"},
	{breaks: "advanced-field-supported-values", on: api.ListObjects,
		at: "last.advanced_configuration_field_definitions.last.supported_values", to: "a,b"},
	{breaks: "advanced-field-supported-values", on: api.UpdateDestination,
		at: "objects.last.advanced_configuration_field_definitions.last.supported_values", to: []any{int64(1), int64(2)}},

	{breaks: "object-field-label", on: api.UpdateDestination, at: "objects.last.fields.last.label", to: api.Null},
	{breaks: "object-field-full-name", on: api.ListObjects, at: "last.fields.last.full_name", to: gone{}, later: true},
	{breaks: "object-field-createable", on: api.UpdateDestination, at: "objects.last.fields.last.createable", to: renamed("creatable")},
	{breaks: "object-field-updateable", on: api.ListObjects, at: "last.fields.last.updateable", to: "true", later: true},
	{breaks: "object-field-operations", on: api.UpdateDestination, at: "objects.last.fields.last.operations", to: gone{}},
	{breaks: "object-field-operations", on: api.ListObjects, at: "last.fields.last.operations.last", to: api.Null},
	{breaks: "object-field-array", on: api.ListObjects, at: "last.fields.last.array", to: []any{}, later: true},
	{breaks: "object-field-preserve-values-supported", on: api.UpdateDestination,
		at: "objects.last.fields.last.preserve_values_supported", to: api.Null},
	{breaks: "object-field-required-for-mapping", on: api.ListObjects, at: "last.fields.last.required_for_mapping", to: gone{}},
	{breaks: "object-field-can-be-upsert-key", on: api.UpdateDestination, at: "objects.last.fields.last.can_be_upsert_key", to: int64(0)},
	{breaks: "object-field-can-be-update-key", on: api.ListObjects, at: "last.fields.last.can_be_update_key", to: api.Null, later: true},
	{breaks: "object-field-can-be-insert-key", on: api.UpdateDestination, at: "objects.last.fields.last.can_be_insert_key", to: gone{}},
	{breaks: "object-field-can-be-reference-key", on: api.ListObjects, at: "last.fields.last.can_be_reference_key", to: "no"},
	{breaks: "object-field-lookup-object", on: api.UpdateDestination, at: "objects.last.fields.last.lookup_object", to: gone{}},
	{breaks: "object-field-lookup-object", on: api.ListObjects, at: "last.fields.last.lookup_object",
		to: api.Object{{Name: "name", Value: "Tbl 0"}}, later: true},
	{breaks: "object-field-type", on: api.UpdateDestination, at: "objects.last.fields.last.type", to: int64(4)},
}

var connectorMembers = []wrongMember{
	{breaks: "connector-service-name", on: api.CreateConnector, at: "service_name", to: gone{}, with: []string{"connector-service-name-kept"}},
	{breaks: "connector-service-name", on: api.PublishConnector, at: "service_name", to: int64(9),
		with: []string{"connector-service-name-kept"}},
	{breaks: "connector-documentation-slug", on: api.UpdateConnector, at: "documentation_slug", to: api.Null},
	{breaks: "connector-label", on: api.PublishConnector, at: "label", to: gone{}, with: []string{"connector-label-kept"}},
	{breaks: "connector-label", on: api.UpdateConnector, at: "label", to: api.Object{{Name: "en", Value: "Sluice"}},
		with: []string{"connector-label-kept"}},
	{breaks: "connector-auth-method", on: api.CreateConnector, at: "auth_method", to: api.Null},
	{breaks: "connector-creatable-via-api", on: api.UpdateConnector, at: "creatable_via_api", to: "yes"},
	{breaks: "connector-creatable-via-connect-link", on: api.PublishConnector, at: "creatable_via_connect_link", to: gone{}},
	{breaks: "connector-source-creatable-via-connect-link", on: api.CreateConnector, at: "source_creatable_via_connect_link", to: api.Null},
	{breaks: "connector-configuration-fields", on: api.UpdateConnector, at: "configuration_fields", to: []any{}},
	{breaks: "connector-configuration-fields", on: api.PublishConnector, at: "configuration_fields.fields", to: gone{}},
	{breaks: "connector-configuration-fields", on: api.CreateConnector, at: "configuration_fields.fields", to: api.Null},
	{breaks: "connector-user-selectable-field-types", on: api.CreateConnector, at: "user_selectable_field_types", to: []any{"Text", "Zahl"}},
	{breaks: "connector-user-selectable-field-types", on: api.UpdateConnector, at: "user_selectable_field_types.last.array", to: gone{}},
	{breaks: "connector-user-selectable-field-types", on: api.PublishConnector, at: "user_selectable_field_types.last.type", to: int64(1)},

	{breaks: "configuration-field-id", on: api.CreateConnector, at: "configuration_fields.fields.last.id", to: int64(3)},
	{breaks: "configuration-field-rules", on: api.UpdateConnector, at: "configuration_fields.fields.last.rules", to: gone{}},
	{breaks: "configuration-field-rules", on: api.CreateConnector, at: "configuration_fields.fields.last.rules", to: []any{"required"}},
	{breaks: "configuration-field-label", on: api.PublishConnector, at: "configuration_fields.fields.last.label", to: api.Null},
	{breaks: "configuration-field-type", on: api.CreateConnector, at: "configuration_fields.fields.last.type", to: gone{}},
	{breaks: "configuration-field-placholder", on: api.UpdateConnector, at: "configuration_fields.fields.each.placholder",
		to: renamed("placeholder")},
	{breaks: "configuration-field-placholder", on: api.CreateConnector, at: "configuration_fields.fields.last.placholder", to: int64(8)},
	{breaks: "configuration-field-matches", on: api.CreateConnector, at: "configuration_fields.fields.last.matches",
		to: api.Object{{Name: "regex", Value: "^a"}}},
	{breaks: "configuration-field-is-password-type-field", on: api.UpdateConnector,
		at: "configuration_fields.fields.last.is_password_type_field", to: api.Null},
	{breaks: "configuration-field-possible-values", on: api.CreateConnector, at: "configuration_fields.fields.last.possible_values.last",
		to: int64(6)},
	{breaks: "configuration-field-possible-values", on: api.UpdateConnector, at: "configuration_fields.fields.last.possible_values",
		to: "nord|süd"},
	{breaks: "configuration-field-read-more", on: api.CreateConnector, at: "configuration_fields.fields.last.read_more", to: "fields#port"},
	{breaks: "configuration-field-read-more", on: api.UpdateConnector, at: "configuration_fields.fields.last.read_more", to: gone{}},
	{breaks: "configuration-field-hint", on: api.PublishConnector, at: "configuration_fields.fields.last.hint", to: gone{}},
	{breaks: "configuration-field-hint", on: api.CreateConnector, at: "configuration_fields.fields.last.hint", to: true},
	{breaks: "configuration-field-show", on: api.CreateConnector, at: "configuration_fields.fields.last.show", to: gone{}},
	{breaks: "configuration-field-conditionally-required", on: api.CreateConnector,
		at: "configuration_fields.fields.last.conditionally_required.if", to: gone{}},
	{breaks: "configuration-field-conditionally-required", on: api.UpdateConnector,
		at: "configuration_fields.fields.last.conditionally_required.if.mode", to: "far"},
	{breaks: "configuration-field-input-type", on: api.CreateConnector, at: "configuration_fields.fields.last.input_type", to: "textbox"},
	{breaks: "configuration-field-input-type", on: api.UpdateConnector, at: "configuration_fields.fields.last.input_type.type", to: api.Null},
}

var topicMembers = []wrongMember{
	{breaks: "topic-id", on: api.ListTopics, at: "last.id", to: "44"},
	{breaks: "topic-id", on: api.ListTopics, at: "last.id", to: gone{}},
	{breaks: "topic-name", on: api.ListTopics, at: "last.name", to: api.Null},
	{breaks: "topic-description", on: api.ListTopics, at: "last.description", to: gone{}},
	{breaks: "topic-description", on: api.ListTopics, at: "last.description", to: []any{"a"}},
	{breaks: "topic-created-at", on: api.ListTopics, at: "last.created_at", to: int64(1_672_520_700)},
	{breaks: "topic-created-at", on: api.ListTopics, at: "last.created_at", to: gone{}},
	{breaks: "topic-updated-at", on: api.ListTopics, at: "last.updated_at", to: api.Null},
	{breaks: "topic-updated-at", on: api.ListTopics, at: "last.updated_at", to: "2022-12-31 21:05:00"},
	{breaks: "topic-created-at", on: api.ListTopics, at: "last.created_at", to: "2022-12-31T21:05:60Z"},
	{breaks: "topic-schema", on: api.ListTopics, at: "last.schema", to: api.Null},
	{breaks: "topic-schema", on: api.ListTopics, at: "last.schema.Größe", to: int64(64)},
	{breaks: "topic-schema", on: api.ListTopics, at: "last.schema", to: []any{"Größe"}},
	{breaks: "topic-schema", on: api.ListTopics, at: "last.schema", to: gone{}},
}

var linkMembers = []wrongMember{
	{breaks: "link-id", on: api.CreateLink, at: "id", to: "990"},
	{breaks: "link-id", on: api.CreateLink, at: "id", to: gone{}},
	{breaks: "link-type", on: api.CreateLink, at: "type", to: "Segment"},
	{breaks: "link-type", on: api.CreateLink, at: "type", to: gone{}},
	{breaks: "link-expiration", on: api.CreateLink, at: "expiration", to: "in 45 minutes", with: []string{"link-is-fresh"}},
	{breaks: "link-expiration", on: api.CreateLink, at: "expiration", to: int64(4_102_444_800), with: []string{"link-is-fresh"}},
	{breaks: "link-expired", on: api.CreateLink, at: "expired", to: "false", with: []string{"link-is-fresh"}},
	{breaks: "link-expired", on: api.CreateLink, at: "expired", to: gone{}, with: []string{"link-is-fresh"}},
	{breaks: "link-revoked", on: api.CreateLink, at: "revoked", to: api.Null, with: []string{"link-is-fresh"}},
	{breaks: "link-uri", on: api.CreateLink, at: "uri", to: api.Null, with: []string{"link-carries-auth"}},
	{breaks: "link-uri", on: api.CreateLink, at: "uri", to: renamed("url"), with: []string{"link-carries-auth"}},
	{breaks: "link-redirect-uri", on: api.CreateLink, at: "redirect_uri", to: gone{}, with: []string{"link-redirect-echoed"}},
	{breaks: "link-redirect-uri", on: api.CreateLink, at: "redirect_uri", to: api.Null, with: []string{"link-redirect-echoed"}},
	{breaks: "link-segment-id", on: api.CreateLink, at: "segment_id", to: "5000000029", with: []string{"link-names-its-segment"}},
	{breaks: "link-segment-id", on: api.CreateLink, at: "segment_id", to: gone{}, with: []string{"link-names-its-segment"}},
}
