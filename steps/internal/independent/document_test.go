package independent

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documented lists the members of the document with their types: "?" where null
// is allowed, "~" where they may be left out.
var documented = map[string]map[string]string{
	"destination": {"id": "integer", "name": "text", "created_at": "time", "last_test_results": "object results?~",
		"last_test_succeeded": "boolean?~", "last_tested_at": "time?~", "connection_details": "strings", "objects": "list object"},
	"results": {"steps": "list step"},
	"step":    {"step": "text", "status": "text", "error": "object error?~"},
	"error":   {"message": "text"},
	"object": {"label": "text", "full_name": "text", "supported_operations": "texts", "primary_identifier_mapping_attributes": "object mapping",
		"allow_custom_fields": "boolean", "allow_case_sensitive_fields": "boolean", "advanced_configuration_field_definitions": "list advanced-field",
		"supports_field_ordering": "boolean", "can_be_sync_destination": "boolean", "fields": "list object-field", "configurable_field_definitions": "strings"},
	"mapping":    {"upsert": "object identifier", "mirror": "object identifier"},
	"identifier": {"required": "boolean", "hide_destination_key": "boolean", "notes": "text?"},
	"typed":      {"type": "text", "array": "boolean"},
	"lists":      {"lists": "list named"},
	"named":      {"id": "text", "name": "text"},
	"advanced-field": {"name": "text", "type": "text", "label": "text", "input_type": "text", "placeholder": "text?", "sort_order": "integer",
		"required": "boolean?~", "supported_values": "texts?~"},
	"object-field": {"label": "text", "full_name": "text", "createable": "boolean", "updateable": "boolean", "operations": "texts", "array": "boolean",
		"preserve_values_supported": "boolean", "required_for_mapping": "boolean", "can_be_upsert_key": "boolean", "can_be_update_key": "boolean",
		"can_be_insert_key": "boolean", "can_be_reference_key": "boolean", "lookup_object": "text?", "type": "text"},
	"connector": {"service_name": "text", "documentation_slug": "text", "label": "text", "auth_method": "text", "creatable_via_api": "boolean",
		"creatable_via_connect_link": "boolean", "source_creatable_via_connect_link": "boolean",
		"configuration_fields": "object configuration", "user_selectable_field_types": "list typed"},
	"configuration": {"fields": "list configuration-field"},
	"configuration-field": {"id": "text", "rules": "text", "label": "text", "type": "text", "placholder": "text?", "matches": "text?~",
		"is_password_type_field": "boolean", "possible_values": "texts?~", "read_more": "url?", "hint": "text?", "show": "boolean",
		"conditionally_required": "object condition?~", "input_type": "object kind"},
	"condition": {"if": "conditions"},
	"kind":      {"type": "text"},
	"topic": {"id": "integer", "name": "text", "description": "text?", "created_at": "time", "updated_at": "time",
		"schema": "strings"},
	"link": {"id": "integer", "type": "FilterSegment", "expiration": "time", "expired": "boolean", "revoked": "boolean", "uri": "url",
		"redirect_uri": "text", "segment_id": "integer"},
}

// ofTheirOwn are the tables of the document whose members have promises;
// members of the others belong to the promise of the member that contains them.
var ofTheirOwn = []string{"destination", "object", "advanced-field", "object-field", "connector", "configuration-field", "topic", "link"}

var (
	iso8601 = regexp.MustCompile(`^\d{4}-?(\d\d-?\d\d|\d{3}|W\d\d-?\d)T\d\d(:?[0-5]\d){0,2}([^\d:].*)?$`)
	webURL  = regexp.MustCompile(`^https?://[^/]+/`)
)

// findBroken collects the promises that an object breaks.
func findBroken(table, promise string, o map[string]any, found map[string]bool) {
	for name, want := range documented[table] {
		p := promise
		if slices.Contains(ofTheirOwn, table) {
			p = table + "-" + strings.ReplaceAll(name, "_", "-")
		}
		v, has := o[name]
		kind := strings.TrimRight(want, "?~")
		switch {
		case !has && strings.Contains(want, "~"), has && v == nil && strings.Contains(want, "?"):
		case !has || !fits(kind, p, v, found):
			found[p] = true
		}
	}
	if table == "object" && o["is_audience_destination"] != nil { // listed
		custom, has := o["supported_custom_field_types"]
		if !has && o["allow_custom_fields"] == true || has && !fits("list typed", "object-supported-custom-field-types", custom, found) {
			found["object-supported-custom-field-types"] = true
		}
	}
}

func fits(kind, promise string, v any, found map[string]bool) bool {
	table := kind[strings.Index(kind, " ")+1:]
	list, isList := v.([]any)
	object, isObject := v.(map[string]any)
	text, isText := v.(string)
	switch kind {
	case "integer":
		return isWhole(v)
	case "boolean":
		return v == true || v == false
	case "text":
		return isText
	case "time":
		return iso8601.MatchString(text)
	case "url":
		return webURL.MatchString(text)
	case "FilterSegment":
		return text == kind
	case "texts":
		return isList && !slices.ContainsFunc(list, func(v any) bool { _, is := v.(string); return !is })
	case "strings", "conditions":
		return isObject && mapFits(kind, object)
	}
	if strings.HasPrefix(kind, "object ") {
		if isObject {
			findBroken(table, promise, object, found)
		}
		return isObject
	}
	for _, v := range list {
		o, is := v.(map[string]any)
		if !is {
			return false
		}
		findBroken(table, promise, o, found)
	}
	return isList
}

func mapFits(kind string, o map[string]any) bool {
	for _, v := range o {
		condition, isObject := v.(map[string]any)
		_, isText := v.(string)
		if kind == "strings" && !isText || kind == "conditions" && (!isObject || condition["eq"] == nil) {
			return false
		}
	}
	return true
}

// unkept returns the promises about members that any response of a tour breaks.
func unkept(c client) map[string]bool {
	found := map[string]bool{}
	one := func(table string, responses ...response) {
		for _, a := range responses {
			if data, ok := a.get("data").(map[string]any); ok {
				findBroken(table, "", data, found)
			}
		}
	}
	one("destination", c.rename(mainDestination, "Ω"))
	one("connector", c.makeConnector("a"), c.changeConnector("a", sampleConnectorUpdate()), c.publish("a"))
	one("link", c.newLink())
	for _, r := range append(c.objects(manyDestination, "").rows(), c.objects(manyDestination, "page=2").rows()...) {
		findBroken("object", "", r, found)
		for name, kind := range map[string]string{"is_audience_destination": "boolean", "data": "object lists"} {
			promise := "object-" + strings.ReplaceAll(name, "_", "-")
			if v, has := r[name]; !has || !fits(kind, promise, v, found) {
				found[promise] = true
			}
		}
	}
	for _, r := range c.topics(TopicsSource, "").rows() {
		findBroken("topic", "", r, found)
	}
	return found
}

func sampleConnectorUpdate() map[string]any {
	form := sampleConnector()
	delete(form, "service_name")
	return form
}

func TestConformingResponsesHoldTheDocumentedMembers(t *testing.T) {
	for _, l := range append([]Switch{{}}, Conforming...) {
		var switches []string
		if l.ID != "" {
			switches = append(switches, l.ID)
		}
		for p := range unkept(serve(t, switches...)) {
			t.Errorf("%s: %s is not kept", l.ID, p)
		}
	}
}

// TestMemberViolationsBreakWhatTheyName verifies that each breaks its promise
// about a member, and no other about one.
func TestMemberViolationsBreakWhatTheyName(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for _, f := range memberFaults() {
		covered[f.Breaks] = true
		found := unkept(serve(t, f.ID))
		if len(found) != 1 || !found[f.Breaks] {
			t.Errorf("%s: breaks %v", f.ID, found)
		}
	}
	for _, table := range ofTheirOwn {
		for name := range documented[table] {
			if p := table + "-" + strings.ReplaceAll(name, "_", "-"); !covered[p] {
				t.Errorf("no violation of %s", p)
			}
		}
	}
}
