package variant

import (
	"net/http"
	"strings"
	"time"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/report"
)

// withoutOther are the gaps whose variants cover every response.
var withoutOther = map[string]bool{
	"destination-retest": true, // it changes or it does not
	"link-again":         true, // it is the same or another
}

const (
	invitations = spec.ListInvitations
	objects     = spec.ListDestinationObjects
	patch       = spec.UpdateDestination
	connector   = spec.CreateConnector
)

// examples are those of the gaps whose variants are not shared by many others.
var examples = map[string][]example{
	"content-type": {
		{"json", typed(200, "application/json", "{}")},
		{"json-charset", typed(200, "application/json; charset=UTF-8", "{}")},
		{"vendor", typed(200, "application/vnd.api+json", "{}")},
		{gap.Other, typed(200, "text/html; charset=utf-8", "{}")},
		{gap.Other, typed(200, "application/json; profile=x", "{}")},
		{gap.Other, typed(200, "application/problem+json", "{}")},
		{gap.Other, typed(200, "", "{}")},
	},
	"request-content-type": {
		{"refuse", response(spec.CreateSegment, 415, "")},
		{"refuse-400", response(spec.CreateSegment, 400, "")},
		{"accept", response(spec.CreateSegment, 201, successes[spec.CreateSegment])},
		{gap.Other, response(spec.CreateSegment, 406, "")},
	},
	"timestamp-form": {
		{"milliseconds", response(invitations, 200, `{"data":[{"created_at":"2024-05-01T09:30:00.000Z","updated_at":null}]}`)},
		{"seconds", response(patch, 200, `{"data":{"last_tested_at":"2024-05-01T09:30:00Z"}}`)},
		{"offset", response(spec.CreateLink, 201, `{"data":{"expiration":"2024-05-01T11:30:00+02:00"}}`)},
		{gap.Other, response(invitations, 200, `{"data":[{"created_at":"2024-W18-3T10:00Z"}]}`)},
		{gap.Other, response(invitations, 200, `{"data":[{"created_at":"2024-05-01T09:30:00Z"},{"created_at":"2024-05-01T09:30:00.000Z"}]}`)},
	},
	"invitation-unclaimed": {
		{"null", response(invitations, 200, `{"data":[{"claimed_at":null,"claimed_by_id":null},{"claimed_at":"2024-05-01T09:30:00Z","claimed_by_id":7}]}`)},
		{"absent", response(invitations, 200, `{"data":[{"id":3}]}`)},
		{gap.Other, response(invitations, 200, `{"data":[{"claimed_by_id":null}]}`)},
		{gap.Other, response(invitations, 200, `{"data":[{"claimed_at":null,"claimed_by_id":0}]}`)},
		{gap.Other, response(invitations, 200, `{"data":[{"claimed_at":null,"claimed_by_id":null},{"id":3}]}`)},
	},
	"invitation-roles": {
		{"lower-case", response(invitations, 200, `{"data":[{"role":"admin"},{"role":"member"},{"role":"admin"}]}`)},
		{"capitalised", response(invitations, 200, `{"data":[{"role":"Member"}]}`)},
		{gap.Other, response(invitations, 200, `{"data":[{"role":"steward"}]}`)},
		{gap.Other, response(invitations, 200, `{"data":[{"role":"Admin"},{"role":"member"}]}`)},
	},

	"error-body": {
		{"message", response(invitations, 401, `{"status":"error","message":"no token"}`)},
		{"status-only", response(invitations, 401, `{"status":"error"}`)},
		{"errors", response(invitations, 401, `{"errors":["no token"]}`)},
		{"text", response(invitations, 401, `no token`)},
		{"empty", response(invitations, 401, ``)},
		{gap.Other, response(invitations, 401, `<html>no</html>`)},
		{gap.Other, response(invitations, 401, `["no"]`)},
		{gap.Other, response(invitations, 401, `{"status":"error","message":"no","code":7}`)},
	},
	"error-content-type": {
		{"fitting", typed(401, "application/json", `{"status":"error"}`)},
		{"fitting", typed(401, "application/vnd.api+json", `{"status":"error"}`)},
		{"fitting", typed(401, "text/plain; charset=utf-8", `no token`)},
		{"fitting", typed(401, "", ``)},
		{"problem", typed(401, "application/problem+json", `{"status":"error"}`)},
		{"plain", typed(401, "text/plain", `{"status":"error"}`)},
		{gap.Other, typed(401, "application/xml", `{"status":"error"}`)},
		{gap.Other, typed(401, "application/json", `no token`)},
	},
	"not-found-body": {
		{"word", response(spec.CreateSegment, 404, `{"status":"not_found"}`)},
		{"integer", response(spec.CreateSegment, 404, `{"status":404}`)},
		{"error", response(spec.CreateSegment, 404, `{"status":"error","message":"no such source"}`)},
		{"error", response(spec.CreateSegment, 404, ``)},
		{gap.Other, response(spec.CreateSegment, 404, `{"status":"gone","hint":"look elsewhere"}`)},
		{gap.Other, response(spec.CreateSegment, 502, `{"status":"not_found"}`)},
		{gap.Other, response(spec.CreateSegment, 201, successes[spec.CreateSegment])},
	},

	"source-status-type": {
		{"boolean", response(spec.ReadSegmentSource, 200, `{"status":false}`)},
		{"string", response(spec.ReadSegmentSource, 200, `{"status":"true"}`)},
		{gap.Other, response(spec.ReadSegmentSource, 200, `{"status":"yes"}`)},
	},
	"source-code": {
		{"200", running(200)}, {"202", running(202)}, {"404", running(404)}, {gap.Other, running(203)},
	},
	"source-properties-place": {
		{"beside", completed(`{"status":true,"id":7,"name":"VIP"}`)},
		{"data", completed(`{"status":true,"data":{"id":7}}`)},
		{"data-with-status", completed(`{"data":{"status":true,"id":7}}`)},
		{"data-with-status", completed(`{"status":"success","data":{"status":"true","id":7}}`)},
		{gap.Other, completed(`{"status":true,"id":7,"data":{"name":"VIP"}}`)},
		{gap.Other, movedOn(`{"status":false}`, `{"data":{"status":true,"id":7}}`)},
		{"beside", movedOn(`{"status":false}`, `{"status":true,"id":7}`)},
		{"data-with-status", movedOn(`{"status":"not_found"}`, `{"data":{"status":true,"id":7}}`)},
	},
	"source-token": {
		{"needed", response(spec.ReadSegmentSource, 401, `{"status":"error"}`)},
		{"needed", response(spec.ReadSegmentSource, 200, `{"status":"error"}`)},
		{"not-needed", response(spec.ReadSegmentSource, 200, `{"status":true}`)},
		{gap.Other, response(spec.ReadSegmentSource, 502, ``)},
	},

	"destination-type": {
		{"sent", response(patch, 200, `{"data":{"type":"crm"}}`)},
		{"absent", response(patch, 200, `{"data":{"id":17}}`)},
		{gap.Other, response(patch, 200, `{"data":{"type":7}}`)},
		{gap.Other, response(patch, 200, `{"data":{"type":null}}`)},
	},
	"destination-untested": {
		{"null", response(patch, 200, `{"data":{"last_test_results":null,"last_test_succeeded":null,"last_tested_at":null}}`)},
		{"absent", response(patch, 200, `{"data":{"id":17}}`)},
		{gap.Other, response(patch, 200, `{"data":{"last_tested_at":null}}`)},
	},
	"destination-retest": {
		{"tested", retested("2024-05-01T09:30:00.000Z", "2024-05-01T09:30:01Z")},
		{"kept", retested("2024-05-01T09:30:00Z", "2024-05-01T11:30:00.000+02:00")},
		{"kept", retested("2024-05-01T09:40:00", "2024-05-01T09:40:00")},
	},
	"destination-update-code": {
		{"200", response(patch, 200, `{}`)}, {"202", response(patch, 202, `{}`)}, {gap.Other, response(patch, 206, `{}`)},
	},
	"test-step-error": {
		{"absent", response(patch, 200, `{"data":{"last_test_results":{"steps":[{"name":"a"},{"error":"no route"}]}}}`)},
		{"null", response(patch, 200, `{"data":{"last_test_results":{"steps":[{"error":null}]}}}`)},
		{gap.Other, response(patch, 200, `{"data":{"last_test_results":{"steps":[{"error":null},{"name":"a"}]}}}`)},
	},
	"object-list-members": {
		{"absent", response(patch, 200, `{"data":{"objects":[{"label":"Contact"}]}}`)},
		{"present", response(patch, 200, `{"data":{"objects":[{"is_audience_destination":false,"data":{"lists":[]}}]}}`)},
		{gap.Other, response(patch, 200, `{"data":{"objects":[{"is_audience_destination":false}]}}`)},
	},
	"object-custom-field-types": {
		{"absent", response(objects, 200, `{"data":[{"allow_custom_fields":false},{"allow_custom_fields":true,"supported_custom_field_types":[{}]}]}`)},
		{"empty", response(objects, 200, `{"data":[{"allow_custom_fields":false,"supported_custom_field_types":[]}]}`)},
		{gap.Other, response(objects, 200, `{"data":[{"allow_custom_fields":false,"supported_custom_field_types":[{"type":"string"}]}]}`)},
	},
	"object-lookup": {
		{"null", response(objects, 200, `{"data":[{"fields":[{"lookup_object":null},{"lookup_object":"Account"}]}]}`)},
		{"empty", response(objects, 200, `{"data":[{"fields":[{"lookup_object":""}]}]}`)},
		{gap.Other, response(objects, 200, `{"data":[{"fields":[{"lookup_object":""},{"lookup_object":null}]}]}`)},
	},
	"advanced-field-optional": {
		{"absent", response(objects, 200, `{"data":[{"advanced_configuration_field_definitions":[{"default":"x","required":true}]}]}`)},
		{"null", response(objects, 200, `{"data":[{"advanced_configuration_field_definitions":[{"default":null,"required":true,"supported_values":[]}]}]}`)},
		{gap.Other, response(objects, 200, `{"data":[{"advanced_configuration_field_definitions":[{"default":null}]}]}`)},
	},

	"configuration-field-unused": {
		{"absent", configured(`{"id":"url"}`)},
		{"null", configured(`{"matches":null,"possible_values":null,"conditionally_required":{}}`)},
		{gap.Other, configured(`{"matches":null}`)},
	},
	"configuration-field-texts": {
		{"null", configured(`{"hint":null,"read_more":null}`)},
		{"placeholder", configured(`{"hint":"","read_more":"https://example.com"}`)},
		{gap.Other, configured(`{"hint":"","read_more":null}`)},
	},
	"configuration-fields-shown": {
		{"all", configured(`{"id":"url"},{"id":"secret"}`)},
		{"editable", configured(`{"id":"url"}`)},
		{gap.Other, configured(``)},
	},

	"link-lifetime": {
		{"24h", living(24 * time.Hour)}, {"1h", living(time.Hour)}, {"168h", living(7 * 24 * time.Hour)}, {"15m", living(15 * time.Minute)},
		{gap.Other, living(20 * time.Second)},
	},
	"link-again": {
		{"new", linkedAgain("https://h/e?auth=2")}, {"same", linkedAgain("https://h/e?auth=1")},
	},
	"link-expired-answer": {
		{"410", response(spec.CreateLink, 410, ``)}, {"404", response(spec.CreateLink, 404, ``)}, {"403", response(spec.CreateLink, 403, ``)},
		{gap.Other, response(spec.CreateLink, 302, ``)},
	},

	"topics-code": {
		{"200", response(spec.ListTopics, 200, `{}`)}, {"203", response(spec.ListTopics, 203, `{}`)}, {gap.Other, response(spec.ListTopics, 206, `{}`)},
	},
	"topics-order": {
		{"newest", topics("2024-05-03 c", "2024-05-02 a", "2024-05-01 b")},
		{"oldest", topics("2024-05-01 c", "2024-05-02 a", "2024-05-03 b")},
		{"name", topics("2024-05-02 a", "2024-05-03 b", "2024-05-01 c")},
		{gap.Other, topics("2024-05-02 b", "2024-05-03 a", "2024-05-01 c")},
	},
	"topics-other-source": {
		{"405", response(spec.ListTopics, 405, ``)}, {"404", response(spec.ListTopics, 404, ``)}, {"empty", response(spec.ListTopics, 200, `{"data":[]}`)},
		{gap.Other, response(spec.ListTopics, 302, ``)},
		{gap.Other, response(spec.ListTopics, 200, successes[spec.ListTopics])},
	},
}

// skips are responses that show no variant, not even an unlisted one.
var skips = map[string]struct {
	gap  string
	kind report.ReasonKind
	seen Seen
}{
	"no response":                        {"content-type", report.Inconclusive, Seen{Response: &client.Exchange{Err: http.ErrServerClosed}}},
	"no timestamp":                       {"timestamp-form", report.NoItemSeen, response(invitations, 200, `{"data":[{"created_at":null}]}`)},
	"no invitation":                      {"invitation-roles", report.NoItemSeen, response(invitations, 200, `{"data":[]}`)},
	"no unclaimed invitation":            {"invitation-unclaimed", report.NoItemSeen, response(invitations, 200, `{"data":[{"claimed_at":"x","claimed_by_id":1}]}`)},
	"a rejection that may be none":       {"error-body", report.NoItemSeen, response(spec.ReadSegmentSource, 404, ``)},
	"a source URL that is rejected":      {"source-status-type", report.MissingTestData, response(spec.ReadSegmentSource, 404, ``)},
	"creation was complete at once":      {"source-code", report.NoItemSeen, response(spec.ReadSegmentSource, 200, `{"status":true}`)},
	"a destination that was rejected":    {"destination-type", report.MissingTestData, response(patch, 422, `{"status":"error"}`)},
	"a destination that was tested":      {"destination-untested", report.NoItemSeen, response(patch, 200, `{"data":{"last_test_succeeded":true}}`)},
	"a destination never tested":         {"destination-retest", report.NoItemSeen, retested("", "2024-05-01T09:30:00Z")},
	"a test in the same second":          {"destination-retest", report.Inconclusive, retested("2024-05-01T09:30:00Z", "2024-05-01T09:30:00.604Z")},
	"a test of just now":                 {"destination-retest", report.Inconclusive, retested("2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z")},
	"a test in the same minute":          {"destination-retest", report.Inconclusive, retested("2024-05-01T09:59Z", "2024-05-01T09:59Z")},
	"a test of just now in another zone": {"destination-retest", report.Inconclusive, retested("2024-05-01T04:29:59", "2024-05-01T04:29:59")},
	"no step without an error":           {"test-step-error", report.NoItemSeen, response(patch, 200, `{"data":{"last_test_results":{"steps":[{"error":"no route"}]}}}`)},
	"no object":                          {"object-list-members", report.NoItemSeen, response(patch, 200, `{"data":{"objects":[]}}`)},
	"a definition that is all editable":  {"configuration-fields-shown", report.MissingTestData, response(connector, 201, `{"data":{}}`)},
	"a link's expiration without offset": {"link-lifetime", report.MissingTestData, response(spec.CreateLink, 201, `{"data":{"expiration":"2024-05-01T10:00:00"}}`)},
	"a link's expiration as a number":    {"link-lifetime", report.MissingTestData, response(spec.CreateLink, 201, `{"data":{"expiration":1714557600}}`)},
	"two topics in no order":             {"topics-order", report.MissingTestData, topics("2024-05-01 a", "2024-05-02 b")},
	"one topic on one page":              {"topics-paging", report.MissingTestData, paged(response(spec.ListTopics, 200, records(1)), map[Query]Page{{}: {IDs: ids(1)}})},
}

// noon is when the responses of examples are received.
var noon = time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC)

func running(status int) Seen {
	s := response(spec.ReadSegmentSource, 200, `{"status":true}`)
	s.Running = &client.Exchange{Status: status}
	return s
}

func completed(body string) Seen {
	s := response(spec.ReadSegmentSource, 200, `{"status":true}`)
	s.Complete = func() (*client.Exchange, error) { return response(spec.ReadSegmentSource, 200, body).Response, nil }
	return s
}

func movedOn(running, complete string) Seen {
	s := completed(complete)
	s.Running = response(spec.ReadSegmentSource, 200, running).Response
	return s
}

func retested(before, after string) Seen {
	s := response(patch, 200, `{"data":{"last_tested_at":"`+after+`"}}`)
	s.Response.Received = noon
	s.Before = response(spec.GetDestination, 200, `{"data":{"last_tested_at":"`+before+`"}}`).Response
	return s
}

// configured returns the creation of a connector with two keys, one of them
// editable, that shows some fields.
func configured(fields string) Seen {
	s := response(connector, 201, `{"data":{"configuration_fields":{"fields":[`+fields+`]}}}`)
	s.Response.Request.Body = []byte(`{"connector":{"configuration_definition":{"url":{},"secret":{"user_editable":false}}}}`)
	return s
}

func living(lifetime time.Duration) Seen {
	s := response(spec.CreateLink, 201, `{"data":{"expiration":"`+noon.Add(lifetime).Format(time.RFC3339)+`"}}`)
	s.LinkShown = noon
	return s
}

func linkedAgain(uri string) Seen {
	s := response(spec.CreateLink, 201, `{"data":{"uri":"`+uri+`"}}`)
	s.Link = response(spec.CreateLink, 201, `{"data":{"uri":"https://h/e?auth=1"}}`).Response
	return s
}

// topics returns a list of topics, each with its date and name.
func topics(all ...string) Seen {
	var list []string
	for _, topic := range all {
		date, name, _ := strings.Cut(topic, " ")
		list = append(list, `{"created_at":"`+date+`T10:00:00Z","name":"`+name+`"}`)
	}
	return response(spec.ListTopics, 200, `{"data":[`+strings.Join(list, ",")+`]}`)
}
