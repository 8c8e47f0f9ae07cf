package client_test

import (
	"net/http"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
)

func TestAnEffectNamesWhatItShowsWithoutItsContent(t *testing.T) {
	for data, want := range map[string]string{
		`{}`:        "",
		`{"id":17}`: "a destination (data.id 17)",
		`{"connection_details":{"account_id":"CANARY"}}`: "a destination (data.connection_details)",
		`{"connection_details":"CANARY"}`:                "a destination (data.connection_details)",
		`{"name":{"first":"CANARY"}}`:                    "a destination (data.name)",
	} {
		e := &client.Exchange{Request: client.Request{Operation: spec.UpdateDestination}, Status: 200, Body: []byte(`{"status":"updated","data":` + data + `}`)}
		if got := e.Effect(); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}

func TestARejectionShowsAResourceBySeveralOfItsMembers(t *testing.T) {
	for body, shown := range map[string]bool{
		`update-destination {"data":{"id":17}}`:                                                                           false,
		`update-destination {"data":{"id":17,"name":"ValidationError"}}`:                                                  false,
		`update-destination {"data":{"id":17,"name":"CRM","connection_details":{}}}`:                                      true,
		`create-segment {"data":{"id":17}}`:                                                                               false,
		`create-segment {"data":{"id":17},"filter_segment_source_url":"http://a.example"}`:                                true,
		`update-connector {"data":{"label":"the field"}}`:                                                                 false,
		`update-connector {"data":{"service_name":"a","label":"A"}}`:                                                      true,
		`create-segment-management-link {"data":{"id":17,"uri":"/api/v1/x"}}`:                                             false,
		`create-segment-management-link {"data":{"id":17,"uri":"http://a.example?auth=b","expiration":"2026-01-01T00Z"}}`: true,
	} {
		operation, body, _ := strings.Cut(body, " ")
		e := &client.Exchange{Request: client.Request{Operation: operation}, Status: 422, Body: []byte(body)}
		if got := e.Effect(); (got != "") != shown {
			t.Errorf("%s: %q", body, got)
		}
	}
}

func TestARejectionMayRepeatTheConnectorThatWasSent(t *testing.T) {
	const sent = `{"connector":{"service_name":"a7","label":"Ab\u00e9"}}`
	for body, shown := range map[string]bool{
		`{"data":{"service_name":"a7","label":"Abé"}}`: false,
		`{"data":{"service_name":"a8","label":"Abé"}}`: true,
		`{"data":{"service_name":"a7","label":"Abe"}}`: true,
	} {
		e := &client.Exchange{Request: client.Request{Operation: spec.CreateConnector, Body: []byte(sent)}, Status: 422, Body: []byte(body)}
		if got := e.Effect(); (got != "") != shown {
			t.Errorf("%s: %q", body, got)
		}
	}
}

func TestTheErrorsInTheDataOfARejectionAreNoRecords(t *testing.T) {
	for data, want := range map[string]string{
		`[]`:                          "",
		`null`:                        "",
		`["token invalid"]`:           "",
		`[{"error":"token invalid"}]`: "",
		`[{"id":"e1","name":"a"}]`:    "",
		`[{"name":"invalid","description":"the token"}]`:               "",
		`[{"id":7,"message":"no"}]`:                                    "",
		`{"id":1,"name":"a"}`:                                          "",
		`{"error":{"id":1,"name":"a"}}`:                                "",
		`[{"id":1,"name":"a"}]`:                                        "1 record",
		`[{"id":1,"name":"a"},{"a":1}]`:                                "1 record",
		`[{"id":2,"schema":{}},{"id":1,"name":"b","description":"c"}]`: "2 records",
	} {
		e := &client.Exchange{Request: client.Request{Operation: spec.ListTopics}, Status: 401, Body: []byte(`{"status":"error","data":` + data + `}`)}
		if got := e.Effect(); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}

func TestAListOfErrorsRejectsTheRequest(t *testing.T) {
	of := map[string]client.Request{
		http.MethodGet:   {Operation: spec.ListTopics, Method: http.MethodGet},
		http.MethodPatch: {Operation: spec.UpdateDestination, Method: http.MethodPatch},
		http.MethodPost:  {Operation: spec.CreateSegment, Method: http.MethodPost},
		"SOURCE":         {Operation: spec.ReadSegmentSource, Method: http.MethodGet},
	}
	for response, rejected := range map[string]bool{
		`GET {"status":"error","data":[{"error":"token"}]}`:                            true,
		`GET {"status":"error","pagination":{"page":1},"data":[{"error":"token"}]}`:    true,
		`GET {"status":"error","pagination":{"page":1},"data":[]}`:                     false,
		`GET {"status":"error","pagination":{"page":1},"data":[{"id":1,"name":"a"}]}`:  false,
		`GET {"status":"success","data":[{"error":"token"}]}`:                          false,
		`GET {"status":"error","data":"no such source"}`:                               true,
		`PATCH {"status":"error","pagination":{"page":1},"data":[]}`:                   true,
		`PATCH {"status":"error","data":"name is too long"}`:                           true,
		`PATCH {"status":"updated","data":"name is too long"}`:                         false,
		`PATCH {"errors":{"name":["is too long"]}}`:                                    true,
		`PATCH {"error":"name is too long"}`:                                           true,
		`PATCH {"errors":[]}`:                                                          false,
		`PATCH {"error":null}`:                                                         false,
		`PATCH {"errors":["late"],"data":{"id":1,"name":"a"}}`:                         false,
		`PATCH {"status":"updated","errors":["late"]}`:                                 false,
		`PATCH {"status":422,"error":true,"message":"name is too long"}`:               true,
		`PATCH {"error":false}`:                                                        false,
		`POST {"errors":["no token"]}`:                                                 true,
		`POST {"errors":["no token"],"filter_segment_source_url":"https://a.example"}`: false,
		`SOURCE {"errors":["late"],"name":"a"}`:                                        false,
	} {
		method, body, _ := strings.Cut(response, " ")
		e := &client.Exchange{Request: of[method], Status: 200, Body: []byte(body)}
		if e.Rejected() != rejected {
			t.Errorf("%s: rejected %t", response, e.Rejected())
		}
	}
}
