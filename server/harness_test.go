package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
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

const (
	base        = "http://fake.example.com"
	invitations = "/api/v1/invitations"
	atomic      = `{"attribute":"email","attribute_type":"property","operator":"isnotnull","value":""}`
)

// fake is a server under test, its clock frozen.
type fake struct {
	testing.TB
	*server.Server
}

func open(t testing.TB, o server.Options) fake {
	t.Helper()
	s, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	f := fake{t, s}
	f.home().Clock().Freeze()
	return f
}

// choosing opens a fake that answers with some variants, such as page-ends=zero.
func choosing(t testing.TB, assignments ...string) fake {
	t.Helper()
	f := open(t, server.Options{AsyncDelay: time.Minute})
	f.choose(assignments...)
	return f
}

func (f fake) choose(assignments ...string) {
	f.Helper()
	var c gap.Choice
	for _, a := range assignments {
		var err error
		if c, err = c.Parse(a); err != nil {
			f.Fatal(err)
		}
	}
	f.home().SetChoice(c)
}

func (f fake) home() *sandbox.Sandbox { return f.Hub().Home() }

func (f fake) later(d time.Duration) {
	f.Helper()
	if err := f.home().Clock().Advance(d); err != nil {
		f.Fatal(err)
	}
}

// answer is what a client sees.
type answer struct {
	code   int
	header http.Header
	body   string
}

func (a answer) get(path string) gjson.Result { return gjson.Get(a.body, path) }
func (a answer) String() string               { return fmt.Sprintf("%d %s", a.code, a.body) }

type edit func(*http.Request)

func header(name, value string) edit { return func(r *http.Request) { r.Header.Add(name, value) } }
func bearer(token string) edit       { return header("Authorization", "Bearer "+token) }

// do sends one request; a body goes as application/json unless an edit says
// otherwise.
func (f fake) do(method, target, body string, edits ...edit) answer {
	f.Helper()
	r := httptest.NewRequest(method, base+target, strings.NewReader(body))
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
	return answer{w.Code, w.Header(), string(text)}
}

// list lists invitations with a query.
func (f fake) list(query string) answer {
	f.Helper()
	return f.do(http.MethodGet, invitations+query, "", bearer(f.Ground().PersonalToken))
}

func (f fake) segments() string {
	return fmt.Sprintf("/api/v1/sources/%d/filter_segments", f.Ground().SourceID)
}

// post sends a body that may create a segment.
func (f fake) post(body string, edits ...edit) answer {
	f.Helper()
	return f.do(http.MethodPost, f.segments(), body, append([]edit{bearer(f.Ground().WorkspaceToken)}, edits...)...)
}

// segment is a body that creates one, its members replaced or added by name;
// an empty replacement leaves the member out.
func (f fake) segment(replacements ...string) string {
	m := map[string]string{"name": `"Readers"`, "molecules": "[" + atomic + "]", "dataset_id": strconv.FormatInt(f.Ground().DatasetID, 10)}
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

// create makes a segment and returns its path.
func (f fake) create() string {
	f.Helper()
	a := f.post(f.segment())
	if a.code != http.StatusCreated {
		f.Fatalf("no segment was created: %s", a)
	}
	return fmt.Sprintf("%s/%d", f.segments(), a.get("data.id").Int())
}

// get reads a path with the workspace's token.
func (f fake) get(path string) answer {
	f.Helper()
	return f.do(http.MethodGet, path, "", bearer(f.Ground().WorkspaceToken))
}

// emptyOptions open a fake that has nothing, with the choice of another.
func emptyOptions(f fake) server.Options {
	f.Helper()
	return server.Options{World: emptyWorld(f.TB), Choice: f.home().Choice()}
}

// emptyWorld has a workspace, a user, and nothing else.
func emptyWorld(t testing.TB) *fixtures.World {
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
