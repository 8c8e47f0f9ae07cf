package features_test

import (
	"bytes"
	"encoding/json"
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

// odd is a lawful answer that no variant of a gap describes.
type odd struct {
	gap, operation string
	// asks picks the request that the gap's scenario is about.
	asks func(r *http.Request, body string) bool
	// answer changes the fake's answer to it.
	answer func(a *httptest.ResponseRecorder)
}

// whereRefused changes an answer only where the fake refuses.
func whereRefused(change func(*httptest.ResponseRecorder)) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) {
		if a.Code >= 400 {
			change(a)
		}
	}
}

func query(pairs string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool {
		return strings.HasSuffix(r.URL.Path, "/invitations") && r.URL.RawQuery == pairs
	}
}

func posts(part string) func(*http.Request, string) bool {
	return func(r *http.Request, body string) bool { return r.Method == "POST" && strings.Contains(body, part) }
}

func noToken(method string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool {
		return r.Method == method && r.Header.Get("Authorization") == "" && !strings.Contains(r.URL.Path, "source_status")
	}
}

func everyGet(r *http.Request, _ string) bool { return r.Method == "GET" }

// code answers a code without a body.
func code(n int) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) { a.Code = n; a.Body.Reset() }
}

func says(status int, body string) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) { a.Code = status; a.Body.Reset(); a.Body.WriteString(body) }
}

func header(value string) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) { a.Header().Set("Content-Type", value) }
}

// edited changes the JSON of the answer.
func edited(change func(body map[string]any)) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) {
		var body map[string]any
		dec := json.NewDecoder(bytes.NewReader(a.Body.Bytes()))
		dec.UseNumber()
		if dec.Decode(&body) != nil {
			return
		}
		change(body)
		b, _ := json.Marshal(body)
		a.Body.Reset()
		a.Body.Write(b)
	}
}

func paging(member string, value any) func(*httptest.ResponseRecorder) {
	return edited(func(b map[string]any) { b["pagination"].(map[string]any)[member] = value })
}

func eachRecord(change func(r map[string]any)) func(*httptest.ResponseRecorder) {
	return edited(func(b map[string]any) {
		for _, r := range b["data"].([]any) {
			change(r.(map[string]any))
		}
	})
}

// secondOfAName picks a creation whose body was sent before.
func secondOfAName() func(*http.Request, string) bool {
	seen := map[string]bool{}
	return func(r *http.Request, body string) bool {
		again := seen[body]
		seen[body] = r.Method == "POST"
		return again
	}
}

func aPost(r *http.Request, _ string) bool { return r.Method == "POST" }

const middle = `{"status":"success","pagination":{"total_records":137,"per_page":1,"page":77,"prev_page":76,"next_page":78,"last_page":137},"data":[{"id":987654}]}`

var oddities = []odd{
	{"next-link", spec.ListInvitations, query("page=1&per_page=1"), edited(func(b map[string]any) { b["next"] = "?page=2" })},
	{"page-ends", spec.ListInvitations, query("page=1&per_page=28"), paging("prev_page", 5)},
	{"page-ends", spec.ListInvitations, query("page=5&per_page=28"), edited(func(b map[string]any) { delete(b["pagination"].(map[string]any), "next_page") })},
	{"content-type", spec.ListInvitations, query(""), header("text/html; charset=utf-8")},
	{"content-type", spec.ListInvitations, query(""), header("")},
	{"content-type", spec.CreateSegment, posts("understudy"), header("application/json; profile=x")},
	{"content-type", spec.GetSegment, everyGet, header("application/problem+json")},
	{"content-type", spec.ReadSegmentSource, everyGet, header("application/hal+json")},
	{"request-content-type", spec.CreateSegment, func(r *http.Request, _ string) bool { return r.Header.Get("Content-Type") == "text/plain" }, code(406)},
	{"malformed-body-status", spec.CreateSegment, posts("half a"), code(418)},
	{"body-refusal-status", spec.CreateSegment, func(r *http.Request, b string) bool { return r.Method == "POST" && !strings.Contains(b, `"name"`) }, code(409)},
	{"segment-name-blank", spec.CreateSegment, posts(`"name":""`), code(500)},
	{"segment-name-taken", spec.CreateSegment, secondOfAName(), code(500)},
	{"name-not-a-string", spec.CreateSegment, posts("20240501"), code(500)},
	{"dataset-unknown", spec.CreateSegment, posts("2147480001"), code(500)},
	{"member-unknown", spec.CreateSegment, posts("colour"), code(500)},
	{"molecules-empty", spec.CreateSegment, posts(`"molecules":[]`), code(500)},
	{"molecule-group", spec.CreateSegment, posts(`"molecules":[[`), code(500)},
	{"attribute-type-unknown", spec.CreateSegment, posts("phlogiston"), code(500)},
	{"operator-unknown", spec.CreateSegment, posts("perhaps"), code(500)},
	{"timestamp-form", spec.ListInvitations, query(""), eachRecord(func(r map[string]any) { r["created_at"] = "2024-W18-3T10:00Z" })},
	{"invitation-unclaimed", spec.ListInvitations, query("per_page=100"), eachRecord(func(r map[string]any) {
		if r["claimed_at"] == nil {
			delete(r, "claimed_at")
		}
	})},
	{"invitation-roles", spec.ListInvitations, query("per_page=100"), eachRecord(func(r map[string]any) { r["role"] = "steward" })},
	{"source-code", spec.ReadSegmentSource, func(r *http.Request, _ string) bool { return strings.HasSuffix(r.URL.Path, "source_status") },
		func(a *httptest.ResponseRecorder) {
			if strings.Contains(a.Body.String(), "false") {
				a.Code = 203
			}
		}},
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
	{"order-unknown", spec.ListInvitations, query("order=sideways"), says(200, middle)},
	{"parameter-status", spec.ListInvitations, query("per_page=0"), code(416)},
	{"missing-token-status", spec.ListInvitations, noToken("GET"), code(407)},
	{"missing-token-status", spec.CreateSegment, noToken("POST"), func(a *httptest.ResponseRecorder) {
		a.Header().Set("Location", "/login")
		code(302)(a)
	}},
	{"error-body", spec.ListInvitations, noToken("GET"), says(401, `<html>no</html>`)},
	{"error-body", spec.ListInvitations, noToken("GET"), says(401, `["no"]`)},
	{"error-body", spec.CreateSegment, noToken("POST"), says(401, `{"error":{"code":7}}`)},
	{"invalid-token-status", spec.ListInvitations, everyGet, whereRefused(code(498))},
	{"wrong-kind-token-status", spec.ListInvitations, everyGet, whereRefused(code(451))},
	{"other-workspace-status", spec.CreateSegment, aPost, whereRefused(code(423))},
	{"basic-authorization", spec.ListInvitations, everyGet, whereRefused(code(500))},
	{"bearer-lower-case", spec.ListInvitations, func(r *http.Request, _ string) bool {
		return strings.HasPrefix(r.Header.Get("Authorization"), "bearer")
	}, code(500)},
	{"source-unknown-status", spec.CreateSegment, aPost, whereRefused(code(410))},
	{"not-found-body", spec.CreateSegment, aPost, whereRefused(says(404, `{"status":"gone","hint":"look elsewhere"}`))},
}

func TestAnAnswerThatNoVariantDescribesIsOther(t *testing.T) {
	for i, o := range oddities {
		t.Run(o.gap+" on "+o.operation+" "+strconv.Itoa(i), func(t *testing.T) {
			r := judgeOdd(t, o)
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

// judgeOdd runs the scenarios of a gap on a fake with one odd answer.
func judgeOdd(t *testing.T, o odd) *report.Run {
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
			o.answer(a)
		}
		a.Header().Del("Content-Length")
		maps.Copy(w.Header(), a.Header())
		w.WriteHeader(a.Code)
		w.Write(a.Body.Bytes())
	}))
	t.Cleanup(listener.Close)
	tg := targetOf(fake.Ground(), listener.URL)
	return judge(t, tg, steps.Options{Tags: "@gap:" + o.gap, Concurrency: 1})
}

// closed are the gaps whose variants leave no room for another lawful answer
// that the fake's ground could show.
var closed = map[string]bool{
	"source-status-type":   true, // the document knows two values
	"empty-list-last-page": true, // shown on an empty world only
}

func TestEveryProbedGapHasAnOddAnswer(t *testing.T) {
	have := map[string]bool{}
	for _, o := range oddities {
		have[o.gap] = true
	}
	for _, g := range gap.All {
		if g.Probed() && !have[g.ID] && !closed[g.ID] {
			t.Errorf("no odd answer for gap %s", g.ID)
		}
	}
}
