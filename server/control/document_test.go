package control_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/control"
)

const base = "http://localhost:8080"

// exchange is a request to the control API, and the expected status. At least one
// request for each route succeeds.
type exchange struct {
	method, path, body string
	status             int
}

// tour is sent to one fake, in this order.
var tour = []exchange{
	{"GET", "healthz", "", 200},
	{"GET", "readyz", "", 200},
	{"GET", "openapi.yaml", "", 200},
	{"GET", "openapi.json", "", 200},
	{"GET", "api.yaml", "", 200},
	{"GET", "api.json", "", 200},
	{"GET", "metrics", "", 200},

	{"POST", "sandboxes", "", 201},
	{"POST", "sandboxes", `{"id":"a","ttl":"10m","gaps":{"per-page-over-max":"refuse","error-body@list-invitations":"empty"}}`, 201},
	{"POST", "sandboxes", `{"id":"a"}`, 409},
	{"POST", "sandboxes", `{"id":"b","fork":"nobody"}`, 404},
	{"POST", "sandboxes", `{"id":"own","fixture":` + world + `}`, 201},
	{"POST", "sandboxes", `{"preset":"expired-links"}`, 201},
	{"PUT", "sandboxes/d", `{"ttl":"10m"}`, 201},
	{"PUT", "sandboxes/d", "", 409},
	{"PUT", "sandboxes/e", `{"id":"f"}`, 400},
	{"GET", "sandboxes", "", 200},
	{"GET", "sandboxes/a", "", 200},
	{"GET", "sandboxes/nobody", "", 404},
	{"POST", "sandboxes/a/reset", "", 200},
	{"POST", "sandboxes/a/snapshots", `{"name":"before"}`, 201},
	{"GET", "sandboxes/a/snapshots", "", 200},
	{"GET", "snapshots", "", 200},
	{"POST", "sandboxes/a/restore", `{"snapshot":"before"}`, 200},
	{"POST", "sandboxes/a/restore", `{"snapshot":"after"}`, 404},
	{"POST", "sandboxes", `{"id":"c","snapshot":"before"}`, 201},
	{"DELETE", "sandboxes/c", "", 204},
	{"DELETE", "sandboxes/default", "", 409},
	{"DELETE", "snapshots/before", "", 204},
	{"DELETE", "snapshots/before", "", 404},

	{"GET", "clock?sandbox=a", "", 200},
	{"POST", "clock/advance?sandbox=a", `{"seconds":1.5}`, 200},
	{"POST", "clock/advance?sandbox=a", `{"to":"2120-01-01T00:00:00Z"}`, 200},
	{"POST", "clock/advance?sandbox=a", `{"to":"2020-01-01T00:00:00Z"}`, 400},
	{"POST", "clock/freeze?sandbox=a", "", 200},
	{"POST", "clock/resume?sandbox=a", "", 200},

	{"GET", "gaps?sandbox=a", "", 200},
	{"PUT", "gaps?sandbox=a", `{"page-ends":"zero"}`, 200},
	{"PATCH", "gaps?sandbox=a", `{"page-ends@list-invitations":"absent"}`, 200},
	{"PATCH", "gaps?sandbox=a", `{"page-ends":"blank"}`, 400},
	{"DELETE", "gaps?sandbox=a", "", 200},

	{"GET", "transitions?sandbox=a", "", 200},
	{"PUT", "transitions?sandbox=a", `{"segment":{"after":"1m30s"}}`, 200},
	{"PUT", "transitions?sandbox=a", `{"segment":{"reads":3}}`, 200},
	{"PUT", "transitions?sandbox=a", `{"segment":{"held":true}}`, 200},
	{"GET", "transitions?sandbox=nobody", "", 404},

	{"GET", "state", "", 200},
	{"POST", "state/save", "", 200},
	{"GET", "state/invitations?page=2&per_page=100", "", 200},
	{"POST", "state/invitations", `{"email":"new@example.com"}`, 201},
	{"GET", "state/destinations", "", 200},
	{"GET", "state/connectors/till_loyalty", "", 200},
	{"PUT", "state/connectors/made", `{"service_name":"made","label":"Made"}`, 201},
	{"PATCH", "state/connectors/made", `{"label":"Made again"}`, 200},
	{"PATCH", "state/connectors/made", `{"label":""}`, 400},
	{"PATCH", "state/connectors/nobodys", `{}`, 404},
	{"POST", "state/connectors", `{"service_name":"made","label":"Made"}`, 409},
	{"DELETE", "state/connectors/made", "", 204},
	{"DELETE", "state/connectors/made", "", 404},
	{"DELETE", "state/sources/4120", "", 409},
	{"POST", "state/workspaces", `{"name":"Third"}`, 201},
	{"POST", "state/users", `{"email":"third@example.com"}`, 201},
	{"POST", "state/links", `{"segment_id":2301}`, 201},
	{"POST", "state/invitations/5311/claim", `{"claimed_by_id":31}`, 200},
	{"POST", "state/invitations/5311/claim", "", 409},
	{"POST", "state/links/1/revoke", "", 200},
	{"POST", "state/segments/2301/hold", "", 200},
	{"POST", "state/segments/2301/complete", "", 200},
	{"POST", "state/destinations/6101/fail-test", `{"error":"It is gone"}`, 200},
	{"POST", "state/destinations/6101/pass-test", "", 200},

	{"POST", "faults?sandbox=a", `{"operation":"list-invitations","when":{"first":2},"status":429,"retry_after":5}`, 201},
	{"POST", "faults?sandbox=a", `{"when":{"probability":0.5,"seed":7},"latency":{"normal":[0.2,0.1],"seed":7}}`, 201},
	{"POST", "faults?sandbox=a", `{"when":{"every":2},"silence":0.5,"after":true}`, 201},
	{"POST", "faults?sandbox=a", `{"status":200}`, 400},
	{"GET", "faults?sandbox=a", "", 200},
	{"DELETE", "faults/1?sandbox=a", "", 200},
	{"DELETE", "faults/1?sandbox=a", "", 404},
	{"DELETE", "faults?sandbox=a", "", 200},

	{"GET", "../api/v1/invitations?per_page=500&sort=name", "", 401},
	{"GET", "journal", "", 200},
	{"GET", "journal?operation=list-invitations&status=4xx&since=2020-01-01T00:00:00Z&until=2120-01-01T00:00:00Z&text=per_page&after=0&limit=5", "", 200},
	{"GET", "journal?status=many", "", 400},
	{"GET", "journal/1", "", 200},
	{"GET", "journal/99", "", 404},
	{"GET", "journal.har?limit=5", "", 200},
	{"GET", "journal/findings", "", 200},
	{"GET", "journal/stream?after=0", "", 200},
	{"DELETE", "journal", "", 200},
}

const world = `{"organization":{"id":1,"name":"Own"},"workspaces":[{"id":1,"name":"W","token":"own-w"}],"users":[{"id":1,"email":"u@example.com","token":"own-u"}]}`

func TestTheDocumentDescribesEveryRouteAndNoOther(t *testing.T) {
	var described []string
	for path, item := range load(t).Paths.Map() {
		for method := range item.Operations() {
			described = append(described, method+" "+strings.TrimPrefix(path, "/"))
		}
	}
	slices.Sort(described)
	routes := slices.Sorted(slices.Values(control.Routes()))
	for _, route := range routes {
		if !slices.Contains(described, route) {
			t.Errorf("openapi.yaml does not describe %s", route)
		}
	}
	for _, operation := range described {
		if !slices.Contains(routes, operation) {
			t.Errorf("openapi.yaml describes %s, which is no route", operation)
		}
	}
}

// A request that adds something gets HTTP 507 where there is no memory for it.
func TestTheTraitsOfEveryRouteAreThoseOfTheDocument(t *testing.T) {
	for path, item := range load(t).Paths.Map() {
		for method, operation := range item.Operations() {
			body, adds, frees := control.Traits(method, strings.TrimPrefix(path, "/"))
			mayFree := method == http.MethodDelete || strings.HasSuffix(path, "/reset") || strings.HasSuffix(path, "/restore")
			if body != (operation.RequestBody != nil) || adds != (operation.Responses.Value("507") != nil) || frees != mayFree {
				t.Errorf("%s %s: has a body: %t, adds: %t, frees: %t", method, path, body, adds, frees)
			}
		}
	}
}

func TestEveryRouteIsAsTheDocumentSays(t *testing.T) {
	fake, err := server.New(server.Options{Control: true, World: linked(t), StateFile: filepath.Join(t.TempDir(), "state.json")})
	if err != nil {
		t.Fatal(err)
	}
	doc := load(t)
	doc.Servers = openapi3.Servers{{URL: base + strings.TrimSuffix(control.Prefix, "/")}} // the router needs an absolute URL
	router, err := legacy.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	var succeeded []string
	for _, e := range tour {
		if e.calls() { // so that the journal has something
			fake.ServeHTTP(httptest.NewRecorder(), e.request())
			continue
		}
		route, params, err := router.FindRoute(e.request())
		if err != nil {
			t.Errorf("%s %s: %v", e.method, e.path, err)
			continue
		}
		w := httptest.NewRecorder()
		fake.ServeHTTP(w, e.request())
		if w.Code != e.status {
			t.Errorf("%s %s %s: %d %s, want %d", e.method, e.path, e.body, w.Code, w.Body, e.status)
		}
		if err := check(t.Context(), e, route, params, w); err != nil {
			t.Errorf("%s %s %s: %v\n%s", e.method, e.path, e.body, err, w.Body)
		}
		if w.Code/100 == 2 {
			succeeded = append(succeeded, e.method+" "+strings.TrimPrefix(route.Path, "/"))
		}
	}
	for _, route := range control.Routes() {
		if !slices.Contains(succeeded, route) {
			t.Errorf("no request of the tour succeeds at %s", route)
		}
	}
}

// linked is the default world with a link.
func linked(t *testing.T) *fixtures.World {
	t.Helper()
	w := *fixtures.Default()
	w.Links = []fixtures.Link{{ID: 1, SegmentID: w.Segments[0].ID, CreatedAt: "2025-01-01T00:00:00Z", ExpiresAt: "2025-01-02T00:00:00Z",
		Nonce: strings.Repeat("0", 32), AuthSHA256: strings.Repeat("0", 64)}}
	return &w
}

// check compares a request and its response with the document. The document may also
// reject a request that gets HTTP 400.
func check(ctx context.Context, e exchange, route *routers.Route, params map[string]string, w *httptest.ResponseRecorder) error {
	in := &openapi3filter.RequestValidationInput{Request: e.request(), PathParams: params, Route: route, Options: &openapi3filter.Options{
		IncludeResponseStatus: true, SkipSettingDefaults: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		SchemaValidationOptions: []openapi3.SchemaValidationOption{openapi3.EnableFormatValidation()},
	}}
	if err := openapi3filter.ValidateRequest(ctx, in); err != nil && e.status != http.StatusBadRequest {
		return err
	}
	response := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: w.Code, Header: w.Header(), Options: in.Options}
	return openapi3filter.ValidateResponse(ctx, response.SetBodyBytes(w.Body.Bytes()))
}

// calls reports whether it is for the API, and not for the control API.
func (e exchange) calls() bool { return strings.HasPrefix(e.path, "../") }

// request returns a request whose client has gone, so that a stream ends at once.
func (e exchange) request() *http.Request {
	r := httptest.NewRequest(e.method, base+strings.Replace(control.Prefix+e.path, "/_understudy/../", "/", 1), strings.NewReader(e.body))
	r.RemoteAddr = "127.0.0.1:50000"
	if e.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	return r.WithContext(gone)
}

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(control.Document)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestTheDocumentsComponentsHaveUniqueNames covers all kinds of components, because
// generators make one type of each name.
func TestTheDocumentsComponentsHaveUniqueNames(t *testing.T) {
	c := load(t).Components
	seen := map[string]bool{}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(c.Schemas)), slices.Collect(maps.Keys(c.Responses)),
		slices.Collect(maps.Keys(c.RequestBodies)), slices.Collect(maps.Keys(c.Parameters))) {
		if seen[strings.ToLower(name)] {
			t.Errorf("two components are called %s", name)
		}
		seen[strings.ToLower(name)] = true
	}
}

func TestTheDocumentIsServedInTwoForms(t *testing.T) {
	fake, err := server.New(server.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	read := func(path string) []byte {
		w := httptest.NewRecorder()
		fake.ServeHTTP(w, exchange{method: "GET", path: path}.request())
		text, err := io.ReadAll(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if !bytes.Equal(read("openapi.yaml"), control.Document) {
		t.Error("openapi.yaml differs")
	}
	var doc struct {
		OpenAPI string `json:"openapi"`
		Paths   map[string]any
	}
	if err := json.Unmarshal(read("openapi.json"), &doc); err != nil || doc.OpenAPI != "3.1.0" || len(doc.Paths) != load(t).Paths.Len() {
		t.Errorf("openapi.json: %v, %s with %d paths", err, doc.OpenAPI, len(doc.Paths))
	}
}
