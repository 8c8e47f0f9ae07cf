package state_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
)

// newRows are the smallest bodies of a new row of each table, and how the row is then
// shown.
var newRows = []struct{ table, body, at, is string }{
	{"workspaces", `{"name":"Third"}`, "id", "703"},
	{"users", `{"email":"third@example.com"}`, "id", "59"},
	{"connectors", `{"service_name":"made","label":"Made"}`, "label", "Made"},
	{"destinations", `{"workspace_id":701,"name":"D","type":"adreach","objects":[{"full_name":"one"}]}`, "created_at", "2025-03-01T12:00:00.123456789Z"},
	{"sources", `{"workspace_id":701,"name":"S","type":"http_request"}`, "name", "S"},
	{"topics", `{"source_id":4146,"name":"made"}`, "created_at", "2025-03-01T12:00:00.123456789Z"},
	{"segments", `{"source_id":4120,"dataset_id":8801,"name":"Made"}`, "created_at", "2025-03-01T12:00:00.123456789Z"},
	{"links", `{"segment_id":2301}`, "expires_at", "2025-03-02T12:00:00Z"},
	{"invitations", `{"email":"new@example.com"}`, "role", "member"},
}

func TestARowOfEachKindIsAddedAndDeleted(t *testing.T) {
	for _, c := range newRows {
		t.Run(c.table, func(t *testing.T) {
			f := testkit.OpenAtNoon(t, server.Options{})
			before := f.Control("GET", "state/"+c.table, "").Get("total").Int()
			a := f.Control("POST", "state/"+c.table, c.body)
			if a.Code != 201 || a.Get(c.at).String() != c.is {
				t.Fatalf("%s, want %s", a, c.is)
			}
			id := a.Get("id").String()
			if c.table == "connectors" {
				id = a.Get("service_name").Str
			}
			row := "state/" + c.table + "/" + id
			shown := f.Control("GET", row, "")
			if shown.Code != 200 || shown.Get(c.at).String() != c.is {
				t.Errorf("it is read as %s", shown)
			}
			if n := f.Control("GET", "state/"+c.table, "").Get("total").Int(); n != before+1 {
				t.Errorf("there are %d rows, after %d", n, before)
			}
			again := f.Control("POST", "state/"+c.table, strings.Replace(c.body, "{", `{"id":`+id+`,`, 1))
			if c.table == "connectors" {
				again = f.Control("POST", "state/"+c.table, c.body)
			}
			if member := map[bool]string{true: "service_name: ", false: "id: " + id}[c.table == "connectors"]; again.Code != 409 || !strings.HasPrefix(again.Get("error").Str, member) {
				t.Errorf("added again: %s", again)
			}
			testkit.Reopen(t, f)
			if a := f.Control("DELETE", row, ""); a.Code != 204 || a.Body != "" {
				t.Fatalf("deleted: %s", a)
			}
			if a := f.Control("DELETE", row, ""); a.Code != 404 || !strings.Contains(a.Get("error").Str, "GET state/"+c.table+" lists them") {
				t.Errorf("deleted twice: %s", a)
			}
			if n := f.Control("GET", "state/"+c.table, "").Get("total").Int(); n != before {
				t.Errorf("there are %d rows, after %d", n, before)
			}
			testkit.Reopen(t, f)
		})
	}
}

func TestNewRowsFollowTheRulesOfFixtures(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	written := testkit.Written(t, f)
	for _, c := range []struct{ table, body, says string }{
		{"workspaces", `{"name":7}`, "name: has the wrong type: write a string"},
		{"workspaces", `{"token":"secret-token:EXAMPLEproduction0000701"}`, "token: is also the token at workspaces[0].token"},
		{"users", `{"email":"nobody"}`, "email: must be an e-mail address"},
		{"workspaces", `{"name":"Copied","token":"(hidden)"}`, "token: is (hidden), and there is none to keep: give its value"},
		{"workspaces", `{"name":"Copied","revoked_tokens":["old","(hidden)"]}`, "revoked_tokens[1]: is (hidden)"},
		{"users", `{"email":"u@example.com","token":"(hidden)"}`, "token: is (hidden), and there is none to keep: give its value"},
		{"connectors", `{"label":"Made"}`, "service_name: is required"},
		{"connectors", `{"service_name":"made","label":"Made","data":{"headers":{"A":"(hidden)"}}}`, "data.headers.A: is (hidden)"},
		{"destinations", `{"workspace_id":701,"name":"D","type":"cats"}`, `type: there is no connector "cats"`},
		{"destinations", `{"workspace_id":9,"name":"D","type":"adreach"}`, "workspace_id: there is no workspace 9"},
		{"sources", `{"name":"S"}`, "workspace_id: is required: give the id of a workspace"},
		{"topics", `{"name":"made"}`, "source_id: is required: give the id of a source"},
		{"sources", `{"workspace_id":701,"datasets":[{"id":8801}]}`, "datasets[0].id: 8801 is the id of another dataset"},
		{"sources", `{"workspace_id":701,"topics":[]}`, "topics: are a table of their own"},
		{"topics", `{"source_id":4120,"name":"made"}`, "source_id: the source is not of the type http_request"},
		{"topics", `{"source_id":4146,"name":"made","created_at":"2001-01-01T00:00:00Z"}`, "created_at: must not be before"},
		{"segments", `{"source_id":4120,"dataset_id":1,"name":"Made"}`, "dataset_id: the source has no dataset 1"},
		{"segments", `{"source_id":4120,"dataset_id":8801,"name":"Made","created_at":null}`, "created_at: is required: write it like"},
		{"links", `{"segment_id":1}`, "segment_id: there is no segment 1"},
		{"links", `{"segment_id":2301,"nonce":"00000000000000000000000000000000"}`, "nonce, auth_sha256: give both"},
		{"invitations", `{"colour":"red"}`, `unknown field "colour" in the row`},
		{"invitations", `7`, "the row: has the wrong type: write an object"},
		{"invitations", ``, "the row: "},
	} {
		if a := f.Control("POST", "state/"+c.table, c.body); a.Code != 400 || !strings.HasPrefix(a.Get("error").Str, c.says) {
			t.Errorf("%s %s: %s, want %s", c.table, c.body, a, c.says)
		}
	}
	if a := f.Control("POST", "state/invitation", `{}`); a.Code != 404 || !strings.Contains(a.Get("error").Str, `did you mean "invitations"?`) {
		t.Error(a)
	}
	if testkit.Written(t, f) != written {
		t.Error("a rejected row changed the world")
	}
}

func TestARowThatOthersReferToIsNotDeleted(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	if a := f.Control("POST", "state/links", `{"segment_id":2301}`); a.Code != 201 {
		t.Fatal(a)
	}
	written := testkit.Written(t, f)
	for row, says := range map[string]string{
		"connectors/adreach": "other rows refer to it: delete these before: destinations (",
		"sources/4146":       "other rows refer to it: delete these before: topics (7002, 7003, 7006 and ",
		"sources/4120":       "other rows refer to it: delete these before: segments (",
		"segments/2301":      "other rows refer to it: delete these before: links (1)",
		"workspaces/702":     "other rows refer to it: delete these before: connectors (",
		"workspaces/701":     "is the first of the world, whose token opens the sandbox: it cannot be deleted",
		"users/31":           "is the first of the world, whose token opens the sandbox: it cannot be deleted",
	} {
		if a := f.Control("DELETE", "state/"+row, ""); a.Code != 409 || !strings.HasPrefix(a.Get("error").Str, row+": "+says) {
			t.Errorf("%s: %s", row, a)
		}
	}
	if testkit.Written(t, f) != written {
		t.Error("a rejected deletion changed the world")
	}
	for _, row := range []string{"links/1", "segments/2301", "destinations/6101"} {
		if a := f.Control("DELETE", "state/"+row, ""); a.Code != 204 {
			t.Errorf("%s: %s", row, a)
		}
	}
	if a := f.Do("GET", f.DestinationPath(6101)+"/objects", "", testkit.Bearer(f.TestData().WorkspaceToken)); a.Code != 404 {
		t.Errorf("the API still has the objects of a deleted destination: %s", a)
	}
}

func TestTheAPIServesWhatWasAdded(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	workspace := f.Control("POST", "state/workspaces", `{"name":"Third"}`)
	user := f.Control("POST", "state/users", `{"email":"third@example.com","token":"personal-token:third"}`)
	source := f.Control("POST", "state/sources", fmt.Sprintf(`{"workspace_id":%d,"type":"http_request"}`, workspace.Get("id").Int()))
	topics := fmt.Sprintf("/api/v1/sources/%d/topics", source.Get("id").Int())
	token := testkit.Bearer(workspace.Get("token").Str)
	f.Control("POST", "state/topics", fmt.Sprintf(`{"source_id":%d,"name":"made"}`, source.Get("id").Int()))
	if a := f.Do("GET", topics, "", token); a.Code != 200 || a.Get("data.0.name").Str != "made" {
		t.Errorf("its topics: %s", a)
	}
	if a := f.Do("GET", "/api/v1/invitations", "", testkit.Bearer("personal-token:third")); a.Code != 200 {
		t.Errorf("a new user: %s", a)
	}
	link := f.Control("POST", "state/links", `{"segment_id":2301,"redirect_uri":"https://app.example.com"}`)
	if a := f.Follow(link.Get("uri").Str); a.Code != 200 || link.Get("nonce").Str != "(hidden)" {
		t.Errorf("the uri of %s leads to HTTP %d", link, a.Code)
	}
	expired := f.Control("POST", "state/links", `{"segment_id":2301,"expires_at":"2025-01-01T00:00:00Z"}`)
	if a := f.Follow(expired.Get("uri").Str); a.Code != 410 {
		t.Errorf("an expired link leads to HTTP %d", a.Code)
	}
	if text := f.Control("GET", "journal", "").Body; strings.Contains(text, workspace.Get("token").Str) || strings.Contains(text, "personal-token:third") {
		t.Error("the journal shows a new token")
	}
	f.Control("DELETE", fmt.Sprintf("state/users/%d", user.Get("id").Int()), "")
	if a := f.Do("GET", "/api/v1/invitations", "", testkit.Bearer("personal-token:third")); a.Code != 401 {
		t.Errorf("a deleted user: %s", a)
	}
	if text := f.Control("GET", "journal", "").Body; strings.Contains(text, "personal-token:third") {
		t.Error("the journal shows the token of a deleted user")
	}
	f.Control("POST", "sandboxes/default/reset", "")
	if a := f.Do("GET", topics, "", token); a.Code != 401 {
		t.Errorf("after a reset the new workspace is still there: %s", a)
	}
}

func TestASandboxHasItsOwnWorkspaces(t *testing.T) {
	f := testkit.OpenAtNoon(t, server.Options{})
	f.Control("POST", "sandboxes", `{"id":"a"}`)
	f.Control("POST", "state/users?sandbox=a", `{"email":"third@example.com","token":"personal-token:third"}`)
	for prefix, want := range map[string]int{"/s/a": 200, "": 401} {
		if a := f.Do("GET", prefix+"/api/v1/invitations", "", testkit.Bearer("personal-token:third")); a.Code != want {
			t.Errorf("%q: %s, want %d", prefix, a, want)
		}
	}
	if link := f.Control("POST", "state/links?sandbox=a", `{"segment_id":2301}`); f.Follow(link.Get("uri").Str).Code != 200 {
		t.Errorf("the uri is %s", link)
	}
}
