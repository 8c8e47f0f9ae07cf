package contract_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"understudy/spec"
)

const (
	created     = `{"status":"created","data":{"id":812},"filter_segment_source_url":"https://example.com/segments/812"}`
	createdLink = `{"status":"created","data":{"id":77,"type":"FilterSegment","expiration":"2024-05-02T09:30:00Z","expired":false,` +
		`"revoked":false,"uri":"https://example.com/editor?auth=x","redirect_uri":"back","segment_id":812}}`
	topicsPage = `{"status":"success","pagination":` + pagination + `,"data":[` + aTopic + `,` + aTopic + `]}`
	aTopic     = `{"id":5,"name":"Orders","description":"What was bought","created_at":"2024-01-09T07:45:00Z",` +
		`"updated_at":"2024-03-21T16:20:30Z","schema":{"order_id":"number","placed_at":"string"}}`
	pagination = `{"total_records":1000,"per_page":25,"prev_page":1,"page":2,"next_page":3,"last_page":40}`

	aField = `{"label":"E-mail","full_name":"email","createable":true,"updateable":false,"operations":["overwrite","none"],"array":false,` +
		`"preserve_values_supported":true,"required_for_mapping":true,"can_be_upsert_key":true,"can_be_update_key":true,` +
		`"can_be_insert_key":false,"can_be_reference_key":false,"lookup_object":"account","type":"string"}`
	anAdvancedField = `{"name":"list_id","type":"string","label":"List","input_type":"dropdown","placeholder":"Choose","sort_order":1,` +
		`"default":"news","required":true,"supported_values":["news","offers"]}`
	// anObject does not allow custom fields, so that their types may be absent.
	anObject = `{"label":"Contacts","full_name":"contact","supported_operations":["insert","upsert"],` +
		`"primary_identifier_mapping_attributes":{"upsert":` + aMapping + `,"mirror":` + aMapping + `},` +
		`"allow_custom_fields":false,"supported_custom_field_types":[` + aType + `,` + aType + `],"allow_case_sensitive_fields":false,` +
		`"advanced_configuration_field_definitions":[` + anAdvancedField + `,` + anAdvancedField + `],"supports_field_ordering":false,` +
		`"can_be_sync_destination":true,"is_audience_destination":false,"fields":[` + aField + `,` + aField + `],` +
		`"configurable_field_definitions":{"batch_size":"integer","list_id":"string"},` +
		`"data":{"lists":[{"id":"news","name":"Newsletter"},{"id":"offers","name":"Offers"}],"region":7}}`
	aMapping = `{"required":true,"hide_destination_key":false,"notes":"by address"}`
	aType    = `{"type":"string","array":true}`

	aDestination = `{"id":61,"name":"Mail","created_at":"2024-02-11T14:05:09Z","last_test_results":{"steps":[` + aStep + `,` + aStep + `]},` +
		`"last_test_succeeded":false,"last_tested_at":"2024-06-03T08:00:12Z","connection_details":{"account_id":"88410","account_name":"Mail"},` +
		`"objects":[` + anObject + `,` + anObject + `]}`
	aStep = `{"step":"Connect","status":"failed","error":{"message":"no route"}}`

	aConnector = `{"service_name":"parcels","documentation_slug":"parcels","label":"Parcels","auth_method":"credentials","creatable_via_api":true,` +
		`"creatable_via_connect_link":true,"source_creatable_via_connect_link":false,"configuration_fields":{"fields":[` +
		aConfigurationField + `,` + aConfigurationField + `]},"user_selectable_field_types":[` + aType + `,` + aType + `]}`
	aConfigurationField = `{"id":"region","rules":"required","label":"Region","type":"string","placholder":"eu","matches":"^..$",` +
		`"is_password_type_field":false,"possible_values":["eu","us"],"read_more":"https://example.com/docs","hint":"Where","show":true,` +
		`"conditionally_required":{"if":{"kind":{"eq":"parcel"},"size":{"eq":3}}},"input_type":{"type":"select"}}`
)

// samples are allowed success responses with every member that the contract knows.
var samples = map[string]struct {
	status int
	body   string
}{
	spec.UpdateDestination:      {202, `{"status":"updated","data":` + aDestination + `}`},
	spec.GetDestination:         {200, `{"anything":["goes"]}`},
	spec.ListDestinationObjects: {200, string(objectsPage(2))},
	spec.CreateSegment:          {201, created},
	spec.ReadSegmentSource:      {200, `{"status":true,"name":"Customers"}`},
	spec.GetSegment:             {200, `{"anything":["goes"]}`},
	spec.UpdateConnector:        {200, `{"status":"updated","data":` + aConnector + `}`},
	spec.CreateConnector:        {200, `{"status":"created","data":` + aConnector + `}`},
	spec.ListInvitations:        {200, string(page(3))},
	spec.PublishConnector:       {200, `{"status":"published_to_organization","data":` + aConnector + `}`},
	spec.ListTopics:             {203, topicsPage},
	spec.CreateLink:             {201, createdLink},
}

// where returns the pointer of a pattern's first or last place in a body; the
// values of a map are in the order of their names.
func where(t *testing.T, body any, pattern string, last bool) string {
	t.Helper()
	var steps []string
	for _, step := range strings.Split(pattern, "/")[1:] {
		if step == "*" {
			held := stepsInto(body)
			step = held[0]
			if last {
				step = held[len(held)-1]
			}
		}
		steps = append(steps, step)
		body = down(body, step)
	}
	return "/" + strings.Join(steps, "/")
}

// stepsInto returns the steps that lead from an array or a map to its items.
func stepsInto(body any) []string {
	if members, ok := body.(map[string]any); ok {
		return slices.Sorted(maps.Keys(members))
	}
	var indices []string
	for i := range body.([]any) {
		indices = append(indices, strconv.Itoa(i))
	}
	return indices
}

func down(body any, step string) any {
	if items, ok := body.([]any); ok {
		i, _ := strconv.Atoi(step)
		return items[i]
	}
	return body.(map[string]any)[step]
}

// change replaces the value at a pointer, or removes it.
func change(body any, pointer string, drop bool, to any) any {
	head, rest, deeper := strings.Cut(pointer[1:], "/")
	if items, ok := body.([]any); ok {
		i, _ := strconv.Atoi(head)
		switch {
		case deeper:
			items[i] = change(items[i], "/"+rest, drop, to)
		case drop:
			return append(items[:i:i], items[i+1:]...)
		default:
			items[i] = to
		}
		return items
	}
	members := body.(map[string]any)
	switch {
	case deeper:
		members[head] = change(members[head], "/"+rest, drop, to)
	case drop:
		delete(members, head)
	default:
		members[head] = to
	}
	return members
}

func parse(t *testing.T, body string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func render(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
