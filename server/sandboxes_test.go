package server_test

import (
	"strings"
	"testing"
	"time"

	"understudy/server"
)

const ownWorld = `{"organization":{"id":1,"name":"Own"},"workspaces":[{"id":1,"name":"W","token":"own-w"}],"users":[{"id":1,"email":"u@example.com","token":"own-u"}],
"invitations":[{"id":9,"email":"i@example.com","created_at":"2024-01-01T00:00:00Z","created_by_id":1,"role":"member"}]}`

// sandboxed creates a sandbox and tells the invitations of its world.
func (f fake) sandboxed(body string) (a answer, invited func() answer) {
	f.Helper()
	a = f.control("POST", "sandboxes", body)
	if a.code != 201 {
		f.Fatalf("%s: %s", body, a)
	}
	path := strings.TrimPrefix(a.get("base_url").Str, "http://"+local)
	return a, func() answer { return f.do("GET", path+invitations, "", bearer(a.get("tokens.personal").Str)) }
}

func TestASandboxIsCreated(t *testing.T) {
	f := controlled(t)
	f.control("POST", "sandboxes/default/snapshots", `{"name":"fresh"}`)
	g := f.Ground()
	for rule, c := range map[string]struct {
		body, personal string
		id             string
		invitations    int64
	}{
		"of the default one":    {"", g.PersonalToken, "", 137},
		"of a parent":           {`{"id":"child","fork":"default"}`, g.PersonalToken, "child", 137},
		"of a snapshot":         {`{"id":"of-snapshot","snapshot":"fresh"}`, g.PersonalToken, "of-snapshot", 137},
		"of a world of its own": {`{"id":"own","fixture":` + ownWorld + `}`, "own-u", "own", 1},
	} {
		a, invited := f.sandboxed(c.body)
		id := a.get("id").Str
		if c.id != "" && id != c.id || len(id) < 3 || a.get("tokens.personal").Str != c.personal ||
			a.get("base_url").Str != "http://"+local+"/s/"+id || a.get("expires_at").Value() != nil || a.get("created_at").Str != "2025-03-01T12:00:00Z" {
			t.Errorf("%s: %s", rule, a)
		}
		if got := invited().get("pagination.total_records").Int(); got != c.invitations {
			t.Errorf("%s: it has %d invitations", rule, got)
		}
		if told := f.control("GET", "sandboxes/"+id, ""); told.code != 200 || told.get("id").Str != id || told.get("tokens").Exists() {
			t.Errorf("%s: %s", rule, told)
		}
	}
	if a := f.control("POST", "sandboxes", `{"id":"grandchild","fork":"own"}`); a.get("tokens.workspace").Str != "own-w" {
		t.Errorf("a fork does not have its parent's tokens: %s", a)
	}
	if a := f.control("GET", "sandboxes", ""); a.get("sandboxes.#").Int() != 6 || strings.Contains(a.body, "EXAMPLE") || strings.Contains(a.body, "own-u") {
		t.Error(a)
	}
}

func TestASandboxThatCannotBeIsNotCreated(t *testing.T) {
	f := controlled(t)
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
		`{"fixture":` + strings.Replace(ownWorld, "own-u", "own-w", 1) + `}`: {400, "token"},
		`{"gaps":{"per-page-over-max":"explode"}}`:                           {400, `no variant "explode"`},
		`{"gaps":{"per-page-over-max@create-segment":"clamp"}}`:              {400, "does not arise"},
		`{"gaps":{"body-refusal-status":"200","error-body":"text"}}`:         {400, "choose that too"},
	} {
		if a := f.control("POST", "sandboxes", body); a.code != want.code || !strings.Contains(a.get("error").Str, want.says) {
			t.Errorf("%s: %s", body, a)
		}
	}
	if a := f.control("GET", "sandboxes", ""); a.get("sandboxes.#").Int() != 1 {
		t.Errorf("one of them is there: %s", a)
	}
}

func TestAFixtureOfNullIsNone(t *testing.T) {
	f := controlled(t)
	if a := f.control("POST", "sandboxes", `{"id":"a","fixture":null}`); a.code != 201 || a.get("tokens.workspace").Str != f.Ground().WorkspaceToken {
		t.Error(a)
	}
}

func TestASandboxIsResetKeptRestoredAndDeleted(t *testing.T) {
	f := controlled(t)
	f.sandboxed(`{"id":"a","gaps":{"page-ends":"zero"}}`)
	create := func() int64 {
		t.Helper()
		return f.do("POST", "/s/a"+f.segments(), f.segment(), bearer(f.Ground().WorkspaceToken)).get("data.id").Int()
	}
	ends := func() string {
		return f.do("GET", "/s/a"+invitations, "", bearer(f.Ground().PersonalToken)).get("pagination.prev_page").Raw
	}
	if create() != 2312 {
		t.Error("its first segment has another id")
	}
	f.control("POST", "sandboxes/a/snapshots", `{"name":"one"}`)
	create()
	f.control("PUT", "gaps?sandbox=a", `{}`)
	if got := ends(); got != "null" {
		t.Errorf("its choice has not changed: %s", got)
	}
	if a := f.control("POST", "sandboxes/a/restore", `{"snapshot":"one"}`); a.code != 200 || create() != 2313 || ends() != "0" {
		t.Errorf("it was not restored: %s", a)
	}
	if a := f.control("POST", "sandboxes/a/reset", ""); a.code != 200 || create() != 2312 || ends() != "0" {
		t.Errorf("it was not reset: %s", a)
	}
	if a := f.control("DELETE", "sandboxes/a", ""); a.String() != "204 " || a.header.Get("Content-Type") != "" {
		t.Error(a)
	}
	if a := f.do("GET", "/s/a"+invitations, ""); a.code != 404 {
		t.Errorf("it still answers: %s", a)
	}
	if a, _ := f.sandboxed(`{"id":"a","snapshot":"one"}`); create() != 2313 {
		t.Errorf("its snapshot went with it: %s", a)
	}
}

func TestGapsAreChosenForOneSandbox(t *testing.T) {
	f := controlled(t)
	f.sandboxed(`{"id":"a","gaps":{"timestamp-form@get-segment":"offset"}}`)
	chosen := func(a answer) string {
		t.Helper()
		if a.code != 200 {
			t.Errorf("%s", a)
		}
		on := func(operation string) string {
			return a.get(`gaps.#(id=="timestamp-form")#|#(operation=="` + operation + `").variant`).Str
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
		if got := chosen(f.control(c.method, "gaps?sandbox=a", c.body)); got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
	if got := chosen(f.control("GET", "gaps", "")); got != "milliseconds milliseconds" {
		t.Errorf("the default sandbox answers so too: %s", got)
	}
	for _, body := range []string{`{"timestamp-form":"seconds","page-ends":"blank"}`, `{"timestamp-form":null}`, `[]`, ``,
		`{"timestamp-form":"seconds","body-refusal-status":"200","error-body":"text"}`} {
		if a := f.control("PATCH", "gaps?sandbox=a", body); a.code != 400 || chosen(f.control("GET", "gaps?sandbox=a", "")) != "offset milliseconds" {
			t.Errorf("%s: %s", body, a)
		}
	}
}

func TestThereIsALimitOfSandboxes(t *testing.T) {
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	f := open(t, server.Options{Control: true, MaxSandboxes: 2, Now: func() time.Time { return now }})
	f.sandboxed(`{"id":"a","ttl":"10m"}`)
	f.sandboxed(`{"id":"b"}`)
	if a := f.control("POST", "sandboxes", ""); a.code != 409 || !strings.Contains(a.get("error").Str, "2 sandboxes") || !strings.Contains(a.get("error").Str, "--max-sandboxes") {
		t.Error(a)
	}
	now = now.Add(10 * time.Minute)
	if a := f.control("GET", "sandboxes/a", ""); a.code != 404 {
		t.Errorf("its time is over: %s", a)
	}
	f.sandboxed(`{"id":"c"}`)
}
