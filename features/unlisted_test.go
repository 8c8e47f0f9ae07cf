package features_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
)

// unlisted is an allowed response that no variant of a gap describes.
type unlisted struct {
	gap, operation string
	// asks reports whether a request is the one that the gap's scenario is about.
	asks func(r *http.Request, body string) bool
	// response changes the fake's response to it.
	response func(a *httptest.ResponseRecorder)
}

const middle = `{"status":"success","pagination":{"total_records":137,"per_page":1,"page":77,"prev_page":76,"next_page":78,"last_page":137},"data":[{"id":987654}]}`

var unlistedResponses = []unlisted{
	{"next-link", spec.ListInvitations, query("page=1&per_page=1"), edited(func(b map[string]any) { b["next"] = "?page=2" })},
	{"page-ends", spec.ListInvitations, query("page=1&per_page=25"), paging("prev_page", 5)},
	{"page-ends", spec.ListInvitations, query("page=6&per_page=25"), edited(func(b map[string]any) { delete(b["pagination"].(map[string]any), "next_page") })},
	{"content-type", spec.ListInvitations, everyList, header("text/html; charset=utf-8")},
	{"content-type", spec.ListInvitations, everyList, header("")},
	{"content-type", spec.CreateSegment, posts("understudy"), header("application/json; profile=x")},
	{"content-type", spec.GetSegment, everyGet, header("application/problem+json")},
	{"content-type", spec.ReadSegmentSource, everyGet, header("application/hal+json")},
	{"request-content-type", spec.CreateSegment, func(r *http.Request, _ string) bool { return r.Header.Get("Content-Type") == "text/plain" }, code(406)},
	{"malformed-body-status", spec.CreateSegment, posts(`"half"`), code(302)},
	{"body-refusal-status", spec.CreateSegment, withoutName, code(302)},
	{"segment-name-blank", spec.CreateSegment, posts(`"name":""`), code(500)},
	{"segment-name-taken", spec.CreateSegment, secondOfAName(), code(500)},
	{"name-not-a-string", spec.CreateSegment, posts("20240501"), code(500)},
	{"dataset-unknown", spec.CreateSegment, posts("2147480001"), code(500)},
	{"member-unknown", spec.CreateSegment, posts("colour"), code(500)},
	{"molecules-empty", spec.CreateSegment, posts(`"molecules":[]`), code(500)},
	{"molecule-group", spec.CreateSegment, posts(`"molecules":[[`), code(500)},
	{"attribute-blank", spec.CreateSegment, posts(`"attribute":""`), code(500)},
	{"attribute-type-unknown", spec.CreateSegment, posts("no_such_type"), code(500)},
	{"operator-unknown", spec.CreateSegment, posts("perhaps"), code(500)},
	{"timestamp-form", spec.ListInvitations, everyList, eachRecord(func(r map[string]any) { r["created_at"] = "2024-W18-3T10:00Z" })},
	{"invitation-unclaimed", spec.ListInvitations, query("page=1&per_page=100"), eachRecord(func(r map[string]any) {
		if r["claimed_at"] == nil {
			delete(r, "claimed_at")
		}
	})},
	{"invitation-roles", spec.ListInvitations, everyList, eachRecord(func(r map[string]any) { r["role"] = "steward" })},
	{"source-code", spec.ReadSegmentSource, firstLook(), says(203, `{"status":false}`)},
	{"source-properties-place", spec.ReadSegmentSource, func(r *http.Request, _ string) bool { return strings.HasSuffix(r.URL.Path, "source_status") },
		edited(func(b map[string]any) { b["data"] = map[string]any{"name": b["name"]} })},
	{"source-token", spec.ReadSegmentSource, func(r *http.Request, _ string) bool {
		return r.Header.Get("Authorization") == "" && strings.HasSuffix(r.URL.Path, "source_status")
	}, code(502)},
	{"page-negative", spec.ListInvitations, query("page=-1&per_page=1"), says(200, middle)},
	{"page-not-a-number", spec.ListInvitations, query("page=two&per_page=1"), says(200, middle)},
	{"page-fraction", spec.ListInvitations, query("page=1.5&per_page=1"), says(200, middle)},
	{"page-past-end", spec.ListInvitations, query("page=1006"), says(200, middle)},
	{"parameter-repeated", spec.ListInvitations, query("page=1&page=2&per_page=1"), says(200, middle)},
	{"per-page-zero", spec.ListInvitations, query("per_page=0"), says(200, `{"status":"success","data":[{},{},{}]}`)},
	{"per-page-over-max", spec.ListInvitations, query("per_page=101"), says(200, `{"status":"success","data":[{},{},{}]}`)},
	{"order-unknown", spec.ListInvitations, query("order=unknown"), says(200, middle)},
	{"parameter-status", spec.ListInvitations, query("per_page=0"), code(302)},
	{"missing-token-status", spec.ListInvitations, noToken("GET"), code(302)},
	{"missing-token-status", spec.CreateSegment, noToken("POST"), func(a *httptest.ResponseRecorder) {
		a.Header().Set("Location", "/login")
		code(302)(a)
	}},
	{"error-content-type", spec.ListInvitations, noToken("GET"), header("application/xml")},
	{"error-body", spec.ListInvitations, noToken("GET"), says(401, `<html>no</html>`)},
	{"error-body", spec.ListInvitations, noToken("GET"), says(401, `["no"]`)},
	{"error-body", spec.CreateSegment, noToken("POST"), says(401, `{"error":{"code":7}}`)},
	{"invalid-token-status", spec.ListInvitations, everyGet, whereRejected(code(302))},
	{"wrong-kind-token-status", spec.ListInvitations, everyGet, whereRejected(code(302))},
	{"other-workspace-status", spec.CreateSegment, aPost, whereRejected(code(302))},
	{"basic-authorization", spec.ListInvitations, everyGet, whereRejected(code(500))},
	{"bearer-lower-case", spec.ListInvitations, func(r *http.Request, _ string) bool {
		return strings.HasPrefix(r.Header.Get("Authorization"), "bearer")
	}, code(500)},
	{"destination-type", spec.UpdateDestination, method("PATCH", "/destinations/"), edited(func(b map[string]any) { b["data"].(map[string]any)["type"] = 7 })},
	{"destination-update-code", spec.UpdateDestination, method("PATCH", "/destinations/"), func(a *httptest.ResponseRecorder) {
		if a.Code == 200 {
			a.Code = 206
		}
	}},
	{"destination-unknown-status", spec.UpdateDestination, method("PATCH", "/destinations/"), whereRejected(code(302))},
	{"destination-unknown-status", spec.ListDestinationObjects, everyGet, whereRejected(code(302))},
	{"test-step-error", spec.UpdateDestination, method("PATCH", "/destinations/"), edited(func(b map[string]any) {
		first(b, "data", "last_test_results", "steps")["error"] = nil
	})},
	{"object-list-members", spec.UpdateDestination, method("PATCH", "/destinations/"), edited(func(b map[string]any) {
		first(b, "data", "objects")["is_audience_destination"] = false
	})},
	{"object-custom-field-types", spec.ListDestinationObjects, everyGet, eachRecord(func(r map[string]any) {
		if r["allow_custom_fields"] == false {
			r["supported_custom_field_types"] = []any{map[string]any{"type": "string", "array": false}}
		}
	})},
	{"object-lookup", spec.ListDestinationObjects, everyGet, edited(func(b map[string]any) {
		first(first(b, "data"), "fields")["lookup_object"] = ""
	})},
	{"advanced-field-optional", spec.ListDestinationObjects, everyGet, eachRecord(func(r map[string]any) {
		for i, f := range r["advanced_configuration_field_definitions"].([]any) {
			if _, set := f.(map[string]any)["default"]; !set && i == 0 {
				f.(map[string]any)["default"] = nil
			}
		}
	})},
	{"configuration-field-unused", spec.CreateConnector, method("POST", "/connectors"), edited(func(b map[string]any) {
		first(b, "data", "configuration_fields", "fields")["conditionally_required"] = nil
	})},
	{"configuration-field-texts", spec.CreateConnector, method("POST", "/connectors"), edited(func(b map[string]any) {
		first(b, "data", "configuration_fields", "fields")["hint"] = nil
	})},
	{"configuration-fields-shown", spec.CreateConnector, method("POST", "/connectors"), edited(func(b map[string]any) {
		if c, ok := b["data"].(map[string]any); ok {
			c["configuration_fields"] = map[string]any{"fields": []any{}}
		}
	})},
	{"connector-service-name-missing", spec.CreateConnector, lacks("service_name"), code(500)},
	{"connector-label-missing", spec.CreateConnector, lacks("label"), code(500)},
	{"connector-label-blank", spec.CreateConnector, posts(`"label":""`), code(500)},
	{"connector-data-missing", spec.CreateConnector, lacks("data"), code(500)},
	{"connector-definition-missing", spec.CreateConnector, lacks("configuration_definition"), code(500)},
	{"connector-definition-type", spec.CreateConnector, posts("no_such_type"), code(500)},
	{"connector-field-id-blank", spec.CreateConnector, posts(`"id":""`), code(500)},
	{"connector-icon-url", spec.CreateConnector, posts("not a URL"), code(500)},
	{"connector-service-name-taken", spec.CreateConnector, method("POST", "/connectors"), whereRejected(code(302))},
	{"connector-service-name-sent-again", spec.UpdateConnector, func(r *http.Request, b string) bool {
		return r.Method == "PATCH" && strings.Contains(b, `"service_name"`)
	}, code(500)},
	{"connector-unknown-status", spec.UpdateConnector, method("PATCH", "/connectors/"), whereRejected(code(302))},
	{"connector-update-after-publish", spec.UpdateConnector, method("PATCH", "/connectors/"), whereRejected(code(500))},
	{"connector-publish-again", spec.PublishConnector, method("PUT", "/publish_to_organization"), whereRejected(code(500))},
	{"connector-conflict-status", spec.PublishConnector, method("PUT", "/publish_to_organization"), whereRejected(code(302))},
	{"segment-unknown-status", spec.CreateLink, method("POST", "/segment_management_links"), whereRejected(code(302))},
	{"link-lifetime", spec.CreateLink, method("POST", "/segment_management_links"), edited(func(b map[string]any) {
		if l, ok := b["data"].(map[string]any); ok {
			l["expiration"] = time.Now().UTC().Add(20 * time.Second).Format(time.RFC3339)
		}
	})},
	{"link-redirect-missing", spec.CreateLink, func(r *http.Request, b string) bool {
		return strings.HasSuffix(r.URL.Path, "/segment_management_links") && b == "{}"
	}, code(500)},
	{"link-redirect-scheme", spec.CreateLink, posts("javascript:"), code(500)},
	{"topics-code", spec.ListTopics, method("GET", "/topics"), func(a *httptest.ResponseRecorder) {
		if a.Code == 200 {
			a.Code = 206
		}
	}},
	{"topics-paging", spec.ListTopics, func(r *http.Request, _ string) bool {
		return strings.HasSuffix(r.URL.Path, "/topics") && r.URL.RawQuery != ""
	},
		edited(func(b map[string]any) {
			if data, ok := b["data"].([]any); ok {
				b["data"] = data[:2]
			}
		})},
	{"topics-order", spec.ListTopics, method("GET", "/topics"), edited(func(b map[string]any) {
		if d, ok := b["data"].([]any); ok && len(d) > 2 {
			d[0], d[1], d[2] = d[1], d[2], d[0]
		}
	})},
	{"topics-other-source", spec.ListTopics, method("GET", "/topics"), whereRejected(code(302))},
	{"source-unknown-status", spec.CreateSegment, aPost, whereRejected(code(302))},
	{"not-found-body", spec.CreateSegment, aPost, whereRejected(says(404, `{"status":"gone","hint":"look elsewhere"}`))},
}

func TestAnUnlistedResponseIsObservedAsOther(t *testing.T) {
	for i, o := range unlistedResponses {
		t.Run(o.gap+" on "+o.operation+" "+strconv.Itoa(i), func(t *testing.T) {
			r := verifyUnlisted(t, o)
			if got := observed(r, o.gap, o.operation); got != report.Other {
				t.Errorf("observed %q", got)
			}
			for _, p := range r.Promises {
				if p.Verdict == report.Fail || p.Verdict == report.Error {
					t.Errorf("%s %s: %s", p.Verdict, p.ID, p.Reason)
				}
			}
		})
	}
}

// verifyUnlisted runs the scenarios of a gap on a fake with one unlisted response.
func verifyUnlisted(t *testing.T, o unlisted) *report.Run {
	t.Helper()
	fake, err := server.New(server.Options{AsyncDelay: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		a := httptest.NewRecorder()
		fake.ServeHTTP(a, r)
		if o.asks(r, string(body)) {
			o.response(a)
		}
		a.Header().Del("Content-Length")
		maps.Copy(w.Header(), a.Header())
		w.WriteHeader(a.Code)
		w.Write(a.Body.Bytes())
	}))
	t.Cleanup(listener.Close)
	tg := targetOf(fake, listener.URL)
	return verify(t, tg, steps.Options{Tags: "@gap:" + o.gap, Concurrency: 1})
}

// closed are the gaps whose variants leave no other allowed response that the fake's
// test data could show.
var closed = map[string]bool{
	"source-status-type":   true, // the document knows two values
	"destination-untested": true, // the default world's destination was tested
	"destination-retest":   true, // it changes or it does not
	"link-again":           true, // it is the same or another
	"link-expired-answer":  true, // shown by the clock only
	"empty-list-last-page": true, // shown on an empty world only
}

func TestEveryProbedGapHasAnUnlistedResponse(t *testing.T) {
	have := map[string]bool{}
	for _, o := range unlistedResponses {
		have[o.gap] = true
	}
	for _, g := range gap.All {
		if g.Probed() && !have[g.ID] && !closed[g.ID] {
			t.Errorf("no unlisted response for gap %s", g.ID)
		}
	}
}
