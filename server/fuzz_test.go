package server_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

// FuzzHandler sends arbitrary requests: no response is a 5xx, each body is JSON,
// and with the default variants each success keeps the contract. A seed of 0
// chooses the defaults, any other a random allowed choice.
func FuzzHandler(f *testing.F) {
	opened := testkit.Open(f, server.Options{AsyncDelay: time.Minute, Control: true})
	g := opened.TestData()
	opened.CreateSegment()
	state := opened.Home().Snapshot()
	f.Add("GET", testkit.InvitationsPath, "page=2&per_page=1e2&order=asc", "Authorization", "Bearer "+g.PersonalToken, "fake.example.com", "", uint64(0))
	f.Add("GET", testkit.InvitationsPath, "page=%zz&;", "Authorization", "Bearer "+g.PersonalToken, "", "", uint64(1))
	f.Add("HEAD", "/s/default"+testkit.InvitationsPath, "page=-1.5", "Authorization", "bearer "+g.PersonalToken, "\xff", "", uint64(2))
	f.Add("POST", opened.SegmentsPath(), "", "Authorization", "Bearer "+g.WorkspaceToken, "a\"b", opened.SegmentBody(), uint64(0))
	f.Add("POST", opened.SegmentsPath(), "", "Content-Type", "text/plain", "h", `{"name":1}`, uint64(3))
	f.Add("GET", opened.SegmentsPath()+"/2312/source_status", "", "Authorization", "Bearer "+g.WorkspaceToken, "h", "", uint64(4))
	f.Add("GET", opened.SegmentsPath()+"/2301", "", "Authorization", "Basic YmVhcmVyOng=", "h", "", uint64(5))
	for i, operation := range []string{spec.UpdateDestination, spec.GetDestination, spec.ListDestinationObjects, spec.UpdateConnector,
		spec.CreateConnector, spec.PublishConnector, spec.ListTopics, spec.CreateLink} {
		r := opened.Request(operation)
		f.Add(r.Method, r.Path, "page=1", "Authorization", "Bearer "+r.Token, "h", r.Body, uint64(i))
	}
	f.Add("GET", "/embed/segment", "auth=x&auth=%zz", "", "", "h", "", uint64(7))
	f.Add("POST", "/_understudy/clock/advance", "sandbox=default", "", "", "h", `{"seconds":1e300}`, uint64(0))
	f.Add("POST", "/_understudy/clock/advance", "", "", "", "h", `{"to":"9999-12-31T23:59:59Z"}`, uint64(0))
	f.Add("POST", "/_understudy/sandboxes", "", "", "", "h", `{"id":"a","fork":"default","ttl":"1m","gaps":{"page-ends":"zero"}}`, uint64(0))
	f.Add("POST", "/_understudy/sandboxes", "", "", "", "h", `{"fixture":`+testkit.OwnWorld+`}`, uint64(0))
	f.Add("POST", "/_understudy/sandboxes/default/snapshots", "", "", "", "h", `{"name":"a"}`, uint64(0))
	f.Add("PATCH", "/_understudy/gaps", "sandbox=default", "", "", "h", `{"page-ends@list-invitations":"zero"}`, uint64(0))
	f.Add("PUT", "/_understudy/transitions", "", "", "", "h", `{"segment":{"after":"1h"}}`, uint64(0))
	f.Add("POST", "/_understudy/faults", "", "", "", "h", `{"when":{"probability":0.5,"seed":1},"latency":{"normal":[1,2]}}`, uint64(0))
	f.Add("GET", "/_understudy/journal", "status=4xx&since=2025-01-01T00:00:00Z&text=x&limit=3", "", "", "h", "", uint64(0))
	f.Add("GET", "/_understudy/journal/stream", "after=0", "Last-Event-ID", "1", "h", "", uint64(0))
	f.Add("GET", "/_understudy/openapi.yaml", "", "", "", "h", "", uint64(0))
	f.Add("BREW", "//s/%/_understudy/healthz", "?", "", "", "", "[", uint64(6))
	f.Fuzz(func(t *testing.T, method, path, query, name, value, host, body string, seed uint64) {
		opened.Home().Restore(state)
		opened.Home().Faults().Clear()
		if seed != 0 {
			opened.Home().SetChoice(gap.Random(seed))
		}
		r := httptest.NewRequest(http.MethodGet, "/", strings.NewReader(body))
		r.Method, r.Host = method, host
		r.URL = &url.URL{Path: path, RawPath: path, RawQuery: query}
		if decoded, err := url.PathUnescape(path); err == nil {
			r.URL.Path = decoded
		}
		if strings.HasPrefix(path, "/_understudy/") {
			r.Host = testkit.LocalHost
		}
		r.Header.Set("Content-Type", "application/json")
		if strings.HasPrefix(path, "/api/v1/") && !strings.HasPrefix(path, testkit.InvitationsPath) {
			testkit.Bearer(g.WorkspaceToken)(r)
		}
		r.RemoteAddr = "127.0.0.1:4242"
		r.Header.Set(name, value)
		gone, cancel := context.WithCancel(t.Context())
		cancel() // end a stream
		w := httptest.NewRecorder()
		opened.ServeHTTP(w, r.WithContext(gone))
		if w.Code >= 500 || w.Code < 200 {
			t.Errorf("HTTP %d", w.Code)
		}
		other := strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || slices.Contains([]string{"application/yaml", "text/event-stream"}, w.Header().Get("Content-Type"))
		if w.Body.Len() > 0 && !other && !json.Valid(w.Body.Bytes()) {
			t.Errorf("the body is not JSON: %s", w.Body)
		}
		if operation := operationAt(method, strings.TrimPrefix(r.URL.Path, "/s/default")); operation != "" && seed == 0 {
			// Other choices may reject with HTTP 200.
			for _, v := range contract.Check(operation, contract.Response{Status: w.Code, Body: w.Body.Bytes()}) {
				t.Errorf("%s breaks %s at %s: %s", operation, v.Promise, v.Pointer, v.Found)
			}
		}
	})
}

// operationAt is the operation that a method and path call, if any.
func operationAt(method, path string) string {
	i := slices.IndexFunc(spec.Operations, func(op spec.Operation) bool {
		return op.Method == method && slices.EqualFunc(strings.Split(op.Path, "/"), strings.Split(path, "/"), func(want, have string) bool {
			return want == have || strings.HasPrefix(want, "{")
		})
	})
	if i < 0 {
		return ""
	}
	return spec.Operations[i].ID
}
