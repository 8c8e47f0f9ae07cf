package client_test

import (
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
)

func TestAResourceIsFoundAtAnyPlaceByItsMembers(t *testing.T) {
	const link = `{"id":17,"segment_id":3,"uri":"http://a.example?auth=b","expiration":"2026-01-01T00Z"}`
	for body, has := range map[string]bool{
		`update-destination {"error":{"id":17,"name":"ValidationError"}}`:                                                                  false,
		`update-destination {"error":{"name":"Unauthorized","connection_details":{"remote":"tls1.3"}}}`:                                    false,
		`update-destination {"status":"error","id":17,"name":"CRM","connection_details":{}}`:                                               true,
		`update-destination {"destination":{"id":17,"name":"CRM","connection_details":{"account_id":"1"}}}`:                                true,
		`update-destination {"errors":[{"meta":{"resource":{"id":17,"name":"CRM","connection_details":{}}}}]}`:                             true,
		`update-destination {"destination":{"id":17,"name":"CRM","connection_details":null}}`:                                              false,
		`update-connector {"connector":{"service_name":"a","label":"A"}}`:                                                                  false,
		`update-connector {"connector":{"service_name":"a","label":"A","auth_method":"credentials","configuration_fields":{"fields":[]}}}`: true,
		`create-segment {"debug":{"status":"success","data":{"id":3},"filter_segment_source_url":"http://a.example"}}`:                     true,
		`create-segment {"segment":{"id":3,"filter_segment_source_url":"http://a.example"}}`:                                               true,
		`create-segment {"segment":{"id":3,"filter_segment_source_url":"required"}}`:                                                       false,
		`create-segment no JSON`:                               false,
		`create-segment-management-link {"link":` + link + `}`: true,
		`create-segment-management-link {"error":{"id":"req_1","uri":"/api/v1/x","code":"token_expired","expiration":"2026-01-01T00Z"}}`: false,
		`list-topics {"topics":[{"id":17,"name":"a"}]}`: false,
	} {
		operation, body, _ := strings.Cut(body, " ")
		e := &client.Exchange{Request: client.Request{Operation: operation}, Status: 401, Body: []byte(body)}
		if got := e.HasResourceInside(); got != has {
			t.Errorf("%s: %v", body, got)
		}
	}
}

func TestARequestThatIsShownAgainIsNoResource(t *testing.T) {
	const sent = `{"connector":{"service_name":"a","label":"A","auth_method":"credentials","configuration_fields":{"fields":[]}}}`
	e := &client.Exchange{Request: client.Request{Operation: spec.CreateConnector, Body: []byte(sent)}, Status: 401, Body: []byte(`{"request":` + sent + `}`)}
	if e.HasResourceInside() {
		t.Error("what was sent is taken for a resource")
	}
}
