package client_test

import (
	"net/http"
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
	for body, rejected := range map[string]bool{
		`{"status":"error","data":[{"error":"token"}]}`:                           true,
		`{"status":"error","pagination":{"page":1},"data":[{"error":"token"}]}`:   true,
		`{"status":"error","pagination":{"page":1},"data":[]}`:                    false,
		`{"status":"error","pagination":{"page":1},"data":[{"id":1,"name":"a"}]}`: false,
		`{"status":"success","data":[{"error":"token"}]}`:                         false,
	} {
		e := &client.Exchange{Request: client.Request{Operation: spec.ListTopics}, Status: 200, Body: []byte(body)}
		if e.Rejected() != rejected {
			t.Errorf("%s: rejected %t", body, e.Rejected())
		}
	}
}

func TestAResourceInAnyMemberIsShown(t *testing.T) {
	const connector = `{"service_name":"a","label":"b","auth_method":"key","creatable_via_api":true,"creatable_via_connect_link":false}`
	for body, want := range map[string]string{
		`{"status":"error","debug":{"row":` + connector + `}}`:                                   `members of a resource in "row"`,
		`{"status":"error","data":{"was":[` + connector + `]}}`:                                  `members of a resource in "was"`,
		`{"status":"error","request":{"service_name":"a","label":"b"}}`:                          "",
		`{"status":"error","error":{"id":1,"service_name":"auth","label":"no","auth_method":1}}`: "",
		`{"status":"error"}`: "",
		connector:            "members of a resource in the body",
	} {
		e := &client.Exchange{Request: client.Request{Operation: spec.UpdateConnector, Method: http.MethodPatch}, Status: 401, Body: []byte(body)}
		if got := e.Shows(); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
	e := &client.Exchange{Request: client.Request{Operation: spec.UpdateConnector, Method: http.MethodPatch, Body: []byte(`{"connector":` + connector + `}`)},
		Status: 401, Body: []byte(`{"status":"error","request":` + connector + `}`)}
	if got := e.Shows(); got != "" {
		t.Errorf("what was sent is no resource: %q", got)
	}
}
