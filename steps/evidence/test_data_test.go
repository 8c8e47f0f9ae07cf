package evidence

import (
	"slices"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// using returns an exchange that used keys of the target file.
func using(operation string, status int, keys ...string) *client.Exchange {
	e := at(0, operation, status)
	e.Uses = keys
	return e
}

func TestTheFirstRejectionOfTestDataIsKept(t *testing.T) {
	v := fresh()
	v.TestData.Accept(using(spec.CreateSegment, 201, "resources.source_id"))
	v.TestData.Reject(using(spec.CreateSegment, 422, "resources.source_id", "resources.dataset_id"), "HTTP 422 CANARY-TOKEN")
	v.TestData.Reject(using(spec.ListTopics, 404, "resources.source_id"), "HTTP 404")
	want := []report.TestData{
		{Key: "resources.dataset_id", Rejected: 1, Operation: spec.CreateSegment, Outcome: "HTTP 422 $WORKSPACE_TOKEN"},
		{Key: "resources.source_id", Accepted: 1, Rejected: 2, Operation: spec.CreateSegment, Outcome: "HTTP 422 $WORKSPACE_TOKEN"}}
	if got := v.TestData.used(v.Operations); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSomeCodesSayNothingOfTestData(t *testing.T) {
	for code, want := range map[int]int{402: 0, 409: 1, 422: 2, 423: 1} {
		v := fresh()
		v.TestData.Reject(using(spec.CreateSegment, code, "samples.operation_molecule", "resources.source_id"), "HTTP")
		if got := v.TestData.used(v.Operations); len(got) != want || want == 1 && got[0].Key != "resources.source_id" {
			t.Errorf("%d: %+v", code, got)
		}
	}
}

func TestARejectionSaysWhatElseMayBeItsCause(t *testing.T) {
	for code, want := range map[int]string{403: "HTTP (or the token has no right to this operation)", 422: "HTTP",
		307: "HTTP (or base_url is not the URL of the API itself: it redirects)"} {
		v := fresh()
		v.TestData.Reject(using(spec.CreateSegment, code, "resources.source_id"), "HTTP")
		if got := v.TestData.used(v.Operations)[0].Outcome; got != want {
			t.Errorf("%d: %q", code, got)
		}
	}
}

func TestARejectionNamesTheTextThatMayBeItsCause(t *testing.T) {
	for _, c := range []struct {
		operation, method, body string
		code                    int
		response, want          string
	}{
		{spec.CreateSegment, "POST", `{"name":"understudy 6607a808 6"}`, 422, `{"status":"error"}`,
			`HTTP (or the text "understudy 6607a808 6" is not accepted, or there are as many as the deployment allows)`},
		{spec.UpdateDestination, "PATCH", `{"service_connection":{"name":"CANARY-TOKEN ann@corp.example \"Größe\""}}`, 400, "",
			`HTTP (or the text "$WORKSPACE_TOKEN xxx@xxxx.xxxxxxx \"Größe\"" is not accepted)`},
		{spec.CreateConnector, "POST", `{"connector":{"label":"a"}}`, 200, `{"status":"error"}`,
			`HTTP (or the text "a" is not accepted, or there are as many as the deployment allows)`},
		{spec.CreateSegment, "POST", `{"name":"understudy 6607a808 6"}`, 404, "", "HTTP"},
		{spec.CreateSegment, "POST", `{"name":"understudy 6607a808 6"}`, 422, `{"status":"error","message":"too many"}`, "HTTP"},
		{spec.CreateSegment, "POST", `{"name":"understudy 6607a808 6"}`, 422, `<p>too many</p>`, "HTTP"},
	} {
		v, e := fresh(), using(c.operation, c.code, "resources.source_id")
		e.Request.Method, e.Request.Body = c.method, []byte(c.body)
		e.Body = []byte(c.response)
		v.TestData.Reject(e, "HTTP")
		if got := v.TestData.used(v.Operations)[0].Outcome; got != c.want {
			t.Errorf("%s %d: %q", c.operation, c.code, got)
		}
	}
}

func TestARejectedConnectorIsNotReportedWhereAnotherIsUpdated(t *testing.T) {
	v := fresh()
	v.TestData.Reject(using(spec.UpdateConnector, 422, "resources.connector_service_name"), "HTTP 422")
	if n := len(v.TestData.used(v.Operations)); n != 1 {
		t.Errorf("%d keys", n)
	}
	v.Operations.Note(at(0, spec.UpdateConnector, 200), true)
	if n := len(v.TestData.used(v.Operations)); n != 0 {
		t.Errorf("%d keys", n)
	}
}
