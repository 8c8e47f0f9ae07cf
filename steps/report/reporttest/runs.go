package reporttest

import (
	"strings"
	"time"

	"understudy/steps/report"
)

const host = "http://127.0.0.1:9000"

// Run is a run with promises alone, which it counts.
func Run(promises ...report.Promise) *report.Run {
	r := &report.Run{Schema: report.SchemaVersion, Tool: report.Tool{Name: "understudy", Version: "v1.2.3"}, RunID: "5e1f00d5",
		Contract: report.Contract{Version: "v1", SHA256: "3742a977dfe8b1c0aa55"}, Target: report.Target{BaseURL: host, Writes: true},
		Promises: promises, DurationMS: 2213}
	for _, p := range promises {
		switch p.Verdict {
		case report.Pass:
			r.Summary.Pass++
		case report.Fail:
			r.Summary.Fail++
		case report.Error:
			r.Summary.Error++
		default:
			r.Summary.Skip++
		}
	}
	return r
}

// Why is a reason without a By.
func Why(kind report.ReasonKind, text string) report.Reason {
	return report.Reason{Kind: kind, Text: text}
}

// None is no reason.
var None report.Reason

// Promise is a verdict on a promise.
func Promise(verdict report.Verdict, section, id, says string, reason report.Reason) report.Promise {
	return report.Promise{ID: id, Section: section, Says: says, Verdict: verdict, Reason: reason}
}

// Promises of the document, with the verdicts that they have in Broken.
var (
	Zero = Promise(report.Fail, "Endpoints", "page-zero-is-one", "the response to page 0 is page 1",
		Why(report.Broken, "expected what page 1 holds, found other records"))
	Own = Promise(report.Fail, "Authentication", "workspace-token-own",
		"a workspace's token opens the resources of that workspace only", None)
	Role = Promise(report.Fail, "Invitation", "invitation-role", "an invitation's role is a string", None)
	Code = Promise(report.Pass, "Endpoints", "list-code", "the response of a list is HTTP 200", None)
	Wire = Promise(report.Pass, "Introduction", "bodies-are-json", "a body is one JSON value", None)
)

// ListRequest is a successful request for a list of invitations.
func ListRequest(query, body string) *report.Exchange {
	return &report.Exchange{Operation: "list-invitations", Method: "GET", URL: host + "/api/v1/invitations" + query,
		RequestHeader: map[string]string{"Authorization": "Bearer $PERSONAL_TOKEN"}, Status: 200, ResponseBody: body, DurationMS: 12}
}

func createRequest() *report.Exchange {
	return &report.Exchange{Operation: "create-segment", Method: "POST", URL: host + "/api/v1/sources/4120/filter_segments",
		RequestHeader: map[string]string{"Authorization": "Bearer $OTHER_WORKSPACE_TOKEN", "Content-Type": "application/json"},
		RequestBody:   `{"dataset_id":8801,"molecules":[{"attribute":"email"}],"name":"it's understudy 5e1f00d5 12"}`,
		Status:        201, ResponseBody: `{"status":"created","data":{"id":2313}}`, DurationMS: 3}
}

// Scenario is a scenario with its verdict.
func Scenario(address string, verdict report.Verdict, reason report.Reason, failures ...report.Failure) report.Scenario {
	return report.Scenario{Address: address, Verdict: verdict, Reason: reason, Failures: failures}
}

// Broken has broken promises of every kind, and something in each part of a report.
func Broken() *report.Run {
	longList := `{"status": "success", "data": [` + strings.Repeat(`{"id": 1, "email": "xxx@xxxxx.xxx"}, `, 40) + `{}]}`
	r := Run(Wire,
		Promise(report.Error, "Response envelopes", "list-data", "a list's records are the array data",
			Why(report.HarnessError, "a step panicked")),
		Role, Zero, Code, Own,
		Promise(report.Skip, "Limits", "per-page-at-most-100", "no page holds more than 100 records",
			Why(report.MissingTestData, "the scenario needs at least 101 invitations, the deployment has 7")))
	other := report.Failure{Promise: Zero.ID, Expected: `"data" to be what page 1 holds: 4001, 4002 and 23 more`,
		Actual: "4026, 4027 and 23 more", Exchange: ListRequest("?page=0", longList)}
	r.Scenarios = []report.Scenario{
		Scenario("endpoints/page#page-0", report.Fail, None, other),
		Scenario("endpoints/page#page-0-with-a-per-page", report.Fail, None, other),
		Scenario("authentication/kind#another-workspace-s-token", report.Fail, None, report.Failure{Promise: Own.ID,
			Expected: "the request to be rejected and to have no effect", Actual: "HTTP 201 with an id", Exchange: createRequest()}),
		Scenario("invitation/invitation#the-members", report.Fail, None, report.Failure{Promise: Role.ID,
			Expected: "a string", Actual: "null", Pointer: "/data/1/role",
			Exchange: ListRequest("", `{"data":[{"id":1,"role":"`+strings.Repeat("very ", 60)+`long"},{"id":2,"role":null}]}`)}),
		Scenario("envelopes/list#the-data", report.Error, Why(report.HarnessError, "a step panicked: index out of range\n  goroutine 7")),
		Scenario("segment/creation#a-segment", report.Pass, None),
	}
	empty := Scenario("envelopes/list#an-empty-list", report.Skip,
		Why(report.MissingTestData, "the scenario needs at most 0 invitations, the deployment has 7"))
	empty.Gaps = []string{"empty-list-last-page", "page-ends"}
	r.Scenarios = append(r.Scenarios, empty)
	r.Violations = []report.Violation{
		{Promise: Role.ID, Operation: "list-invitations", Pointer: "/data/3/role", Expected: "a string", Actual: "null", Count: 5,
			Exchange: ListRequest("", "{}")},
		{Promise: Role.ID, Operation: "list-invitations", Pointer: "/data/0/associated_workspace_invitations/0/role", Expected: "a string",
			Actual: "the number 3", Count: 1,
			Exchange: &report.Exchange{Operation: "list-invitations", Method: "GET", URL: host + "/api/v1/invitations?page=2",
				Error: "the response broke off", RequestHeader: map[string]string{"Authorization": "Basic $PERSONAL_TOKEN"}}},
	}
	r.Gaps = gaps()
	for i := range 5 {
		r.Ledger = append(r.Ledger, report.Entry{Kind: "segment", ID: string(rune('1' + i)),
			Name: "understudy 5e1f00d5 " + string(rune('a'+i)), Left: true, Note: "this API cannot delete segments"})
	}
	r.Ledger = append(r.Ledger, report.Entry{Kind: "destination", ID: "17", Name: "CRM", Note: "renamed, and renamed back"},
		report.Entry{Kind: "connector", ID: "probe", Name: "Probe", Left: true})
	r.Remarks = []report.Remark{
		{Scenario: "endpoints/page#page-0", Text: "the rejection is not a response that a client can use: HTTP 500"},
		{Scenario: "segment/creation#a-segment", Text: "the rejection is not a response that a client can use: HTTP 500"},
		{Scenario: "segment/creation#a-segment", Text: "the response came late"},
	}
	r.Seed = 77
	r.Started = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	return r
}

func gaps() []report.Gap {
	return []report.Gap{
		{ID: "content-type", Operation: "get-segment", Observed: "json"},
		{ID: "content-type", Operation: "list-invitations", Observed: "json"}, {ID: "content-type", Operation: "list-topics", Observed: "json"},
		{ID: "invalid-token-status", Operation: "create-segment", Observed: "401"},
		{ID: "invalid-token-status", Operation: "list-invitations", Observed: "403"},
		{ID: "page-ends", Operation: "list-invitations", Observed: "null"},
		{ID: "timestamp-form", Operation: "get-segment", Observed: "milliseconds"}, {ID: "timestamp-form", Operation: "list-invitations",
			Observed: "milliseconds"}, {ID: "timestamp-form", Operation: "list-topics", Observed: "milliseconds"},
		{ID: "timestamp-form", Operation: "read-segment-source", Observed: report.Other,
			Evidence: `"created_at" is "2024-W11-1T10:02Z", which is a week date and is neither of the forms that are known`},
	}
}

// Conforming has no problem.
func Conforming() *report.Run {
	r := Run(Wire, Code)
	r.Target.Writes = false
	r.Scenarios = []report.Scenario{Scenario("endpoints/page#page-0", report.Pass, None)}
	return r
}

// Interrupted ended before its last scenario.
func Interrupted() *report.Run {
	r := Run(Wire, Promise(report.Skip, "Endpoints", "list-code", "the response of a list is HTTP 200",
		Why(report.Inconclusive, "the run was interrupted")))
	r.Interrupted = true
	return r
}

// Unreached had no operation that responded.
func Unreached() *report.Run {
	r := Run(Promise(report.Error, "Endpoints", "list-code", "the response of a list is HTTP 200",
		Why(report.Unreached, "connection refused")))
	r.Scenarios = []report.Scenario{Scenario("endpoints/page#page-0", report.Error, Why(report.Unreached, "connection refused"))}
	return r
}

// StoppedResponding had no response to the last calls.
func StoppedResponding() *report.Run {
	r := Conforming()
	gone := Unreached()
	gone.Promises[0].Reason.Text, gone.Scenarios[0].Reason.Text = "HTTP 502", "HTTP 502"
	r.Promises, r.Scenarios = append(r.Promises, gone.Promises...), append(r.Scenarios, gone.Scenarios...)
	r.Summary = report.Summary{Pass: 2, Error: 1}
	return r
}

// Panicked has a scenario with a harness error beside those that got no response.
func Panicked() *report.Run {
	r := Unreached()
	r.Scenarios = append(r.Scenarios, Scenario("a#b", report.Error, Why(report.HarnessError, "a step panicked")))
	return r
}

// TooLittle could not check enough: test data was rejected, operations did not succeed.
func TooLittle() *report.Run {
	r := Run(Wire,
		Promise(report.Skip, "Endpoints", "list-code", "the response of a list is HTTP 200",
			Why(report.NoScenario, "no scenario of this run checks it")),
		Promise(report.Skip, "Endpoints", "list-order", "a list is ordered", Why(report.LeftOut, "the target file gives no resources.source_id")),
		Promise(report.Skip, "Limits", "list-limit", "a list is short",
			Why(report.MissingTestData, "GET /api/v1/invitations is rejected with HTTP 403")),
		Promise(report.Skip, "Limits", "list-bounds", "a list has bounds",
			Why(report.MissingTestData, "GET /api/v1/invitations is rejected with HTTP 403")),
		Promise(report.Skip, "Segment management link", "link-expires", "an expired link opens nothing",
			Why(report.LeftOut, "it needs a clock, and the target file has no control_url")))
	r.Unchecked = []string{"list-invitations"}
	r.Required = []string{"list-code", "link-expires", "list-order"}
	clock := Scenario("link/link#an-expired-link", report.Skip,
		Why(report.LeftOut, "it needs a clock, and the target file has no control_url"))
	clock.Promises, clock.Needs = []string{"link-expires"}, "control_url"
	r.Scenarios = []report.Scenario{clock}
	r.MinChecked = 90
	r.TestData = []report.TestData{
		{Key: "resources.dataset_id", Rejected: 3, Operation: "create-segment", Outcome: "HTTP 422"},
		{Key: "resources.empty_destination_id", Rejected: 1, Operation: "list-destination-objects",
			Outcome: "HTTP 302 to https://login.example.com/"},
		{Key: "resources.objects_destination_id", Accepted: 4, Rejected: 1, Operation: "list-destination-objects", Outcome: "HTTP 404"},
		{Key: "resources.source_id", Rejected: 3, Operation: "create-segment", Outcome: "HTTP 422"},
	}
	return r
}

// Partly has no failure, and left operations out.
func Partly() *report.Run {
	r := Run(Code, Wire, Promise(report.Skip, "Endpoints", "segments-are-created", "a segment is created",
		Why(report.LeftOut, "it writes, and the target file says allow_writes: false")))
	r.Target.Writes = false
	r.NotAsked = []string{"create-segment", "create-segment-management-link"}
	r.Gaps = gaps()
	r.Remarks = []report.Remark{{Text: "3 of 120 calls of list-invitations failed: HTTP 500"}}
	return r
}

// KnownToFail fails as its baseline lists, and the baseline has an entry of each state.
func KnownToFail() *report.Run {
	known := Zero
	known.Verdict, known.Reason = report.Known, Why(report.KnownFailure, "page 0 is rejected until the gateway is replaced")
	r := Run(Wire, Code, known, Promise(report.Known, "Invitation", "invitation-role", "an invitation's role is a string",
		Why(report.KnownFailure, "old rows have none")))
	s := Scenario("endpoints/page#page-0", report.Known, known.Reason, report.Failure{Promise: Zero.ID,
		Expected: "a success", Actual: "a rejection", Exchange: ListRequest("?page=0", "{}"),
		Known: "page 0 is rejected until the gateway is replaced"})
	s.Promises = []string{Zero.ID}
	r.Scenarios = []report.Scenario{s}
	r.Violations = []report.Violation{{Promise: Role.ID, Operation: "list-invitations", Pointer: "/data/3/role", Expected: "a string",
		Actual: "null", Count: 5, Known: "old rows have none"}}
	r.Count()
	r.Baseline = &report.Baseline{File: "known.yaml", Entries: []report.BaselineEntry{
		{Promise: Zero.ID, Operation: "list-invitations", Reason: "page 0 is rejected until the gateway is replaced", State: report.EntryKnown},
		{Promise: Role.ID, Reason: "old rows have none", State: report.EntryKnown},
		{Promise: Own.ID, Reason: "x", State: report.EntryNotChecked, Why: "the run left out scenarios of its operations, such as a#b"},
	}}
	return r
}

// Untrue has a baseline that is no longer true.
func Untrue() *report.Run {
	r := KnownToFail()
	r.Baseline.Entries = append(r.Baseline.Entries,
		report.BaselineEntry{Promise: Code.ID, Reason: "x", State: report.EntryPasses, Why: "the promise is kept"},
		report.BaselineEntry{Promise: Wire.ID, Operation: "list-topics", Reason: "x", State: report.EntryStale,
			Why: "no scenario of the run checks the promise on list-topics"},
		report.BaselineEntry{Promise: "list-order", Reason: "x", State: report.EntryOver,
			Why: "it was excused until 2026-11-20, and it still fails"})
	return r
}
