package independent

import (
	"fmt"
	"strings"
)

// spoilt is one member of an answer that is gone or wrong, often deep inside.
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
	where := "in the answer of " + string(m.on)
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
	return fault{Violation: b, on: m.on, answer: func(o outcome) { spoil(o.rep) }}
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

// spoiltAt answers v, or a copy that is spoilt at the path, and whether the
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

// spoiltIn answers a list of anything, since items may change their type.
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
