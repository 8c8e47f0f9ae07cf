package mutant

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"understudy/server"
	"understudy/server/mutant/edit"
	"understudy/spec"
)

const objects = spec.ListDestinationObjects

func destinationObjects() []Mutant {
	return []Mutant{
		{ID: "objects-of-another-when-empty", Breaks: "objects-of-the-destination", Says: "a destination without objects shows another's",
			Change: edit.OnRequest(objects, func(r *http.Request, lab *Lab) {
				if first(r, objects) == strconv.FormatInt(lab.TestData.EmptyDestinationID, 10) {
					readdress(r, objects, objectsDestination(lab))
				}
			})},
		{ID: "objects-of-one-everywhere", Breaks: "objects-of-the-destination", Says: "every destination shows the same objects",
			Change: edit.OnRequest(objects, func(r *http.Request, lab *Lab) { readdress(r, objects, objectsDestination(lab)) })},
		{ID: "objects-of-another-when-unknown", Breaks: "objects-of-the-destination", Says: "an unknown destination shows another's objects",
			Change: astray(objects, objectsDestination)},
		{ID: "objects-of-another-at-times", Breaks: "objects-of-the-destination", Says: "every sixth list of objects is that of another destination",
			Change: func(next http.Handler, lab *Lab) http.Handler {
				var requests atomic.Int64
				return edit.OnRequest(objects, func(r *http.Request, lab *Lab) {
					if first(r, objects) == objectsDestination(lab) && requests.Add(1)%6 == 0 {
						readdress(r, objects, strconv.FormatInt(lab.TestData.DestinationID, 10))
					}
				})(next, lab)
			}},
		{ID: "objects-list-renames-the-destination", Breaks: "objects-of-the-destination", Says: "a list of the objects of a destination renames it",
			Change: watched(func(*Lab) func(string, *exchange) {
				return func(_ string, x *exchange) {
					if x.done() {
						x.send(http.MethodPatch, strings.TrimSuffix(x.r.URL.Path, "/objects"), object{"service_connection": object{"name": "touched"}})
					}
				}
			}, objects)},
		{ID: "short-list-lacks-its-last-object", Breaks: "total-records-counts-all", Says: "a list of up to 20 objects lacks the last one, and counts it",
			Change: edit.OnBody(objects, func(body object, _ url.Values) {
				page, _ := body["pagination"].(object)
				if records, _ := body["data"].([]any); edit.Number(page["total_records"]) <= 20 && len(records) > 0 {
					body["data"] = records[:len(records)-1]
				}
			})},
		{ID: "objects-left-out-at-times", Breaks: "per-page-honoured", Says: "every seventh page of objects counts them, but shows none",
			Change: eachNth(7, objects, func(body object, _ url.Values) { body["data"] = []any{} })},
	}
}

// sideObjects break lists of which few pages are read: those of the destination that is updated, and of the one
// without objects.
func sideObjects() []Mutant {
	updated := func(l *Lab) string { return strconv.FormatInt(l.TestData.DestinationID, 10) }
	onUpdated := func(change func(page object, records []any)) wrapper {
		return ofResource(objects, func(g server.TestData) int64 { return g.DestinationID }, edit.OnBody(objects, func(body object, _ url.Values) {
			page, _ := body["pagination"].(object)
			records, _ := body["data"].([]any)
			change(page, records)
		}))
	}
	onEmpty := func(w wrapper) wrapper {
		return ofResource(objects, func(g server.TestData) int64 { return g.EmptyDestinationID }, w)
	}
	return []Mutant{
		{ID: "objects-of-another-when-updated", Breaks: "objects-of-the-destination", Says: "the destination that is updated lists the objects of another",
			Change: edit.OnRequest(objects, func(r *http.Request, lab *Lab) {
				if first(r, objects) == updated(lab) {
					readdress(r, objects, objectsDestination(lab))
				}
			})},
		{ID: "objects-of-the-updated-counted-with-others", Breaks: "total-records-counts-all", Says: "total_records of the destination that is updated counts those of all",
			Change: onUpdated(func(page object, _ []any) { page["total_records"] = edit.Number(page["total_records"]) + 150 })},
		{ID: "objects-of-the-updated-one-twice", Breaks: "pages-partition-the-list", Says: "the second object of the destination that is updated is the first again",
			Change: onUpdated(func(_ object, records []any) {
				if len(records) > 1 {
					records[1] = records[0]
				}
			})},
		{ID: "empty-list-refuses-asc", Breaks: "order-asc", Says: "a destination without objects rejects asc with HTTP 404",
			Change: onEmpty(edit.On(objects, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
				if r.URL.Query().Get("order") == "asc" {
					w.WriteHeader(http.StatusNotFound)
					return
				}
				next.ServeHTTP(w, r)
			}))},
		{ID: "empty-list-per-page-zero", Breaks: "per-page-echoed", Says: "the list of a destination without objects shows per_page 0 where none was requested",
			Change: onEmpty(edit.OnBody(objects, func(body object, q url.Values) {
				if page, ok := body["pagination"].(object); ok && q.Get("per_page") == "" {
					page["per_page"] = 0
				}
			}))},
	}
}

func objectsDestination(l *Lab) string { return strconv.FormatInt(l.TestData.ObjectsDestinationID, 10) }

// The rows break the last object, definition or field that has the place, on
// each page or in an update's response.
func objectMembers() []Mutant {
	return []Mutant{
		spoilt(objects, "object-label-missing", "object-label", "/data/*/label", missing),
		spoilt(objects, "object-full-name-missing", "object-full-name", "/data/*/full_name", missing),
		spoilt(objects, "object-operations-in-words", "object-supported-operations", "/data/*/supported_operations", becomes("insert, update")),
		spoilt(objects, "object-operation-numbered", "object-supported-operations", "/data/*/supported_operations/*", becomes(2)),
		spoilt(objects, "object-identifiers-missing", "object-primary-identifier-mapping-attributes", "/data/*/primary_identifier_mapping_attributes", missing),
		spoilt(objects, "object-mirror-missing", "object-primary-identifier-mapping-attributes", "/data/*/primary_identifier_mapping_attributes/mirror", missing),
		spoilt(objects, "object-upsert-notes-missing", "object-primary-identifier-mapping-attributes", "/data/*/primary_identifier_mapping_attributes/upsert/notes", missing),
		spoilt(objects, "object-mirror-required-null", "object-primary-identifier-mapping-attributes", "/data/*/primary_identifier_mapping_attributes/mirror/required", becomes(nil)),
		spoilt(objects, "object-hide-key-in-words", "object-primary-identifier-mapping-attributes", "/data/*/primary_identifier_mapping_attributes/upsert/hide_destination_key", becomes("no")),
		spoilt(objects, "object-custom-fields-in-words", "object-allow-custom-fields", "/data/*/allow_custom_fields", becomes("yes")),
		{ID: "object-custom-types-missing", Breaks: "object-supported-custom-field-types", Says: "the last object that allows custom fields lacks supported_custom_field_types",
			Change: lastWhere(objects, func(o object) bool { return o["allow_custom_fields"] == true }, func(o object) { delete(o, "supported_custom_field_types") })},
		{ID: "object-custom-types-null-where-none", Breaks: "object-supported-custom-field-types", Says: "the last object that allows no custom fields has supported_custom_field_types null",
			Change: lastWhere(objects, func(o object) bool { return o["allow_custom_fields"] == false }, func(o object) { o["supported_custom_field_types"] = nil })},
		spoilt(objects, "object-custom-type-without-array", "object-supported-custom-field-types", "/data/*/supported_custom_field_types/*/array", missing),
		spoilt(objects, "object-custom-types-names", "object-supported-custom-field-types", "/data/*/supported_custom_field_types", becomes([]any{"string"})),
		spoilt(objects, "object-case-missing", "object-allow-case-sensitive-fields", "/data/*/allow_case_sensitive_fields", missing),
		spoilt(objects, "object-advanced-null", "object-advanced-configuration-field-definitions", "/data/*/advanced_configuration_field_definitions", becomes(nil)),
		spoilt(objects, "object-ordering-numbered", "object-supports-field-ordering", "/data/*/supports_field_ordering", becomes(1)),
		spoilt(objects, "object-sync-missing", "object-can-be-sync-destination", "/data/*/can_be_sync_destination", missing),
		spoilt(objects, "object-audience-missing", "object-is-audience-destination", "/data/*/is_audience_destination", missing),
		spoilt(objects, "object-fields-by-name", "object-fields", "/data/*/fields", becomes(object{"id": object{"type": "integer"}})),
		spoilt(objects, "object-fields-missing", "object-fields", "/data/*/fields", missing),
		spoilt(objects, "object-configurable-missing", "object-configurable-field-definitions", "/data/*/configurable_field_definitions", missing),
		spoilt(objects, "object-configurable-numbered", "object-configurable-field-definitions", "/data/*/configurable_field_definitions/*", becomes(3)),
		spoilt(objects, "object-data-missing", "object-data", "/data/*/data", missing),
		spoilt(objects, "object-lists-missing", "object-data", "/data/*/data/lists", missing),
		{ID: "object-lists-of-page-1-alone", Breaks: "object-data", Says: "objects on pages after the first have no lists",
			Change: edit.OnBody(objects, func(body object, q url.Values) {
				if page, _ := strconv.Atoi(q.Get("page")); page > 1 {
					for _, r := range edit.Records(body) {
						r["data"].(object)["lists"] = []any{}
					}
				}
			})},
		spoilt(objects, "object-list-id-a-number", "object-data", "/data/*/data/lists/*/id", becomes(8842)),
		spoilt(objects, "object-list-unnamed", "object-data", "/data/*/data/lists/*/name", missing),
		spoilt(objects, "advanced-name-missing", "advanced-field-name", advanced+"name", missing),
		spoilt(objects, "advanced-type-null", "advanced-field-type", advanced+"type", becomes(nil)),
		spoilt(objects, "advanced-label-missing", "advanced-field-label", advanced+"label", missing),
		spoilt(objects, "advanced-input-type-an-object", "advanced-field-input-type", advanced+"input_type", becomes(object{"type": "text"})),
		spoilt(objects, "advanced-placeholder-missing", "advanced-field-placeholder", advanced+"placeholder", missing),
		spoilt(objects, "advanced-sort-order-fraction", "advanced-field-sort-order", advanced+"sort_order", fraction),
		spoilt(objects, "advanced-required-in-words", "advanced-field-required", advanced+"required", becomes("yes")),
		spoilt(objects, "advanced-values-in-words", "advanced-field-supported-values", advanced+"supported_values", becomes("merge, replace")),
		spoilt(objects, "advanced-value-a-number", "advanced-field-supported-values", advanced+"supported_values/*", becomes(1)),
		spoilt(objects, "field-label-null", "object-field-label", fields+"label", becomes(nil)),
		spoilt(objects, "field-full-name-missing", "object-field-full-name", fields+"full_name", missing),
		spoilt(objects, "field-createable-missing", "object-field-createable", fields+"createable", missing),
		spoilt(objects, "field-updateable-in-words", "object-field-updateable", fields+"updateable", becomes("true")),
		spoilt(objects, "field-operations-missing", "object-field-operations", fields+"operations", missing),
		spoilt(objects, "field-operation-null", "object-field-operations", fields+"operations/*", becomes(nil)),
		spoilt(objects, "field-array-numbered", "object-field-array", fields+"array", becomes(json.Number("0"))),
		spoilt(objects, "field-preserve-missing", "object-field-preserve-values-supported", fields+"preserve_values_supported", missing),
		spoilt(objects, "field-required-null", "object-field-required-for-mapping", fields+"required_for_mapping", becomes(nil)),
		spoilt(objects, "field-upsert-key-missing", "object-field-can-be-upsert-key", fields+"can_be_upsert_key", missing),
		spoilt(objects, "field-update-key-in-words", "object-field-can-be-update-key", fields+"can_be_update_key", becomes("id")),
		spoilt(objects, "field-insert-key-null", "object-field-can-be-insert-key", fields+"can_be_insert_key", becomes(nil)),
		spoilt(objects, "field-reference-key-missing", "object-field-can-be-reference-key", fields+"can_be_reference_key", missing),
		spoilt(objects, "field-lookup-missing", "object-field-lookup-object", fields+"lookup_object", missing),
		spoilt(objects, "field-lookup-false", "object-field-lookup-object", fields+"lookup_object", becomes(false)),
		spoilt(objects, "field-type-an-object", "object-field-type", fields+"type", becomes(object{"name": "integer"})),

		spoilt(patched, "updated-object-label-missing", "object-label", "/data/objects/*/label", missing),
		spoilt(patched, "updated-object-full-name-null", "object-full-name", "/data/objects/*/full_name", becomes(nil)),
		spoilt(patched, "updated-object-upsert-missing", "object-primary-identifier-mapping-attributes", "/data/objects/*/primary_identifier_mapping_attributes/upsert", missing),
		spoilt(patched, "updated-object-custom-fields-missing", "object-allow-custom-fields", "/data/objects/*/allow_custom_fields", missing),
		spoilt(patched, "updated-object-custom-types-names", "object-supported-custom-field-types", "/data/objects/*/supported_custom_field_types", becomes([]any{"string"})),
		spoilt(patched, "updated-object-audience-in-words", "object-is-audience-destination", "/data/objects/*/is_audience_destination", becomes("yes")),
		spoilt(patched, "updated-object-data-a-list", "object-data", "/data/objects/*/data", becomes([]any{})),
		spoilt(patched, "updated-object-configurable-numbered", "object-configurable-field-definitions", "/data/objects/*/configurable_field_definitions/*", becomes(1)),
		spoilt(patched, "updated-advanced-value-null", "advanced-field-supported-values", "/data/objects/*/advanced_configuration_field_definitions/*/supported_values/*", becomes(nil)),
		spoilt(patched, "updated-advanced-sort-order-in-words", "advanced-field-sort-order", "/data/objects/*/advanced_configuration_field_definitions/*/sort_order", inWords),
		spoilt(patched, "updated-field-type-missing", "object-field-type", "/data/objects/*/fields/*/type", missing),
		spoilt(patched, "updated-field-upsert-key-null", "object-field-can-be-upsert-key", "/data/objects/*/fields/*/can_be_upsert_key", becomes(nil)),
	}
}

const (
	advanced = "/data/*/advanced_configuration_field_definitions/*/"
	fields   = "/data/*/fields/*/"
)

// lastWhere changes the last record of a kind on each page.
func lastWhere(operation string, of func(object) bool, change func(object)) wrapper {
	return edit.OnBody(operation, func(body object, _ url.Values) {
		rs := edit.Records(body)
		for i := range rs {
			if r := rs[len(rs)-1-i]; of(r) {
				change(r)
				return
			}
		}
	})
}
