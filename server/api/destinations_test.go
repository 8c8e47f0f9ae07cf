package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"understudy/fixtures"
	"understudy/server/internal/testkit"
	"understudy/spec"
)

func TestAnUpdatedDestination(t *testing.T) {
	f := testkit.OpenChoosing(t)
	now := f.Home().Clock().Now().Truncate(time.Millisecond)
	a := f.PatchDestination(`{"name":"Care team"}`)
	if a.Code != http.StatusOK || a.Get("status").Str != "updated" {
		t.Fatal(a)
	}
	d := a.Get("data")
	for path, want := range map[string]string{
		"id": "6101", "name": `"Care team"`, "type": `"northstar_crm"`, "created_at": `"2023-11-20T10:41:07.330Z"`,
		"connection_details":  `{"account_id":"NS-20417","account_name":"Harbour & Finch","environment":"production"}`,
		"last_test_succeeded": "true", "objects.#": "4", "objects.#.full_name": `["contact","account","case","contact_list"]`,
		"last_test_results": `{"steps":[{"step":"Reach Northstar CRM","status":"success"},{"step":"Check the credentials","status":"success"},{"step":"List the objects","status":"success"}]}`,
	} {
		if got := d.Get(path).Raw; got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := d.Get("last_tested_at").Time(); !got.Equal(now) {
		t.Errorf("it was tested at %s, want %s", got, now)
	}
	if again := f.Get(f.DestinationPath(6101)); again.Get("data").Raw != d.Raw || again.Get("status").Str != "success" {
		t.Errorf("retrieved as %s, want %s", again, d)
	}
}

func TestRejectedServiceConnections(t *testing.T) {
	f := testkit.OpenChoosing(t)
	before := f.Get(f.DestinationPath(6101)).Body
	for body, says := range map[string]string{
		`{}`:                                  "service_connection: is required",
		`{"service_connection":null}`:         "service_connection: must be an object, not null",
		`{"service_connection":[]}`:           "service_connection: must be an object",
		`{"name":"Top level"}`:                "service_connection: is required",
		`[]`:                                  "must be a JSON object",
		``:                                    "empty",
		`{"service_connection":{"name":`:      "not JSON",
		connection(`"name":null`):             "service_connection.name: must not be null: leave it out",
		connection(`"name":7`):                "service_connection.name: must be a string",
		connection(`"credentials":null`):      "service_connection.credentials: must not be null: leave it out",
		connection(`"credentials":"key"`):     "service_connection.credentials: must be an object",
		connection(`"type":null`):             "service_connection.type: must not be null: leave it out",
		connection(`"type":7`):                "service_connection.type: must be a string",
		connection(`"type":"telegraph"`):      "service_connection.type: the workspace has no destination type",
		connection(`"type":"partner_portal"`): "service_connection.type: the workspace has no destination type",
		connection(`"name":"Half","type":"telegraph"`):          "service_connection.type",
		connection(`"credentials":{"account_id":"a"},"name":0`): "service_connection.name",
	} {
		a := f.Do("PATCH", f.DestinationPath(6101), body, testkit.Bearer(f.TestData().WorkspaceToken))
		if a.Code != 400 || !strings.Contains(a.Get("message").Str, says) {
			t.Errorf("%s: %s, want 400 and %s", body, a, says)
		}
	}
	if after := f.Get(f.DestinationPath(6101)).Body; after != before {
		t.Errorf("one of them changed it: %s", after)
	}
}

func connection(members string) string { return `{"service_connection":{` + members + `}}` }

func TestOmittedMembersStayUnchanged(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for _, c := range []struct{ connection, details, name, kind string }{
		{`{}`, `{"account_id":"NS-20417","account_name":"Harbour & Finch","environment":"production"}`, "Northstar, customer care", "northstar_crm"},
		{`{"credentials":{"account_name":"H&F"}}`, `{"account_id":"NS-20417","account_name":"H&F","environment":"production"}`, "Northstar, customer care", "northstar_crm"},
		{`{"credentials":{"environment":null}}`, `{"account_id":"NS-20417","account_name":"H&F"}`, "Northstar, customer care", "northstar_crm"},
		{`{"credentials":{"account_id":20417,"unheard_of":"x"}}`, `{"account_id":"20417","account_name":"H&F"}`, "Northstar, customer care", "northstar_crm"},
		{`{"name":"Mail","type":"paperplane_mail"}`, `{"account_name":"H&F"}`, "Mail", "paperplane_mail"},
		{`{"type":"northstar_crm","colour":"red"}`, `{"account_id":"20417","account_name":"H&F"}`, "Mail", "northstar_crm"},
		{`{"credentials":{}}`, `{"account_id":"20417","account_name":"H&F"}`, "Mail", "northstar_crm"},
		{`{"name":""}`, `{"account_id":"20417","account_name":"H&F"}`, "", "northstar_crm"},
	} {
		d := f.PatchDestination(c.connection).Get("data")
		if d.Get("connection_details").Raw != c.details || d.Get("name").Str != c.name || d.Get("type").Str != c.kind {
			t.Errorf("%s: it is now %s, a %s with %s", c.connection, d.Get("name"), d.Get("type"), d.Get("connection_details"))
		}
	}
}

func TestATestFailsWhereARequiredCredentialIsMissing(t *testing.T) {
	f := testkit.OpenChoosing(t)
	d := f.PatchDestination(`{"credentials":{"api_key":null}}`).Get("data")
	want := `{"steps":[{"step":"Reach Northstar CRM","status":"success"},{"step":"Check the credentials","status":"failed","error":{"message":"API key is required"}}]}`
	if d.Get("last_test_succeeded").Raw != "false" || d.Get("last_test_results").Raw != want {
		t.Errorf("it shows %s", d.Get("last_test_results"))
	}
	if d := f.PatchDestination(`{"credentials":{"api_key":"new"}}`).Get("data"); d.Get("last_test_succeeded").Raw != "true" {
		t.Errorf("it shows %s", d.Get("last_test_results"))
	}
	if d := f.PatchDestination(`{"type":"adreach"}`).Get("data"); d.Get("last_test_results.steps.1.error.message").Str != "Access token is required" {
		t.Errorf("a secret outlived its type: %s", d.Get("last_test_results"))
	}
}

func TestTheLastTestOfTheWorldsDestinations(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for id, want := range map[int64]string{6101: "true", 6104: "false", 6115: "null"} {
		if got := f.Get(f.DestinationPath(id)).Get("data.last_test_succeeded").Raw; got != want {
			t.Errorf("destination %d: %s, want %s", id, got, want)
		}
	}
	if got := f.Get(f.DestinationPath(6104)).Get("data.last_test_results.steps.#(status==failed).error.message").Str; got == "" {
		t.Error("a failed step has no error")
	}
}

// canaries returns the secrets of the world and of the tests.
func canaries() []string {
	return []string{"EXAMPLE", "canary-"}
}

func TestSecretsAreNeverEchoed(t *testing.T) {
	f := testkit.OpenChoosing(t)
	token := testkit.Bearer(f.TestData().WorkspaceToken)
	definition := `{"k":{"secret":true,"default":"canary-default"},"open":{"default":"shown"}}`
	responses := []testkit.Response{
		f.PatchDestination(`{"credentials":{"api_key":"canary-key","unheard_of":"canary-unknown","account_id":"seen"}}`),
		f.PatchDestination(`{"type":"till_loyalty"}`), f.PatchDestination(`{"type":"northstar_crm"}`),
		f.PatchDestination(`{"type":"canary-type"}`), f.PatchDestination(`{"credentials":{"api_key":"canary-key"},"name":1}`),
		f.Call(spec.CreateConnector, ""),
		f.Call(spec.CreateConnector, f.ConnectorBody("service_name", `"mine"`, "configuration_definition", definition, "data", `{"headers":{"X":"canary-header"}}`)),
		f.Call(spec.CreateConnector, f.ConnectorBody("service_name", `"other"`, "data", `{"headers":{"X":"canary-header","Y":1}}`)),
		f.Call(spec.UpdateConnector, ""), f.Call(spec.PublishConnector, ""),
		// A value stays secret if the type later says that it is not.
		f.PatchDestination(`{"type":"mine","credentials":{"k":"canary-credential"}}`),
		f.Do("PATCH", "/api/v1/connectors/mine", `{"connector":{"configuration_definition":{"k":{}}}}`, token),
		f.PatchDestination(`{"name":"Again"}`),
	}
	for _, id := range []int64{6101, 6104, 6108, 6112, 6115, 6119} {
		responses = append(responses, f.Get(f.DestinationPath(id)), f.Get(f.DestinationPath(id)+"/objects"))
	}
	for i, a := range responses {
		for _, secret := range canaries() {
			if strings.Contains(a.Body, secret) {
				t.Errorf("response %d contains a secret, %s: %s", i, secret, a)
			}
		}
	}
	if got := f.Get(f.DestinationPath(6101)).Get("data.connection_details").Raw; got != "{}" {
		t.Errorf("it shows %s", got)
	}
}

func TestAnotherWorkspacesResourcesLookUnknown(t *testing.T) {
	f := testkit.OpenChoosing(t, "not-found-body=error")
	other := testkit.Bearer(f.TestData().OtherWorkspaceToken)
	for path, nobodys := range map[string]string{
		"/api/v1/destinations/6101":         "/api/v1/destinations/1",
		"/api/v1/destinations/6101/objects": "/api/v1/destinations/1/objects",
		"/api/v1/sources/4146/topics":       "/api/v1/sources/1/topics",
	} {
		theirs, none := f.Do("GET", path, "", other), f.Do("GET", nobodys, "", other)
		if theirs.Code != 404 || strings.ReplaceAll(theirs.Body, strings.Split(path, "/")[4], "1") != none.Body {
			t.Errorf("%s: %s, but of none: %s", path, theirs, none)
		}
		if a, b := theirs.Header.Get("Understudy-Hint"), none.Header.Get("Understudy-Hint"); a != b {
			t.Errorf("%s: the hint is %q, but of none: %q", path, a, b)
		}
	}
	for _, name := range []string{"shelf_labels", "till_loyalty", "northstar_crm"} {
		theirs := f.Do("PATCH", "/api/v1/connectors/"+name, `{"connector":{"label":"Mine"}}`, other)
		none := f.Do("PATCH", "/api/v1/connectors/nobodys", `{"connector":{"label":"Mine"}}`, other)
		if theirs.Code != 404 || strings.ReplaceAll(theirs.Body, name, "nobodys") != none.Body {
			t.Errorf("%s: %s, but of none: %s", name, theirs, none)
		}
	}
}

// objectNames returns the full_names of the world's largest destination.
func objectNames(order string) []string {
	i := slices.IndexFunc(fixtures.Default().Destinations, func(d fixtures.Destination) bool { return d.ID == 6112 })
	var names []string
	for _, o := range fixtures.Default().Destinations[i].Objects {
		names = append(names, o.FullName)
	}
	if order != "asc" {
		slices.Reverse(names)
	}
	return names
}

func TestPagesOfObjectsMatchTheirOrder(t *testing.T) {
	f := testkit.OpenChoosing(t)
	if n := len(objectNames("asc")); n != 137 || f.TestData().ObjectsDestinationID != 6112 {
		t.Fatalf("the world has %d objects", n)
	}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.SampledFrom([]string{"asc", "desc"}).Draw(t, "order")
		perPage := rapid.IntRange(1, 100).Draw(t, "per_page")
		page := rapid.IntRange(1, 140).Draw(t, "page")
		a := f.Get(fmt.Sprintf("%s/objects?page=%d&per_page=%d&order=%s", f.DestinationPath(6112), page, perPage, order))
		want := objectNames(order)
		want = want[min(len(want), (page-1)*perPage):min(len(want), page*perPage)]
		got := []string{}
		for _, name := range a.Get("data.#.full_name").Array() {
			got = append(got, name.Str)
		}
		if !slices.Equal(got, want) || a.Get("pagination.total_records").Int() != 137 {
			t.Fatalf("page %d of %d has %v, want %v", page, perPage, got, want)
		}
	})
}

func TestADestinationMatchesAModel(t *testing.T) {
	f := testkit.OpenChoosing(t)
	shown := map[string][]string{"northstar_crm": {"account_id", "account_name", "environment"}, "adreach": {"account_id", "account_name"}, "http_webhook": {"url"}}
	rapid.Check(t, func(rt *rapid.T) {
		reset(f)
		name, kind := "Northstar, customer care", "northstar_crm"
		details := map[string]string{"account_id": "NS-20417", "account_name": "Harbour & Finch", "environment": "production"}
		for range rapid.IntRange(1, 6).Draw(rt, "patches") {
			var members []string
			if rapid.Bool().Draw(rt, "with type") {
				kind = rapid.SampledFrom(slices.Sorted(maps.Keys(shown))).Draw(rt, "type")
				members = append(members, fmt.Sprintf(`"type":%q`, kind))
			}
			if rapid.Bool().Draw(rt, "with name") {
				name = rapid.StringN(1, 12, -1).Draw(rt, "name")
				members = append(members, `"name":`+testkit.Quoted(name))
			}
			if rapid.Bool().Draw(rt, "with credentials") {
				key := rapid.SampledFrom([]string{"account_id", "account_name", "url", "environment", "api_key"}).Draw(rt, "key")
				value := rapid.StringN(0, 8, -1).Draw(rt, "value")
				if slices.Contains(shown[kind], key) {
					details[key] = value
				} else { // what the type does not show stays secret
					delete(details, key)
				}
				members = append(members, `"credentials":{`+testkit.Quoted(key)+":"+testkit.Quoted(value)+"}")
			}
			d := f.PatchDestination("{" + strings.Join(members, ",") + "}").Get("data")
			want := map[string]string{}
			for _, key := range shown[kind] {
				if v, ok := details[key]; ok {
					want[key] = v
				}
			}
			if got := texts(d.Get("connection_details")); d.Get("name").Str != name || d.Get("type").Str != kind || !maps.Equal(got, want) {
				rt.Fatalf("after %v it is %q, a %s with %v, want %q, a %s with %v", members, d.Get("name").Str, d.Get("type").Str, got, name, kind, want)
			}
		}
	})
}

func texts(object gjson.Result) map[string]string {
	m := map[string]string{}
	for key, value := range object.Map() {
		m[key] = value.Str
	}
	return m
}
