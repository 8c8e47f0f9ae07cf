package control_test

import (
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
)

// sandboxed creates a sandbox and returns a function that lists its invitations.
func sandboxed(f testkit.Fake, body string) (a testkit.Response, invited func() testkit.Response) {
	f.Helper()
	a = f.Control("POST", "sandboxes", body)
	if a.Code != 201 {
		f.Fatalf("%s: %s", body, a)
	}
	path := strings.TrimPrefix(a.Get("base_url").Str, "http://"+testkit.LocalHost)
	return a, func() testkit.Response {
		return f.Do("GET", path+testkit.InvitationsPath, "", testkit.Bearer(a.Get("tokens.personal").Str))
	}
}

func TestASandboxIsCreated(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.Control("POST", "sandboxes/default/snapshots", `{"name":"fresh"}`)
	g := f.TestData()
	for rule, c := range map[string]struct {
		body, personal string
		id             string
		invitations    int64
	}{
		"of the default one":    {"", g.PersonalToken, "", 137},
		"of a parent":           {`{"id":"child","fork":"default"}`, g.PersonalToken, "child", 137},
		"of a snapshot":         {`{"id":"of-snapshot","snapshot":"fresh"}`, g.PersonalToken, "of-snapshot", 137},
		"of a world of its own": {`{"id":"own","fixture":` + testkit.OwnWorld + `}`, "own-u", "own", 1},
	} {
		a, invited := sandboxed(f, c.body)
		id := a.Get("id").Str
		if c.id != "" && id != c.id || len(id) < 3 || a.Get("tokens.personal").Str != c.personal ||
			a.Get("base_url").Str != "http://"+testkit.LocalHost+"/s/"+id || a.Get("expires_at").Value() != nil || a.Get("created_at").Str != "2025-03-01T12:00:00Z" {
			t.Errorf("%s: %s", rule, a)
		}
		if got := invited().Get("pagination.total_records").Int(); got != c.invitations {
			t.Errorf("%s: it has %d invitations", rule, got)
		}
		if shown := f.Control("GET", "sandboxes/"+id, ""); shown.Code != 200 || shown.Get("id").Str != id || shown.Get("tokens").Exists() {
			t.Errorf("%s: %s", rule, shown)
		}
	}
	if a := f.Control("POST", "sandboxes", `{"id":"grandchild","fork":"own"}`); a.Get("tokens.workspace").Str != "own-w" {
		t.Errorf("a fork does not have its parent's tokens: %s", a)
	}
	if a := f.Control("GET", "sandboxes", ""); a.Get("sandboxes.#").Int() != 6 || strings.Contains(a.Body, "EXAMPLE") || strings.Contains(a.Body, "own-u") {
		t.Error(a)
	}
}

func TestASandboxIsCreatedAtItsPath(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, c := range []struct {
		path, body string
		code       int
		says       string
	}{
		{"a", "", 201, ""},
		{"b", `{"preset":"empty","ttl":"10m"}`, 201, ""},
		{"c", `{"id":"c"}`, 201, ""},
		{"a", "", 409, "exists already"},
		{"d", `{"id":"e"}`, 400, `"e" is not the id in the path, "d"`},
		{"No", "", 400, "a-z"},
		{"default", "", 409, "exists already"},
	} {
		a := f.Control("PUT", "sandboxes/"+c.path, c.body)
		created := a.Get("id").Str == c.path && a.Get("base_url").Str == "http://"+testkit.LocalHost+"/s/"+c.path && a.Get("tokens.personal").Str != ""
		if a.Code != c.code || created != (c.code == 201) || !strings.Contains(a.Get("error").Str, c.says) {
			t.Errorf("%s %s: %s", c.path, c.body, a)
		}
	}
	if a := f.Control("GET", "sandboxes", ""); a.Get("sandboxes.#.id").Raw != `["a","b","c","default"]` {
		t.Error(a)
	}
}

func TestAnUnknownSandboxSaysHowToCreateIt(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, a := range []testkit.Response{f.Do("GET", "/s/gone"+testkit.InvitationsPath, ""), f.Control("GET", "sandboxes/gone", ""), f.Control("GET", "clock?sandbox=gone", "")} {
		if a.Code != 404 || !strings.Contains(a.Body, `no such sandbox: it was never created`) || !strings.Contains(a.Body, "create it: PUT /_understudy/sandboxes/ID") {
			t.Error(a)
		}
	}
}

func TestAnInvalidSandboxIsNotCreated(t *testing.T) {
	f := testkit.OpenControlled(t)
	for body, want := range map[string]struct {
		code int
		says string
	}{
		`{"id":"default"}`:                  {409, "exists already"},
		`{"id":"No"}`:                       {400, "a-z"},
		`{"fork":"nobody"}`:                 {404, "no such sandbox"},
		`{"snapshot":"nobody"}`:             {404, "no such snapshot"},
		`{"fork":"default","snapshot":"x"}`: {400, "give one of them"},
		`{"ttl":"soon"}`:                    {400, "ttl"},
		`{"ttl":"0s"}`:                      {400, "ttl"},
		`{"colour":"x"}`:                    {400, "colour"},
		`{"id":7}`:                          {400, "id"},
		`[]`:                                {400, "openapi.yaml"},
		`{"fixture":{}}`:                    {400, "fixture.json:1"},
		`{"fixture":` + strings.Replace(testkit.OwnWorld, "own-u", "own-w", 1) + `}`: {400, "token"},
		`{"gaps":{"per-page-over-max":"explode"}}`:                                   {400, `no variant "explode"`},
		`{"gaps":{"per-page-over-max@create-segment":"clamp"}}`:                      {400, "does not arise"},
		`{"gaps":{"body-refusal-status":"200","error-body":"text"}}`:                 {400, "choose that too"},
	} {
		if a := f.Control("POST", "sandboxes", body); a.Code != want.code || !strings.Contains(a.Get("error").Str, want.says) {
			t.Errorf("%s: %s", body, a)
		}
	}
	if a := f.Control("GET", "sandboxes", ""); a.Get("sandboxes.#").Int() != 1 {
		t.Errorf("one of them is there: %s", a)
	}
}

func TestANullFixtureMeansNone(t *testing.T) {
	f := testkit.OpenControlled(t)
	if a := f.Control("POST", "sandboxes", `{"id":"a","fixture":null}`); a.Code != 201 || a.Get("tokens.workspace").Str != f.TestData().WorkspaceToken {
		t.Error(a)
	}
}

func TestASandboxIsResetSnapshotRestoredAndDeleted(t *testing.T) {
	f := testkit.OpenControlled(t)
	sandboxed(f, `{"id":"a","gaps":{"page-ends":"zero"}}`)
	create := func() int64 {
		t.Helper()
		return f.Do("POST", "/s/a"+f.SegmentsPath(), f.SegmentBody(), testkit.Bearer(f.TestData().WorkspaceToken)).Get("data.id").Int()
	}
	ends := func() string {
		return f.Do("GET", "/s/a"+testkit.InvitationsPath, "", testkit.Bearer(f.TestData().PersonalToken)).Get("pagination.prev_page").Raw
	}
	if create() != 2312 {
		t.Error("its first segment has another id")
	}
	f.Control("POST", "sandboxes/a/snapshots", `{"name":"one"}`)
	create()
	f.Control("PUT", "gaps?sandbox=a", `{}`)
	if got := ends(); got != "null" {
		t.Errorf("its choice has not changed: %s", got)
	}
	if a := f.Control("POST", "sandboxes/a/restore", `{"snapshot":"one"}`); a.Code != 200 || create() != 2313 || ends() != "0" {
		t.Errorf("it was not restored: %s", a)
	}
	if a := f.Control("POST", "sandboxes/a/reset", ""); a.Code != 200 || create() != 2312 || ends() != "0" {
		t.Errorf("it was not reset: %s", a)
	}
	if a := f.Control("DELETE", "sandboxes/a", ""); a.String() != "204 " || a.Header.Get("Content-Type") != "" {
		t.Error(a)
	}
	if a := f.Do("GET", "/s/a"+testkit.InvitationsPath, ""); a.Code != 404 {
		t.Errorf("it still responds: %s", a)
	}
	if a, _ := sandboxed(f, `{"id":"a","snapshot":"one"}`); create() != 2313 {
		t.Errorf("its snapshot was deleted with it: %s", a)
	}
}

func TestGapsAreChosenForOneSandbox(t *testing.T) {
	f := testkit.OpenControlled(t)
	sandboxed(f, `{"id":"a","gaps":{"timestamp-form@get-segment":"offset"}}`)
	chosen := func(a testkit.Response) string {
		t.Helper()
		if a.Code != 200 {
			t.Errorf("%s", a)
		}
		on := func(operation string) string {
			return a.Get(`gaps.#(id=="timestamp-form")#|#(operation=="` + operation + `").variant`).Str
		}
		return on("get-segment") + " " + on("list-invitations")
	}
	for _, c := range []struct{ rule, method, body, want string }{
		{"as it was created", "GET", "", "offset milliseconds"},
		{"one is chosen", "PATCH", `{"timestamp-form@list-invitations":"seconds"}`, "offset seconds"},
		{"all are chosen", "PATCH", `{"timestamp-form":"seconds"}`, "seconds seconds"},
		{"one is chosen, and none but that", "PUT", `{"timestamp-form@list-invitations":"offset"}`, "milliseconds offset"},
		{"as it was created, again", "DELETE", "", "offset milliseconds"},
	} {
		if got := chosen(f.Control(c.method, "gaps?sandbox=a", c.body)); got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
	if got := chosen(f.Control("GET", "gaps", "")); got != "milliseconds milliseconds" {
		t.Errorf("the default sandbox responds so too: %s", got)
	}
	for _, body := range []string{`{"timestamp-form":"seconds","page-ends":"blank"}`, `{"timestamp-form":null}`, `[]`, ``,
		`{"timestamp-form":"seconds","body-refusal-status":"200","error-body":"text"}`} {
		if a := f.Control("PATCH", "gaps?sandbox=a", body); a.Code != 400 || chosen(f.Control("GET", "gaps?sandbox=a", "")) != "offset milliseconds" {
			t.Errorf("%s: %s", body, a)
		}
	}
}

func TestThereIsALimitOfSandboxes(t *testing.T) {
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	f := testkit.Open(t, server.Options{Control: true, MaxSandboxes: 2, Now: func() time.Time { return now }})
	sandboxed(f, `{"id":"a","ttl":"10m"}`)
	sandboxed(f, `{"id":"b"}`)
	if a := f.Control("POST", "sandboxes", ""); a.Code != 409 || !strings.Contains(a.Get("error").Str, "2 sandboxes") || !strings.Contains(a.Get("error").Str, "--max-sandboxes") {
		t.Error(a)
	}
	now = now.Add(10 * time.Minute)
	if a := f.Control("GET", "sandboxes/a", ""); a.Code != 404 {
		t.Errorf("the expired sandbox counts: %s", a)
	}
	sandboxed(f, `{"id":"c"}`)
}
