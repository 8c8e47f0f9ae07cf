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
		{"label", o.Label},
		{"full_name", o.FullName},
		{"supported_operations", o.SupportedOperations},
		{"primary_identifier_mapping_attributes", response.Object{{"upsert", mappingBody(o.Upsert)}, {"mirror", mappingBody(o.Mirror)}}},
		{"allow_custom_fields", o.AllowCustomFields},
		{"supported_custom_field_types", response.InLists{Value: fieldTypes}},
		{"allow_case_sensitive_fields", o.AllowCaseSensitiveFields},
		{"advanced_configuration_field_definitions", response.Each(o.AdvancedFields, advancedFieldBody)},
		{"supports_field_ordering", o.SupportsFieldOrdering},
		{"can_be_sync_destination", o.CanBeSyncDestination},
		{"is_audience_destination", response.InLists{Value: o.IsAudienceDestination}},
		{"fields", response.Each(o.Fields, objectFieldBody)},
		{"configurable_field_definitions", o.ConfigurableFields},
		{"data", response.InLists{Value: response.Object{{"lists", lists}}}},
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
	const unset = response.Lacking("advanced-field-optional")
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
		{"name", f.Name},
		{"type", f.Type},
		{"label", f.Label},
		{"input_type", f.InputType},
		{"placeholder", f.Placeholder},
		{"sort_order", f.SortOrder},
		{"default", defaulted},
		{"required", required},
		{"supported_values", values},
	}
}

// objectFieldBody returns a destination object field.
func objectFieldBody(f resource.ObjectField) response.Object {
	lookup := any(response.NoLookup{})
	if f.LookupObject != "" {
		lookup = f.LookupObject
	}
	return response.Object{
		{"label", f.Label},
		{"full_name", f.FullName},
		{"createable", f.Createable},
		{"updateable", f.Updateable},
		{"operations", f.Operations},
		{"array", f.Array},
		{"preserve_values_supported", f.PreserveValuesSupported},
		{"required_for_mapping", f.RequiredForMapping},
		{"can_be_upsert_key", f.CanBeUpsertKey},
		{"can_be_update_key", f.CanBeUpdateKey},
		{"can_be_insert_key", f.CanBeInsertKey},
		{"can_be_reference_key", f.CanBeReferenceKey},
		{"lookup_object", lookup},
		{"type", f.Type},
	}
}
