package state_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
)

func TestTablesAreCountedAndPaged(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	if a := f.Control("GET", "state", ""); a.Get(`tables.#(name=="invitations").rows`).Int() != 137 || a.Get(`tables.#(name=="workspaces").rows`).Int() != 2 {
		t.Error(a)
	}
	a := f.Control("GET", "state/invitations?page=2&per_page=100", "")
	if a.Get("total").Int() != 137 || a.Get("rows.#").Int() != 37 || a.Get("rows.36.id").Int() != 5310 {
		t.Error(a)
	}
	seen := map[string]bool{}
	for page := range 3 {
		for _, row := range f.Control("GET", fmt.Sprintf("state/destinations?per_page=3&page=%d", page+1), "").Get("rows.#.id").Array() {
			seen[row.Raw] = true
		}
	}
	if total := f.Control("GET", "state/destinations", "").Get("total").Int(); int(total) != len(seen) || total < 4 {
		t.Errorf("%d of %d destinations were seen", len(seen), total)
	}
	if a := f.Control("GET", "state/topics?page=9", ""); a.Code != 200 || a.Get("rows").Raw != "[]" {
		t.Error(a)
	}
}

func TestRowsThatArePutOrMerged(t *testing.T) {
	const segment = `{"id":90,"source_id":%[1]d,"dataset_id":%[2]d,"name":"Put","created_at":"2030-01-01T00:00:00Z","molecules":[]}`
	for rule, c := range map[string]struct {
		method, path, body string
		code               int
		at, is             string
	}{
		"a new invitation":          {"PUT", "invitations/9999", `{"id":9999,"email":"a@example.com","created_at":"2030-01-01T00:00:00Z","created_by_id":31,"role":"admin"}`, 201, "email", "a@example.com"},
		"an older invitation":       {"PUT", "invitations/9999", `{"id":9999,"email":"a@example.com","created_at":"2020-01-01T00:00:00Z","created_by_id":31,"role":"admin"}`, 400, "error", "created_at: must not be before 2025-09-22T10:00:10.907Z, when the last of the list was created"},
		"a member of one":           {"PATCH", "invitations/5310", `{"role":"admin"}`, 200, "role", "admin"},
		"a member taken away":       {"PATCH", "invitations/5310", `{"associated_workspace_invitations":null}`, 200, "associated_workspace_invitations", ""},
		"a bad role":                {"PATCH", "invitations/5310", `{"role":"king"}`, 400, "error", `role: "king" is not a role: use one of admin, member`},
		"an unknown member":         {"PATCH", "invitations/5310", `{"colour":"red"}`, 400, "error", `unknown field "colour" in the row`},
		"a wrong type":              {"PATCH", "invitations/5310", `{"email":7}`, 400, "error", "email: has the wrong type"},
		"no object":                 {"PATCH", "invitations/5310", `7`, 400, "error", "the row must be a JSON object that names each member once"},
		"another id":                {"PATCH", "invitations/5310", `{"id":7}`, 400, "error", `id: is 7 in the row and "5310" in the path: give one`},
		"its place in the list":     {"PATCH", "invitations/5310", `{"created_at":"2030-01-01T00:00:00Z"}`, 400, "error", "created_at: cannot be changed: it gives the row its place in its list"},
		"no row":                    {"PATCH", "invitations/7", `{}`, 404, "error", `there is no row "7"`},
		"no table":                  {"PATCH", "cats/7", `{}`, 404, "error", `there is no table "cats": use one of workspaces, users, connectors, destinations, sources, topics, segments, links, invitations`},
		"a workspace":               {"PATCH", "workspaces/701", `{"name":"N"}`, 405, "error", "workspaces cannot be changed, as they hold the tokens of the world: add a row, or delete one"},
		"a user":                    {"PUT", "users/31", `{"id":31}`, 405, "error", "users cannot be changed"},
		"a link that was not given": {"PUT", "links/7", `{"id":7}`, 400, "error", "nonce: is required, as the authorization value of a link is derived from it: POST state/links draws one"},
		"a connector":               {"PATCH", "connectors/till_loyalty", `{"label":"Tills"}`, 200, "label", "Tills"},
		"a secret that stays":       {"PATCH", "connectors/till_loyalty", `{"data":{"headers":{"X-Till-Key":"(hidden)"}}}`, 200, "data.headers.X-Till-Key", "(hidden)"},
		"a secret that never was":   {"PATCH", "connectors/till_loyalty", `{"data":{"headers":{"X-Other":"(hidden)"}}}`, 400, "error", "data.headers.X-Other: is (hidden), and there is none to keep: give its value"},
		"a destination's name":      {"PATCH", "destinations/6104", `{"name":"Summer"}`, 200, "name", "Summer"},
		"a type of no one":          {"PATCH", "destinations/6104", `{"type":"cats"}`, 400, "error", `type: there is no connector "cats"`},
		"fewer objects":             {"PATCH", "destinations/6101", `{"objects":[{"label":"One","full_name":"one"}]}`, 200, "objects.#", "1"},
		"a segment":                 {"PUT", "segments/90", segment, 201, "name", "Put"},
		"a segment of no dataset":   {"PUT", "segments/90", strings.Replace(segment, "%[2]d", "12345%[2]d", 1), 400, "error", "dataset_id: the source has no dataset"},
		"a topic's name":            {"PATCH", "topics/%[3]d", `{"name":"renamed"}`, 200, "name", "renamed"},
		"a topic's source":          {"PATCH", "topics/%[3]d", `{"source_id":%[1]d}`, 400, "error", "source_id: the source is not of the type"},
		"a source's name":           {"PATCH", "sources/%[1]d", `{"name":"S"}`, 200, "name", "S"},
		"a source with topics":      {"PATCH", "sources/%[1]d", `{"topics":[]}`, 400, "error", "topics: are a table of their own"},
	} {
		t.Run(rule, func(t *testing.T) {
			f := testkit.OpenAtNoon(t, server.Options{})
			g := f.TestData()
			topic := f.Control("GET", "state/topics", "").Get("rows.0.id").Int()
			fill := func(s string) string {
				return strings.NewReplacer("%[1]d", fmt.Sprint(g.SourceID), "%[2]d", fmt.Sprint(g.DatasetID), "%[3]d", fmt.Sprint(topic)).Replace(s)
			}
			a := f.Control(c.method, "state/"+fill(c.path), fill(c.body))
			if got := a.Get(c.at).String(); a.Code != c.code || !strings.HasPrefix(got, c.is) || c.is == "" && got != "" {
				t.Fatalf("%s, want %d and %s", a, c.code, c.is)
			}
			if a.Code < 300 {
				if again := f.Control("GET", "state/"+fill(c.path), ""); again.Body != a.Body {
					t.Errorf("it is read as %s, after %s", again, a)
				}
			}
			testkit.Reopen(t, f)
		})
	}
}

func TestWhatHappensToRows(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	link := f.Do("POST", f.CreateSegment()+"/segment_management_links", `{"redirect_uri":"https://app.example.com"}`, testkit.Bearer(f.TestData().WorkspaceToken))
	segment := fmt.Sprintf("segments/%d", link.Get("data.segment_id").Int())
	for _, c := range []struct {
		path, body string
		code       int
		at, is     string
	}{
		{"invitations", `{"email":"new@example.com"}`, 201, "role", "member"},
		{"invitations", `{"email":"no address"}`, 400, "error", "email: must be an e-mail address"},
		{"invitations", `{"email":"a@example.com","id":5310}`, 409, "error", "id: 5310 is that of another row of invitations: leave it out, or change that row with PUT or PATCH"},
		{"invitations/5311/claim", `{"claimed_by_id":31}`, 200, "claimed_by_id", "31"},
		{"invitations/5311/claim", ``, 409, "error", "the invitation has been claimed already"},
		{"invitations/7/claim", ``, 404, "error", `there is no row "7" in invitations: GET state/invitations lists them`},
		{"links/1/revoke", ``, 200, "revoked_at", "2025-03-01T12:00:00.123456789Z"},
		{"links/7/revoke", ``, 404, "error", `there is no row "7" in links: GET state/links lists them`},
		{segment + "/hold", ``, 200, "completion.held", "true"},
		{segment + "/complete", ``, 200, "completion", ""},
		{"destinations/6108/fail-test", ``, 200, "last_test.steps.1.status", "failed"},
		{"destinations/6108/fail-test", `{"step":""}`, 400, "error", "step: must not be empty: leave it out, or say which step fails"},
		{"destinations/6108/pass-test", ``, 200, "last_test.steps.#", "3"},
	} {
		if a := f.Control("POST", "state/"+c.path, c.body); a.Code != c.code || a.Get(c.at).String() != c.is {
			t.Errorf("%s %s: %s, want %d and %s", c.path, c.body, a, c.code, c.is)
		}
	}
	if a := f.Do("GET", strings.TrimPrefix(link.Get("data.uri").Str, testkit.BaseURL), ""); a.Code != 410 {
		t.Errorf("the revoked link gets HTTP %d", a.Code)
	}
	if a := f.ListInvitations("?per_page=1"); a.Get("data.0.email").Str != "new@example.com" || a.Get("data.0.claimed_by_id").Int() != 31 {
		t.Errorf("the list shows %s", a)
	}
}

func TestSecretsAreHiddenAndPreserved(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	testkit.Use(f)
	text := ""
	for _, table := range f.Control("GET", "state", "").Get("tables.#.name").Array() {
		for page := range 3 {
			text += f.Control("GET", fmt.Sprintf("state/%s?per_page=100&page=%d", table.Str, page+1), "").Body
		}
	}
	for _, secret := range []string{"secret-token:", "personal-token:", "-secret", "EXAMPLE"} {
		if at := strings.Index(text, secret); at >= 0 {
			t.Errorf("a row shows %s", text[max(0, at-60):at+40])
		}
	}
	for _, row := range []string{"connectors/plain", "connectors/till_loyalty", "destinations/6101", "links/1"} {
		before := testkit.Written(t, f)
		shown := f.Control("GET", "state/"+row, "").Body
		if a := f.Control("PUT", "state/"+row, shown); a.Code != 200 || a.Body != shown {
			t.Errorf("%s: put as it was shown it is %s", row, a)
		}
		if after := testkit.Written(t, f); after != before {
			t.Errorf("%s: put as it was shown it changed %s to %s", row, before, after)
		}
	}
	f.Control("PATCH", "state/destinations/6101", `{"credentials":{"unheard_of":"another-secret"}}`)
	if a := f.Control("GET", "state/destinations/6101", ""); a.Get("credentials.unheard_of").Str != "(hidden)" {
		t.Errorf("a key that the type does not know is shown: %s", a)
	}
}

func TestTheSecretsOfURLsAreHiddenAndPreserved(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	workspace := testkit.Bearer(f.TestData().WorkspaceToken)
	f.Do("POST", "/api/v1/connectors", `{"connector":{"service_name":"urls","label":"URLs","data":{"url":"https://me:OPENS1@x.example.com/?a=1&api_key=OPENS2"},
		"icon_url":"https://x.example.com/i.png?X-Amz-Signature=OPENS3","configuration_definition":{"base":{"default":"https://me:OPENS4@x.example.com"}}}}`, workspace)
	f.Do("POST", f.SegmentsPath()+"/2301/segment_management_links", `{"redirect_uri":"https://x.example.com/?a=1&to=https%3A%2F%2Fme%3AOPENS5@x&token=OPENS6"}`, workspace)
	f.Do("PATCH", "/api/v1/destinations/6101", `{"service_connection":{"credentials":{"account_name":"https://me:OPENS7@x.example.com"}}}`, workspace)
	for row, c := range map[string]struct{ member, shown, other string }{
		"connectors/urls":   {"data.url", "https://[hidden]@x.example.com/?a=1&api_key=[hidden]", `{"label":"Other"}`},
		"links/1":           {"redirect_uri", "https://x.example.com/?a=1&to=https://[hidden]@x&token=[hidden]", `{"expires_at":"2040-01-01T00:00:00Z"}`},
		"destinations/6101": {"credentials.account_name", "https://[hidden]@x.example.com", `{"name":"Other"}`},
	} {
		before := testkit.Written(t, f)
		a := f.Control("GET", "state/"+row, "")
		if got := a.Get(c.member).Str; got != c.shown || strings.Contains(a.Body, "OPENS") {
			t.Errorf("%s is shown as %s", row, a)
		}
		for _, way := range []string{"PUT", "PATCH"} {
			if got := f.Control(way, "state/"+row, a.Body); got.Code != 200 || got.Body != a.Body || testkit.Written(t, f) != before {
				t.Errorf("%s: after %s of the shown text it is %s", row, way, got)
			}
		}
		first := strings.Count(testkit.Written(t, f), "OPENS")
		if got := f.Control("PATCH", "state/"+row, c.other); got.Code != 200 || strings.Count(testkit.Written(t, f), "OPENS") != first {
			t.Errorf("%s: with another member changed it is %s", row, got)
		}
		changed := strings.Replace(strings.ReplaceAll(a.Body, `\u0026`, "&"), c.shown, "https://elsewhere.example.com/?token=[hidden]", 1)
		if got := f.Control("PUT", "state/"+row, changed); got.Code != 400 || !strings.HasPrefix(got.Get("error").Str, c.member+": has [hidden] in it") {
			t.Errorf("%s: with a secret that is hidden in another URL it is %s", row, got)
		}
	}
	if text := f.Control("GET", "state/connectors?per_page=100", "").Body + f.ConsolePage("console/state?table=links").Body; strings.Contains(text, "OPENS") {
		t.Errorf("a table shows %s", text)
	}
	for n := range 7 {
		if !strings.Contains(testkit.Written(t, f), fmt.Sprintf("OPENS%d", n+1)) {
			t.Errorf("OPENS%d is lost", n+1)
		}
	}
}
