package destinations

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestTwoViewsOfAnObject(t *testing.T) {
	for rule, c := range map[string]struct{ a, b, want string }{
		"the same":                           {`{"label": "A", "fields": [{"full_name": "x", "array": false}]}`, `{"fields": [{"array": false, "full_name": "x"}], "label": "A"}`, ""},
		"another label":                      {`{"label": "A"}`, `{"label": "a"}`, "/data/*/label"},
		"a member that one of them shows":    {`{"label": "A", "is_audience_destination": true}`, `{"label": "A"}`, ""},
		"a member that one of them has null": {`{"fields": [{"full_name": "x", "lookup_object": null}]}`, `{"fields": [{"full_name": "x", "lookup_object": "y"}]}`, ""},
		"a member that is not documented":    {`{"rows": 7, "data": {"zone": 1}}`, `{"rows": 8, "data": {"zone": 2}}`, ""},
		"operations in another order":        {`{"supported_operations": ["insert", "update"]}`, `{"supported_operations": ["update", "insert"]}`, ""},
		"one operation less":                 {`{"supported_operations": ["insert", "update"]}`, `{"supported_operations": ["insert"]}`, "/data/*/supported_operations"},
		"fields in another order":            {`{"fields": [{"full_name": "x", "array": true}, {"full_name": "y", "array": false}]}`, `{"fields": [{"full_name": "y", "array": false}, {"full_name": "x", "array": true}]}`, ""},
		"another member of a field":          {`{"fields": [{"full_name": "x", "array": true}]}`, `{"fields": [{"full_name": "x", "array": false}]}`, "/data/*/fields/*/array"},
		"another field":                      {`{"fields": [{"full_name": "x"}]}`, `{"fields": [{"full_name": "y"}]}`, "/data/*/fields"},
		"no fields":                          {`{"fields": [{"full_name": "x"}]}`, `{"fields": []}`, "/data/*/fields"},
		"two fields of one name, swapped":    {`{"fields": [{"full_name": "x", "array": true}, {"full_name": "x", "array": false}]}`, `{"fields": [{"full_name": "x", "array": false}, {"full_name": "x", "array": true}]}`, ""},
		"types in another order":             {`{"supported_custom_field_types": [{"type": "a", "array": true}, {"type": "a", "array": false}]}`, `{"supported_custom_field_types": [{"array": false, "type": "a"}, {"type": "a", "array": true}]}`, ""},
		"the value of a map":                 {`{"configurable_field_definitions": {"id": "integer"}}`, `{"configurable_field_definitions": {"id": "string"}}`, "/data/*/configurable_field_definitions/*"},
		"a key of a map that one lacks":      {`{"configurable_field_definitions": {"id": "integer", "name": "string"}}`, `{"configurable_field_definitions": {"id": "integer"}}`, "/data/*/configurable_field_definitions"},
		"another key of a map":               {`{"configurable_field_definitions": {"id": "integer"}}`, `{"configurable_field_definitions": {"key": "integer"}}`, "/data/*/configurable_field_definitions"},
		"notes that one of them has null":    {`{"primary_identifier_mapping_attributes": {"mirror": {"notes": null}}}`, `{"primary_identifier_mapping_attributes": {"mirror": {"notes": "once"}}}`, "/data/*/primary_identifier_mapping_attributes/mirror/notes"},
		"notes that one of them lacks":       {`{"primary_identifier_mapping_attributes": {"mirror": {}}}`, `{"primary_identifier_mapping_attributes": {"mirror": {"notes": "once"}}}`, ""},
		"an integer with a fraction of zero": {`{"advanced_configuration_field_definitions": [{"name": "a", "sort_order": 1}]}`, `{"advanced_configuration_field_definitions": [{"name": "a", "sort_order": 1.0}]}`, ""},
		"nested three deep":                  {`{"primary_identifier_mapping_attributes": {"mirror": {"required": true}}}`, `{"primary_identifier_mapping_attributes": {"mirror": {"required": false}}}`, "/data/*/primary_identifier_mapping_attributes/mirror/required"},
	} {
		if got := objectsAlike().Difference(objectPlace, gjson.Parse(c.a), gjson.Parse(c.b)); got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
		if got := objectsAlike().Difference(objectPlace, gjson.Parse(c.b), gjson.Parse(c.a)); got != c.want {
			t.Errorf("%s, the other way round: %q, want %q", rule, got, c.want)
		}
	}
}
