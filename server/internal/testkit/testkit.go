// Package testkit opens a whole fake for the tests of the packages below server,
// and sends it requests as a client does.
//
// Each package is tested beside its code, through the fake that it is a part of:
// Open and similar functions start one, Do and the methods around it send requests,
// and a Response is what the client sees. Only tests import it. Start reading at
// Fake.
package testkit

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/sandbox"
	"understudy/spec/gap"
)

// The default scheme, host and path of a request.
const (
	BaseURL         = "http://fake.example.com"
	InvitationsPath = "/api/v1/invitations"
	AtomicMolecule  = `{"attribute":"email","attribute_type":"property","operator":"isnotnull","value":""}`
)

// Fake is a server under test; its clock is frozen.
type Fake struct {
	testing.TB
	*server.Server
}

// Open opens a fake and freezes its clock.
func Open(t testing.TB, o server.Options) Fake {
	t.Helper()
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	f := Fake{t, s}
	f.Home().Clock().Freeze()
	return f
}

// OpenChoosing opens a fake that responds with some variants, such as page-ends=zero.
func OpenChoosing(t testing.TB, assignments ...string) Fake {
	t.Helper()
	f := Open(t, server.Options{AsyncDelay: time.Minute})
	f.Choose(assignments...)
	return f
}

// Choose sets the variants of the default sandbox, such as page-ends=zero.
func (f Fake) Choose(assignments ...string) {
	f.Helper()
	var c gap.Choice
	for _, a := range assignments {
		var err error
		if c, err = c.Parse(a); err != nil {
			f.Fatal(err)
		}
	}
	f.Home().SetChoice(c)
}

// Home is the default sandbox.
func (f Fake) Home() *sandbox.Sandbox { return f.Hub().Home() }

// Advance moves the clock of the default sandbox on.
func (f Fake) Advance(d time.Duration) {
	f.Helper()
	if err := f.Home().Clock().Advance(d); err != nil {
		f.Fatal(err)
	}
}

// Response is the response that a client sees.
type Response struct {
	Code   int
	Header http.Header
	Body   string
}

// Get is the value at a gjson path of the body.
func (a Response) Get(path string) gjson.Result { return gjson.Get(a.Body, path) }

// String is the code and the body.
func (a Response) String() string {
	return fmt.Sprintf("%d %s", a.Code, strings.TrimSuffix(a.Body, "\n"))
}

// Edit changes a request before it is sent.
type Edit func(*http.Request)

// AddHeader adds a header, and keeps other values of that name.
func AddHeader(name, value string) Edit { return func(r *http.Request) { r.Header.Add(name, value) } }

// Bearer adds a token.
func Bearer(token string) Edit { return AddHeader("Authorization", "Bearer "+token) }

// Do sends one request; a body goes as application/json unless an edit says
// otherwise.
func (f Fake) Do(method, target, body string, edits ...Edit) Response {
	f.Helper()
	r := httptest.NewRequest(method, BaseURL+target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, e := range edits {
		e(r)
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		f.Fatal(err)
	}
	return Response{w.Code, w.Header(), string(text)}
}

// ListInvitations lists invitations with a query.
func (f Fake) ListInvitations(query string) Response {
	f.Helper()
	return f.Do(http.MethodGet, InvitationsPath+query, "", Bearer(f.TestData().PersonalToken))
}

// SegmentsPath is the path to create segments at.
func (f Fake) SegmentsPath() string {
	return fmt.Sprintf("/api/v1/sources/%d/filter_segments", f.TestData().SourceID)
}

// PostSegment sends a body that may create a segment.
func (f Fake) PostSegment(body string, edits ...Edit) Response {
	f.Helper()
	return f.Do(http.MethodPost, f.SegmentsPath(), body, append([]Edit{Bearer(f.TestData().WorkspaceToken)}, edits...)...)
}

// SegmentBody is a body that creates a segment, with members replaced or added by
// name; an empty replacement removes the member.
func (f Fake) SegmentBody(replacements ...string) string {
	m := map[string]string{"name": `"Readers"`, "molecules": "[" + AtomicMolecule + "]", "dataset_id": strconv.FormatInt(f.TestData().DatasetID, 10)}
	order := []string{"name", "molecules", "dataset_id"}
	for i := 0; i < len(replacements); i += 2 {
		name := replacements[i]
		if _, ok := m[name]; !ok {
			order = append(order, name)
		}
		m[name] = replacements[i+1]
	}
	var members []string
	for _, name := range order {
		if m[name] != "" {
			members = append(members, fmt.Sprintf("%q:%s", name, m[name]))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// CreateSegment creates a segment and returns its path.
func (f Fake) CreateSegment() string {
	f.Helper()
	a := f.PostSegment(f.SegmentBody())
	if a.Code != http.StatusCreated {
		f.Fatalf("no segment was created: %s", a)
	}
	return fmt.Sprintf("%s/%d", f.SegmentsPath(), a.Get("data.id").Int())
}

// Get reads a path with the workspace's token.
func (f Fake) Get(path string) Response {
	f.Helper()
	return f.Do(http.MethodGet, path, "", Bearer(f.TestData().WorkspaceToken))
}

// EmptyOptions open a fake with an empty world and the choice of another fake.
func EmptyOptions(f Fake) server.Options {
	f.Helper()
	return server.Options{World: EmptyWorld(f.TB), Choice: f.Home().Choice()}
}

// EmptyWorld has a workspace, a user, and nothing else.
func EmptyWorld(t testing.TB) *fixtures.World {
	t.Helper()
	w, err := fixtures.Parse("empty.yaml", []byte(`
organization: {id: 1, name: Empty}
workspaces: [{id: 1, name: W, token: w}]
users: [{id: 1, email: u@example.com, token: u}]`))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// InUse is how many goroutines there are, and how many bytes of the heap are in
// use.
func InUse(t *testing.T) (goroutines int, heap int64) {
	t.Helper()
	var m runtime.MemStats
	for range 3 { // finalizers and pools release memory one collection later
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), int64(m.HeapAlloc)
}

// ServePages serves a handler to the browser and returns its origin.
func ServePages(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// OwnWorld is a world with one invitation, as JSON.
const OwnWorld = `{"organization":{"id":1,"name":"Own"},"workspaces":[{"id":1,"name":"W","token":"own-w"}],"users":[{"id":1,"email":"u@example.com","token":"own-u"}],
"invitations":[{"id":9,"email":"i@example.com","created_at":"2024-01-01T00:00:00Z","created_by_id":1,"role":"member"}]}`
