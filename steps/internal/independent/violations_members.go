package independent

import (
	"fmt"
	"strings"
)

// spoilt is one member of a response that is gone or wrong, often deep inside.
type spoilt struct {
	// breaks is the promise, and the first word of the violation's id.
	breaks string
	on     operation
	// at is where the member is below data: names of members, and of arrays
	// "last", the last item that has it, or "each".
	at string
	to any // gone, renamed, or another value
	// later: from page 2 on only.
	later bool
	with  []string
}

// gone leaves a member out, and renamed gives it another name.
type (
	gone    struct{}
	renamed string
)

// memberFaults are the rows of the tables of members. Their ids are the
// promise, the operation where it says something, and what is wrong.
func memberFaults() []fault {
	var rows []fault
	for _, table := range [][]spoilt{destinationMembers, objectMembers, objectFieldMembers, connectorMembers, topicMembers, linkMembers} {
		for _, m := range table {
			rows = append(rows, m.fault())
		}
	}
	return rows
}

func (m spoilt) fault() fault {
	where := "in the response to " + string(m.on)
	if m.later {
		where = "from page 2 on, " + where
	}
	wrong := kindOf(m.to)
	b := Violation{ID: m.breaks + "-" + strings.ReplaceAll(wrong, " ", "-"), Breaks: m.breaks, With: m.with,
		Says: fmt.Sprintf("%s, data.%s is %s", where, m.at, wrong)}
	spoil := func(rep *reply) {
		data, _ := spoiltAt(rep.body.get("data"), strings.Split(m.at, "."), m.to)
		rep.body = rep.body.with("data", data)
	}
	if m.on.isList() {
		return fault{Violation: b, on: m.on, list: func(p *page, rep *reply) {
			if !m.later || p.number > 1 {
				spoil(rep)
			}
		}}
	}
	return fault{Violation: b, on: m.on, respond: func(o outcome) { spoil(o.rep) }}
}

func kindOf(v any) string {
	switch v := v.(type) {
	case gone:
		return "missing"
	case renamed:
		return "named " + string(v)
	case raw:
		return string(v)
	case bool:
		return "boolean"
	case int64:
		return "number"
	case float64:
		return "fraction"
	case object:
		return "object"
	case []any, []object:
		return "array"
	case string:
		return "text"
	}
	panic(fmt.Sprintf("no word for %T", v))
}

// spoiltAt returns v, or a copy that is spoilt at the path, and whether the
// path led anywhere.
func spoiltAt(v any, path []string, to any) (any, bool) {
	if len(path) == 0 {
		return to, true
	}
	switch v := v.(type) {
	case object:
		return v.spoiltAt(path, to)
	case []object:
		return spoiltIn(v, path, to)
	case []any:
		return spoiltIn(v, path, to)
	}
	return v, false
}

func (o object) spoiltAt(path []string, to any) (any, bool) {
	name := path[0]
	if len(o) == len(o.without(name)) {
		return o, false
	}
	if len(path) == 1 {
		switch to := to.(type) {
		case gone:
			return o.without(name), true
		case renamed:
			return append(o.without(name), member{string(to), o.get(name)}), true
		}
	}
	changed, found := spoiltAt(o.get(name), path[1:], to)
	return o.with(name, changed), found
}

// spoiltIn returns a list of anything, since items may change their type.
func spoiltIn[T any](list []T, path []string, to any) (any, bool) {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	found := false
	for i := len(out) - 1; i >= 0 && (!found || path[0] == "each"); i-- {
		changed, here := spoiltAt(out[i], path[1:], to)
		out[i], found = changed, found || here
	}
	return out, found
}

var destinationMembers = []spoilt{
	{breaks: "destination-id", on: updateDestination, at: "id", to: "6400000101003", with: []string{"destination-named-by-its-id"}},
	{breaks: "destination-id", on: updateDestination, at: "id", to: gone{}, with: []string{"destination-named-by-its-id"}},
	{breaks: "destination-name", on: updateDestination, at: "name", to: gone{}, with: []string{"destination-name-kept"}},
	{breaks: "destination-name", on: updateDestination, at: "name", to: int64(7), with: []string{"destination-name-kept"}},
	{breaks: "destination-created-at", on: updateDestination, at: "created_at", to: null},
	{breaks: "destination-created-at", on: updateDestination, at: "created_at", to: "29 Feb 2020"},
	{breaks: "destination-last-test-results", on: updateDestination, at: "last_test_results.steps.last.error.message", to: gone{}},
	{breaks: "destination-last-test-results", on: updateDestination, at: "last_test_results.steps", to: null},
	{breaks: "destination-last-test-results", on: updateDestination, at: "last_test_results.steps.last.status", to: int64(0)},
	{breaks: "destination-last-test-results", on: updateDestination, at: "last_test_results.steps.last.step", to: false},
	{breaks: "destination-last-test-results", on: updateDestination, at: "last_test_results.steps.last.error", to: "no room left"},
	{breaks: "destination-last-test-succeeded", on: updateDestination, at: "last_test_succeeded", to: "no"},
	{breaks: "destination-last-tested-at", on: updateDestination, at: "last_tested_at", to: "2020-03-02 01:58"},
	{breaks: "destination-last-tested-at", on: updateDestination, at: "last_tested_at", to: int64(1_583_114_280)},
	{breaks: "destination-connection-details", on: updateDestination, at: "connection_details", to: null},
	{breaks: "destination-connection-details", on: updateDestination, at: "connection_details", to: gone{}},
	{breaks: "destination-connection-details", on: updateDestination, at: "connection_details.account_id", to: int64(42)},
	{breaks: "destination-objects", on: updateDestination, at: "objects", to: gone{}},
	{breaks: "destination-objects", on: updateDestination, at: "objects", to: null},
	{breaks: "destination-objects", on: updateDestination, at: "objects", to: object{{"count", int64(6)}}},
}

var objectMembers = []spoilt{
	{breaks: "object-label", on: listObjects, at: "last.label", to: gone{}, later: true},
	{breaks: "object-label", on: updateDestination, at: "objects.last.label", to: null},
	{breaks: "object-full-name", on: updateDestination, at: "objects.last.full_name", to: gone{}},
	{breaks: "object-full-name", on: listObjects, at: "each.full_name", to: int64(5), with: []string{"pages-partition-the-list"}},
	{breaks: "object-supported-operations", on: listObjects, at: "last.supported_operations", to: "insert,update"},
	{breaks: "object-supported-operations", on: updateDestination, at: "objects.last.supported_operations", to: null},
	{breaks: "object-supported-operations", on: listObjects, at: "last.supported_operations.last", to: int64(2), later: true},
	{breaks: "object-primary-identifier-mapping-attributes", on: listObjects, at: "last.primary_identifier_mapping_attributes.mirror", to: gone{}, later: true},
	{breaks: "object-primary-identifier-mapping-attributes", on: updateDestination, at: "objects.last.primary_identifier_mapping_attributes.upsert.required", to: null},
	{breaks: "object-primary-identifier-mapping-attributes", on: updateDestination, at: "objects.last.primary_identifier_mapping_attributes.upsert.notes", to: int64(1)},
	{breaks: "object-primary-identifier-mapping-attributes", on: listObjects, at: "last.primary_identifier_mapping_attributes.mirror.hide_destination_key", to: "true"},
	{breaks: "object-allow-custom-fields", on: updateDestination, at: "objects.last.allow_custom_fields", to: gone{}},
	{breaks: "object-allow-custom-fields", on: listObjects, at: "last.allow_custom_fields", to: int64(1), later: true},
	{breaks: "object-supported-custom-field-types", on: listObjects, at: "last.supported_custom_field_types.last.array", to: gone{}},
	{breaks: "object-supported-custom-field-types", on: listObjects, at: "last.supported_custom_field_types", to: null, later: true},
	{breaks: "object-supported-custom-field-types", on: listObjects, at: "last.supported_custom_field_types.last.type", to: int64(3)},
	{breaks: "object-allow-case-sensitive-fields", on: listObjects, at: "last.allow_case_sensitive_fields", to: null},
	{breaks: "object-advanced-configuration-field-definitions", on: updateDestination, at: "objects.last.advanced_configuration_field_definitions", to: gone{}},
	{breaks: "object-advanced-configuration-field-definitions", on: listObjects, at: "last.advanced_configuration_field_definitions", to: null, later: true},
	{breaks: "object-supports-field-ordering", on: updateDestination, at: "objects.last.supports_field_ordering", to: "no"},
	{breaks: "object-can-be-sync-destination", on: listObjects, at: "last.can_be_sync_destination", to: gone{}, later: true},
	{breaks: "object-is-audience-destination", on: listObjects, at: "last.is_audience_destination", to: gone{}},
	{breaks: "object-is-audience-destination", on: listObjects, at: "last.is_audience_destination", to: null, later: true},
	{breaks: "object-fields", on: updateDestination, at: "objects.last.fields", to: null},
	{breaks: "object-fields", on: listObjects, at: "last.fields", to: object{{"a", "b"}}, later: true},
	{breaks: "object-configurable-field-definitions", on: updateDestination, at: "objects.last.configurable_field_definitions", to: gone{}},
	{breaks: "object-configurable-field-definitions", on: listObjects, at: "last.configurable_field_definitions.Rang", to: object{{"type", "Zahl"}}, later: true},
	{breaks: "object-configurable-field-definitions", on: listObjects, at: "last.configurable_field_definitions", to: []any{}},
	{breaks: "object-data", on: listObjects, at: "last.data", to: gone{}, later: true},
	{breaks: "object-data", on: listObjects, at: "last.data.lists", to: null},
	{breaks: "object-data", on: listObjects, at: "last.data.lists.last.id", to: int64(12)},
}

var objectFieldMembers = []spoilt{
	{breaks: "advanced-field-name", on: updateDestination, at: "objects.last.advanced_configuration_field_definitions.last.name", to: gone{}},
	{breaks: "advanced-field-type", on: listObjects, at: "last.advanced_configuration_field_definitions.last.type", to: null, later: true},
	{breaks: "advanced-field-label", on: listObjects, at: "last.advanced_configuration_field_definitions.last.label", to: gone{}},
	{breaks: "advanced-field-input-type", on: updateDestination, at: "objects.last.advanced_configuration_field_definitions.last.input_type", to: object{{"type", "text"}}},
	{breaks: "advanced-field-placeholder", on: updateDestination, at: "objects.last.advanced_configuration_field_definitions.last.placeholder", to: renamed("placholder")},
	{breaks: "advanced-field-placeholder", on: listObjects, at: "last.advanced_configuration_field_definitions.last.placeholder", to: false, later: true},
	{breaks: "advanced-field-sort-order", on: listObjects, at: "last.advanced_configuration_field_definitions.last.sort_order", to: 1.5, later: true},
	{breaks: "advanced-field-sort-order", on: updateDestination, at: "objects.last.advanced_configuration_field_definitions.last.sort_order", to: gone{}},
	{breaks: "advanced-field-required", on: updateDestination, at: "objects.last.advanced_configuration_field_definitions.last.required", to: "yes"},
	{breaks: "advanced-field-supported-values", on: listObjects, at: "last.advanced_configuration_field_definitions.last.supported_values", to: "a,b"},
	{breaks: "advanced-field-supported-values", on: updateDestination, at: "objects.last.advanced_configuration_field_definitions.last.supported_values", to: []any{int64(1), int64(2)}},

	{breaks: "object-field-label", on: updateDestination, at: "objects.last.fields.last.label", to: null},
	{breaks: "object-field-full-name", on: listObjects, at: "last.fields.last.full_name", to: gone{}, later: true},
	{breaks: "object-field-createable", on: updateDestination, at: "objects.last.fields.last.createable", to: renamed("creatable")},
	{breaks: "object-field-updateable", on: listObjects, at: "last.fields.last.updateable", to: "true", later: true},
	{breaks: "object-field-operations", on: updateDestination, at: "objects.last.fields.last.operations", to: gone{}},
	{breaks: "object-field-operations", on: listObjects, at: "last.fields.last.operations.last", to: null},
	{breaks: "object-field-array", on: listObjects, at: "last.fields.last.array", to: []any{}, later: true},
	{breaks: "object-field-preserve-values-supported", on: updateDestination, at: "objects.last.fields.last.preserve_values_supported", to: null},
	{breaks: "object-field-required-for-mapping", on: listObjects, at: "last.fields.last.required_for_mapping", to: gone{}},
	{breaks: "object-field-can-be-upsert-key", on: updateDestination, at: "objects.last.fields.last.can_be_upsert_key", to: int64(0)},
	{breaks: "object-field-can-be-update-key", on: listObjects, at: "last.fields.last.can_be_update_key", to: null, later: true},
	{breaks: "object-field-can-be-insert-key", on: updateDestination, at: "objects.last.fields.last.can_be_insert_key", to: gone{}},
	{breaks: "object-field-can-be-reference-key", on: listObjects, at: "last.fields.last.can_be_reference_key", to: "no"},
	{breaks: "object-field-lookup-object", on: updateDestination, at: "objects.last.fields.last.lookup_object", to: gone{}},
	{breaks: "object-field-lookup-object", on: listObjects, at: "last.fields.last.lookup_object", to: object{{"name", "Tbl 0"}}, later: true},
	{breaks: "object-field-type", on: updateDestination, at: "objects.last.fields.last.type", to: int64(4)},
}

var connectorMembers = []spoilt{
	{breaks: "connector-service-name", on: createConnector, at: "service_name", to: gone{}, with: []string{"connector-service-name-kept"}},
	{breaks: "connector-service-name", on: publishConnector, at: "service_name", to: int64(9), with: []string{"connector-service-name-kept"}},
	{breaks: "connector-documentation-slug", on: updateConnector, at: "documentation_slug", to: null},
	{breaks: "connector-label", on: publishConnector, at: "label", to: gone{}, with: []string{"connector-label-kept"}},
	{breaks: "connector-label", on: updateConnector, at: "label", to: object{{"en", "Sluice"}}, with: []string{"connector-label-kept"}},
	{breaks: "connector-auth-method", on: createConnector, at: "auth_method", to: null},
	{breaks: "connector-creatable-via-api", on: updateConnector, at: "creatable_via_api", to: "yes"},
	{breaks: "connector-creatable-via-connect-link", on: publishConnector, at: "creatable_via_connect_link", to: gone{}},
	{breaks: "connector-source-creatable-via-connect-link", on: createConnector, at: "source_creatable_via_connect_link", to: null},
	{breaks: "connector-configuration-fields", on: updateConnector, at: "configuration_fields", to: []any{}},
	{breaks: "connector-configuration-fields", on: publishConnector, at: "configuration_fields.fields", to: gone{}},
	{breaks: "connector-configuration-fields", on: createConnector, at: "configuration_fields.fields", to: null},
	{breaks: "connector-user-selectable-field-types", on: createConnector, at: "user_selectable_field_types", to: []any{"Text", "Zahl"}},
	{breaks: "connector-user-selectable-field-types", on: updateConnector, at: "user_selectable_field_types.last.array", to: gone{}},
	{breaks: "connector-user-selectable-field-types", on: publishConnector, at: "user_selectable_field_types.last.type", to: int64(1)},

	{breaks: "configuration-field-id", on: createConnector, at: "configuration_fields.fields.last.id", to: int64(3)},
	{breaks: "configuration-field-rules", on: updateConnector, at: "configuration_fields.fields.last.rules", to: gone{}},
	{breaks: "configuration-field-rules", on: createConnector, at: "configuration_fields.fields.last.rules", to: []any{"required"}},
	{breaks: "configuration-field-label", on: publishConnector, at: "configuration_fields.fields.last.label", to: null},
	{breaks: "configuration-field-type", on: createConnector, at: "configuration_fields.fields.last.type", to: gone{}},
	{breaks: "configuration-field-placholder", on: updateConnector, at: "configuration_fields.fields.each.placholder", to: renamed("placeholder")},
	{breaks: "configuration-field-placholder", on: createConnector, at: "configuration_fields.fields.last.placholder", to: int64(8)},
	{breaks: "configuration-field-matches", on: createConnector, at: "configuration_fields.fields.last.matches", to: object{{"regex", "^a"}}},
	{breaks: "configuration-field-is-password-type-field", on: updateConnector, at: "configuration_fields.fields.last.is_password_type_field", to: null},
	{breaks: "configuration-field-possible-values", on: createConnector, at: "configuration_fields.fields.last.possible_values.last", to: int64(6)},
	{breaks: "configuration-field-possible-values", on: updateConnector, at: "configuration_fields.fields.last.possible_values", to: "nord|süd"},
	{breaks: "configuration-field-read-more", on: createConnector, at: "configuration_fields.fields.last.read_more", to: "fields#port"},
	{breaks: "configuration-field-read-more", on: updateConnector, at: "configuration_fields.fields.last.read_more", to: gone{}},
	{breaks: "configuration-field-hint", on: publishConnector, at: "configuration_fields.fields.last.hint", to: gone{}},
	{breaks: "configuration-field-hint", on: createConnector, at: "configuration_fields.fields.last.hint", to: true},
	{breaks: "configuration-field-show", on: createConnector, at: "configuration_fields.fields.last.show", to: gone{}},
	{breaks: "configuration-field-conditionally-required", on: createConnector, at: "configuration_fields.fields.last.conditionally_required.if", to: gone{}},
	{breaks: "configuration-field-conditionally-required", on: updateConnector, at: "configuration_fields.fields.last.conditionally_required.if.mode", to: "far"},
	{breaks: "configuration-field-input-type", on: createConnector, at: "configuration_fields.fields.last.input_type", to: "textbox"},
	{breaks: "configuration-field-input-type", on: updateConnector, at: "configuration_fields.fields.last.input_type.type", to: null},
}

var topicMembers = []spoilt{
	{breaks: "topic-id", on: listTopics, at: "last.id", to: "44"},
	{breaks: "topic-id", on: listTopics, at: "last.id", to: gone{}},
	{breaks: "topic-name", on: listTopics, at: "last.name", to: null},
	{breaks: "topic-description", on: listTopics, at: "last.description", to: gone{}},
	{breaks: "topic-description", on: listTopics, at: "last.description", to: []any{"a"}},
	{breaks: "topic-created-at", on: listTopics, at: "last.created_at", to: int64(1_672_520_700)},
	{breaks: "topic-created-at", on: listTopics, at: "last.created_at", to: gone{}},
	{breaks: "topic-updated-at", on: listTopics, at: "last.updated_at", to: null},
	{breaks: "topic-updated-at", on: listTopics, at: "last.updated_at", to: "2022-12-31 21:05:00"},
	{breaks: "topic-schema", on: listTopics, at: "last.schema", to: null},
	{breaks: "topic-schema", on: listTopics, at: "last.schema.Größe", to: int64(64)},
	{breaks: "topic-schema", on: listTopics, at: "last.schema", to: []any{"Größe"}},
	{breaks: "topic-schema", on: listTopics, at: "last.schema", to: gone{}},
}

var linkMembers = []spoilt{
	{breaks: "link-id", on: createLink, at: "id", to: "990"},
	{breaks: "link-id", on: createLink, at: "id", to: gone{}},
	{breaks: "link-type", on: createLink, at: "type", to: "Segment"},
	{breaks: "link-type", on: createLink, at: "type", to: gone{}},
	{breaks: "link-expiration", on: createLink, at: "expiration", to: "in 45 minutes", with: []string{"link-is-fresh"}},
	{breaks: "link-expiration", on: createLink, at: "expiration", to: int64(4_102_444_800), with: []string{"link-is-fresh"}},
	{breaks: "link-expired", on: createLink, at: "expired", to: "false", with: []string{"link-is-fresh"}},
	{breaks: "link-expired", on: createLink, at: "expired", to: gone{}, with: []string{"link-is-fresh"}},
	{breaks: "link-revoked", on: createLink, at: "revoked", to: null, with: []string{"link-is-fresh"}},
	{breaks: "link-uri", on: createLink, at: "uri", to: null, with: []string{"link-carries-auth"}},
	{breaks: "link-uri", on: createLink, at: "uri", to: renamed("url"), with: []string{"link-carries-auth"}},
	{breaks: "link-redirect-uri", on: createLink, at: "redirect_uri", to: gone{}, with: []string{"link-redirect-echoed"}},
	{breaks: "link-redirect-uri", on: createLink, at: "redirect_uri", to: null, with: []string{"link-redirect-echoed"}},
	{breaks: "link-segment-id", on: createLink, at: "segment_id", to: "5000000029", with: []string{"link-names-its-segment"}},
	{breaks: "link-segment-id", on: createLink, at: "segment_id", to: gone{}, with: []string{"link-names-its-segment"}},
}
