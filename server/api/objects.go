package api

import (
	"understudy/server/resource"
	"understudy/server/response"
)

// listDestinationObjects serves GET
// /api/v1/destinations/{destination_id}/objects.
//
// Promise objects-are-listed.
func listDestinationObjects(c *Call) (Reply, error) {
	d, err := c.destination()
	if err != nil {
		return Reply{}, err
	}
	// Promise objects-of-the-destination.
	l, err := c.listing(c.tx.CountDestinationObjects(d.ID))
	if err != nil {
		return Reply{}, err
	}
	return list(c, l, c.tx.DestinationObjectRows(d.ID, l.Page, l.Order), objectBody), nil
}

// objectBody returns the resource of section Destination object.
func objectBody(o *resource.DestinationObject) response.Object {
	fieldTypes := any(response.NoFieldTypes{})
	if o.AllowCustomFields {
		fieldTypes = fieldTypesBody(o.CustomFieldTypes)
	}
	lists := response.Each(o.Lists, func(l resource.ObjectList) response.Object { return response.Object{{"id", l.ID}, {"name", l.Name}} })
	return response.Object{
		{"label", o.Label},                              // Promise object-label
		{"full_name", o.FullName},                       // Promise object-full-name
		{"supported_operations", o.SupportedOperations}, // Promise object-supported-operations
		{"primary_identifier_mapping_attributes", response.Object{{"upsert", mappingBody(o.Upsert)}, {"mirror", mappingBody(o.Mirror)}}}, // Promise object-primary-identifier-mapping-attributes
		{"allow_custom_fields", o.AllowCustomFields},                                                     // Promise object-allow-custom-fields
		{"supported_custom_field_types", response.InLists{Value: fieldTypes}},                            // Promise object-supported-custom-field-types
		{"allow_case_sensitive_fields", o.AllowCaseSensitiveFields},                                      // Promise object-allow-case-sensitive-fields
		{"advanced_configuration_field_definitions", response.Each(o.AdvancedFields, advancedFieldBody)}, // Promise object-advanced-configuration-field-definitions
		{"supports_field_ordering", o.SupportsFieldOrdering},                                             // Promise object-supports-field-ordering
		{"can_be_sync_destination", o.CanBeSyncDestination},                                              // Promise object-can-be-sync-destination
		{"is_audience_destination", response.InLists{Value: o.IsAudienceDestination}},                    // Promise object-is-audience-destination
		{"fields", response.Each(o.Fields, objectFieldBody)},                                             // Promise object-fields
		{"configurable_field_definitions", o.ConfigurableFields},                                         // Promise object-configurable-field-definitions
		{"data", response.InLists{Value: response.Object{{"lists", lists}}}},                             // Promise object-data
	}
}

func fieldTypesBody(types []resource.FieldType) response.Array {
	return response.Each(types, func(t resource.FieldType) response.Object {
		return response.Object{{"type", t.Type}, {"array", t.Array}}
	})
}

func mappingBody(m resource.IdentifierMapping) response.Object {
	var notes any
	if m.Notes != "" {
		notes = m.Notes
	}
	return response.Object{{"required", m.Required}, {"hide_destination_key", m.HideDestinationKey}, {"notes", notes}}
}

// advancedFieldBody returns an advanced configuration field definition.
func advancedFieldBody(f resource.AdvancedField) response.Object {
	const unset = response.Missing("advanced-field-optional")
	defaulted, required, values := any(unset), any(unset), any(unset)
	if f.Default != nil {
		defaulted = f.Default
	}
	if f.Required != nil {
		required = *f.Required
	}
	if f.SupportedValues != nil {
		values = f.SupportedValues
	}
	return response.Object{
		{"name", f.Name},               // Promise advanced-field-name
		{"type", f.Type},               // Promise advanced-field-type
		{"label", f.Label},             // Promise advanced-field-label
		{"input_type", f.InputType},    // Promise advanced-field-input-type
		{"placeholder", f.Placeholder}, // Promise advanced-field-placeholder
		{"sort_order", f.SortOrder},    // Promise advanced-field-sort-order
		{"default", defaulted},
		{"required", required},       // Promise advanced-field-required
		{"supported_values", values}, // Promise advanced-field-supported-values
	}
}

// objectFieldBody returns a destination object field.
func objectFieldBody(f resource.ObjectField) response.Object {
	lookup := any(response.NoLookup{})
	if f.LookupObject != "" {
		lookup = f.LookupObject
	}
	return response.Object{
		{"label", f.Label},                                       // Promise object-field-label
		{"full_name", f.FullName},                                // Promise object-field-full-name
		{"createable", f.Createable},                             // Promise object-field-createable
		{"updateable", f.Updateable},                             // Promise object-field-updateable
		{"operations", f.Operations},                             // Promise object-field-operations
		{"array", f.Array},                                       // Promise object-field-array
		{"preserve_values_supported", f.PreserveValuesSupported}, // Promise object-field-preserve-values-supported
		{"required_for_mapping", f.RequiredForMapping},           // Promise object-field-required-for-mapping
		{"can_be_upsert_key", f.CanBeUpsertKey},                  // Promise object-field-can-be-upsert-key
		{"can_be_update_key", f.CanBeUpdateKey},                  // Promise object-field-can-be-update-key
		{"can_be_insert_key", f.CanBeInsertKey},                  // Promise object-field-can-be-insert-key
		{"can_be_reference_key", f.CanBeReferenceKey},            // Promise object-field-can-be-reference-key
		{"lookup_object", lookup},                                // Promise object-field-lookup-object
		{"type", f.Type},                                         // Promise object-field-type
	}
}
