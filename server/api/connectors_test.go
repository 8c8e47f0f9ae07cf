package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"understudy/server/internal/testkit"
	"understudy/spec"
)

func TestACreatedConnector(t *testing.T) {
	definition := `{"account":{"label":"Account","type":"string","required":true,"placeholder":"AC-1"},` +
		`"key":{"id":"api_key","label":"Key","type":"string","secret":true,"default":"hush"},` +
		`"batch":{"label":"Batch","type":"integer","default":"500","user_editable":false},"test":{"type":"boolean"}}`
	a := testkit.OpenChoosing(t).Call(spec.CreateConnector, `{"connector":{"service_name":"Acme_Shop","label":"Acme","configuration_definition":`+definition+`}}`)
	field := func(id, rules, label, kind, placholder, password, show, input, more string) string {
		checks := map[string][2]string{"integer": {`"matches":"^-?[0-9]+$",`, ""}, "boolean": {"", `"possible_values":["true","false"],`}}[kind]
		return fmt.Sprintf(`{"id":%q,"rules":%q,"label":%q,"type":%q,"placholder":%s,%s"is_password_type_field":%s,%s"read_more":"https://docs.example.com/destinations/acme-shop","hint":"","show":%s,"input_type":{"type":%q}%s}`,
			id, rules, label, kind, placholder, checks[0], password, checks[1], show, input, more)
	}
	want := `200 {"status":"created","data":{"service_name":"Acme_Shop","documentation_slug":"acme-shop","label":"Acme","auth_method":"credentials",` +
		`"creatable_via_api":true,"creatable_via_connect_link":true,"source_creatable_via_connect_link":false,"configuration_fields":{"fields":[` +
		field("account", "required", "Account", "string", `"AC-1"`, "false", "true", "textbox", "") + "," +
		field("api_key", "", "Key", "string", `""`, "true", "true", "textbox", "") + "," +
		field("batch", "", "Batch", "integer", `""`, "false", "false", "textbox", `,"default":"500"`) + "," +
		field("test", "", "test", "boolean", `""`, "false", "true", "toggle", "") +
		`]},"user_selectable_field_types":[{"type":"string","array":false},{"type":"boolean","array":false},{"type":"integer","array":false},` +
		`{"type":"float","array":false},{"type":"timestamp","array":false},{"type":"string","array":true}]}}`
	if got := a.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFieldsThatADefinitionCannotMake(t *testing.T) {
	fields := testkit.OpenChoosing(t).Call(spec.UpdateConnector, "").Get("data.configuration_fields.fields")
	for path, want := range map[string]string{
		"#(id==gateway_id).matches": `"^GW-[0-9]{3}$"`, "#(id==gateway_id).hint": `"Printed on its back"`, "#(id==layout).possible_values": `["compact","wide"]`,
		"#(id==layout).input_type": `{"type":"select"}`, "#(id==night_mode).read_more": `"https://docs.example.com/shelf-labels/night"`,
		"#(id==pin).conditionally_required": `{"if":{"layout":{"eq":"wide"}}}`, "#(id==pin).default": "", "#(id==firmware).show": "false",
	} {
		if got := fields.Get(path).Raw; got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

func TestRejectedConnectors(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for rule, c := range map[string]struct{ body, says string }{
		"no body":                       {" ", "empty"},
		"no connector":                  {`{}`, "connector: is required"},
		"a null connector":              {`{"connector":null}`, "connector: must be an object, not null"},
		"a connector that is a list":    {`{"connector":[]}`, "connector: must be an object"},
		"members beside it":             {`{"service_name":"a","label":"A"}`, "connector: is required"},
		"no service_name":               {f.ConnectorBody("service_name", ""), "connector.service_name: is required"},
		"a service_name of no text":     {f.ConnectorBody("service_name", `""`), "connector.service_name: must be 1 to 100"},
		"a service_name with a slash":   {f.ConnectorBody("service_name", `"a/b"`), "connector.service_name: must be 1 to 100"},
		"a service_name of dots":        {f.ConnectorBody("service_name", `".."`), "connector.service_name: must be 1 to 100"},
		"a number as service_name":      {f.ConnectorBody("service_name", `7`), "connector.service_name: must be a string"},
		"no label":                      {f.ConnectorBody("label", ""), "connector.label: is required"},
		"a null label":                  {f.ConnectorBody("label", "null"), "connector.label: is required"},
		"an empty label":                {f.ConnectorBody("label", `""`), "connector.label: must not be empty"},
		"data that is a text":           {f.ConnectorBody("data", `"x"`), "connector.data: must be an object"},
		"a url that is a number":        {f.ConnectorBody("data", `{"url":1}`), "connector.data.url: must be a string"},
		"headers that are a list":       {f.ConnectorBody("data", `{"headers":[]}`), "connector.data.headers: must be an object"},
		"a header that is a number":     {f.ConnectorBody("data", `{"headers":{"A":1}}`), "connector.data.headers: every header must be a string"},
		"an icon that is a number":      {f.ConnectorBody("icon_url", `1`), "connector.icon_url: must be a string"},
		"an icon that is a path":        {f.ConnectorBody("icon_url", `"/icon.png"`), "connector.icon_url: must be a URL"},
		"an icon of no host":            {f.ConnectorBody("icon_url", `"https:///icon.png"`), "connector.icon_url: must be a URL"},
		"a definition that is a list":   {f.ConnectorBody("configuration_definition", `[]`), "connector.configuration_definition: must be an object"},
		"a key that is a text":          {f.ConnectorBody("configuration_definition", `{"k":"v"}`), "connector.configuration_definition.k: must be an object"},
		"a key that is null":            {f.ConnectorBody("configuration_definition", `{"k":null}`), "connector.configuration_definition.k: must be an object, not null"},
		"a key of an unknown type":      {f.ConnectorBody("configuration_definition", `{"k":{"type":"odour"}}`), "connector.configuration_definition.k.type: must be one of"},
		"a key whose label is a number": {f.ConnectorBody("configuration_definition", `{"k":{"label":1}}`), "connector.configuration_definition.k.label: must be a string"},
		"a default that is a number":    {f.ConnectorBody("configuration_definition", `{"k":{"default":1}}`), "connector.configuration_definition.k.default: must be a string"},
		"a secret that is a text":       {f.ConnectorBody("configuration_definition", `{"k":{"secret":"yes"}}`), "connector.configuration_definition.k.secret: must be a boolean"},
		"a key with no id":              {f.ConnectorBody("configuration_definition", `{"":{}}`), "id: must not be empty"},
		"two keys with one id":          {f.ConnectorBody("configuration_definition", `{"k":{},"l":{"id":"k"}}`), "connector.configuration_definition.l.id: another key has the same id"},
	} {
		t.Run(rule, func(t *testing.T) {
			a := f.Call(spec.CreateConnector, c.body)
			if a.Code != 400 || a.Get("status").Str != "error" || !strings.Contains(a.Get("message").Str, c.says) {
				t.Errorf("got %s, want 400 and %q", a, c.says)
			}
		})
	}
	if a := f.Call(spec.CreateConnector, ""); a.Code != 200 {
		t.Errorf("one of them was created: %s", a)
	}
}

func TestAServiceNameIsDerivedFromTheLabel(t *testing.T) {
	f := testkit.OpenChoosing(t, "connector-service-name-missing=accept", "connector-label-missing=accept")
	for _, c := range []struct{ service, label, want string }{
		{"", `"Ährenfeld & Söhne"`, "connector"}, {"", `"Shop 24/7"`, "shop_24_7"}, {"", `"Shop 24/7"`, "shop_24_7_2"}, {"", `"!"`, "connector_2"}, {`"a"`, "", "a"},
	} {
		if a := f.Call(spec.CreateConnector, f.ConnectorBody("service_name", c.service, "label", c.label)); a.Get("data.service_name").Str != c.want {
			t.Errorf("%s: %s, want %s", c.label, a, c.want)
		}
	}
	if a := f.Call(spec.CreateConnector, f.ConnectorBody("service_name", "", "label", "")); a.Code != 400 {
		t.Errorf("without either: %s", a)
	}
}

func TestAnUpdateChangesWhatItNames(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for body, want := range map[string]string{
		`{"connector":{}}`:                                        `"Electronic shelf labels" 6`,
		`{"connector":{"label":"Labels"}}`:                        `"Labels" 6`,
		`{"connector":{"configuration_definition":{"k":{}}}}`:     `"Electronic shelf labels" 1`,
		`{"connector":{"configuration_definition":null}}`:         `"Electronic shelf labels" 0`,
		`{"connector":{"data":null,"icon_url":null}}`:             `"Electronic shelf labels" 6`,
		`{"connector":{"icon_url":"data:image/png;base64,AA=="}}`: `"Electronic shelf labels" 6`,
		`{"connector":{"service_name":"other","label":"Other"}}`:  `"Other" 6`,
	} {
		reset(f)
		d := f.Call(spec.UpdateConnector, body).Get("data")
		if got := d.Get("label").Raw + " " + d.Get("configuration_fields.fields.#").Raw; got != want || d.Get("service_name").Str != "shelf_labels" {
			t.Errorf("%s: %s, want %s", body, d, want)
		}
	}
	for _, body := range []string{`{}`, `{"connector":null}`, `{"connector":{"label":null}}`, `{"connector":{"label":""}}`, `{"connector":{"data":1}}`} {
		reset(f)
		if a := f.Call(spec.UpdateConnector, body); a.Code != 400 {
			t.Errorf("%s: %s", body, a)
		}
		if got := f.Call(spec.PublishConnector, "").Get("data.label").Str; got != "Returns desk" {
			t.Errorf("%s changed another connector: %s", body, got)
		}
	}
}

func TestAConnectorIsPublishedOnce(t *testing.T) {
	f := testkit.OpenChoosing(t)
	use := func(service string) int {
		return f.Do("PATCH", "/api/v1/destinations/6203", `{"service_connection":{"type":"`+service+`"}}`, testkit.Bearer(f.TestData().OtherWorkspaceToken)).Code
	}
	if got := use("returns_desk"); got != 400 {
		t.Errorf("another workspace can use it before it is published: %d", got)
	}
	a := f.Call(spec.PublishConnector, "")
	if a.Code != 200 || a.Get("status").Str != "published_to_organization" || a.Get("data.service_name").Str != "returns_desk" {
		t.Error(a)
	}
	if got := use("returns_desk"); got != 200 {
		t.Errorf("another workspace cannot use it once it is published: %d", got)
	}
	if again := f.Call(spec.PublishConnector, ""); again.Code != 409 || again.Get("status").Str != "error" {
		t.Error(again)
	}
	update := f.Do("PATCH", "/api/v1/connectors/returns_desk", `{"connector":{"label":"Late"}}`, testkit.Bearer(f.TestData().WorkspaceToken))
	if update.Code != 409 {
		t.Error(update)
	}
}

func TestConnectorsMatchAModel(t *testing.T) {
	f := testkit.OpenChoosing(t)
	rapid.Check(t, func(t *rapid.T) {
		reset(f)
		labels, published := map[string]string{}, map[string]bool{}
		for range rapid.IntRange(1, 12).Draw(t, "requests") {
			name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "name")
			label := rapid.StringN(1, 8, -1).Draw(t, "label")
			token := testkit.Bearer(f.TestData().WorkspaceToken)
			_, there := labels[name]
			var a testkit.Response
			var want int
			switch rapid.SampledFrom([]string{"create", "update", "publish", "steal"}).Draw(t, "operation") {
			case "create":
				a, want = f.Do("POST", "/api/v1/connectors", `{"connector":{"service_name":"`+name+`","label":`+testkit.Quoted(label)+`}}`, token), 200
				if there {
					want = 409
				} else {
					labels[name] = label
				}
			case "update":
				a, want = f.Do("PATCH", "/api/v1/connectors/"+name, `{"connector":{"label":`+testkit.Quoted(label)+`}}`, token), 200
				switch {
				case !there:
					want = 404
				case published[name]:
					want = 409
				default:
					labels[name] = label
				}
			case "publish":
				a, want = f.Do("PUT", "/api/v1/connectors/"+name+"/publish_to_organization", "", token), 200
				switch {
				case !there:
					want = 404
				case published[name]:
					want = 409
				}
				published[name] = there
			case "steal":
				a, want = f.Do("PUT", "/api/v1/connectors/"+name+"/publish_to_organization", "", testkit.Bearer(f.TestData().OtherWorkspaceToken)), 404
			}
			if a.Code != want || want == 200 && a.Get("data.label").Str != labels[name] {
				t.Fatalf("%s: %s, want %d of %q; there are %v", name, a, want, labels[name], slices.Sorted(maps.Keys(labels)))
			}
		}
	})
}
