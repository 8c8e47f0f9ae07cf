package client_test

import (
	"strings"
	"testing"

	"understudy/steps/client"
	"understudy/steps/target"
)

func TestSecretsInResponsesAreRedacted(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	for rule, body := range map[string]string{
		"an auth value in a uri":           `{"data":{"uri":"https://h/edit?a=1&auth=` + authCanary + `&b=2"}}`,
		"an escaped auth value":            `{"data":{"uri":"https://h/edit?a=1\u0026auth=` + authCanary + `"}}`,
		"an auth value in text":            `go to https://h/edit?auth=` + authCanary + ` now`,
		"credentials":                      `{"service_connection":{"credentials":{"k":["` + authCanary + `"]}}}`,
		"headers of a connector":           `{"connector":{"data":{"headers":{"X":"` + authCanary + `"}}}}`,
		"the default of a secret":          `{"api_key":{"secret":true,"default":"` + authCanary + `"}}`,
		"the default of a password field":  `{"fields":[{"is_password_type_field":true,"default":"` + authCanary + `"}]}`,
		"a cookie":                         `{"cookie":"` + authCanary + `"}`,
		"a passphrase":                     `{"key_passphrase":"` + authCanary + `"}`,
		"a JWT":                            `{"jwt":"` + authCanary + `"}`,
		"the id of a session in text":      `found {"session_id": "` + authCanary + `"} there`,
		"an e-mail address":                `{"email":"` + authCanary + `@example.com"}`,
		"a secret in broken JSON":          `{"credentials":{"k":"` + authCanary + `"}} and more`,
		"connection details":               `{"connection_details":{"account_name":"` + authCanary + `"}}`,
		"an auth value behind escapes":     `{"uri":"https:\/\/h\/edit\u003fauth\u003d` + authCanary + `"}`,
		"an auth value with escapes":       `{"uri":"https://h/edit?auth=a\/\u0042` + authCanary + `"}`,
		"an escaped auth value in text":    `see https://h/edit?a=1\u0026auth\u003d` + authCanary,
		"an auth value quoted twice":       `found "{\"uri\":\"/edit?auth\\u003d` + authCanary + `\"}"`,
		"an escaped e-mail address":        `{"email":"` + authCanary + `\u0040example.com"}`,
		"an escaped address in text":       `mail ` + authCanary + `\u0040example.com`,
		"an address as a member's name":    `{"` + authCanary + `@example.com":1}`,
		"the value of a password field":    `{"is_password_type_field":true,"value":"` + authCanary + `"}`,
		"a value before its flag":          `{"value":"` + authCanary + `","is_password_type_field":true}`,
		"a flag of a wrong type":           `{"is_password_type_field":"true","value":"` + authCanary + `"}`,
		"what a password field may be":     `{"is_password_type_field":true,"possible_values":["` + authCanary + `"]}`,
		"a duplicate member":               `{"uri":"/edit?auth\u003d` + authCanary + `","uri":"/"}`,
		"an escaped name of a secret":      `{"creden\u0074ials":{"k":"` + authCanary + `"}}`,
		"an escaped name in broken JSON":   `{"creden\u0074ials":{"k":"` + authCanary + `"}`,
		"credentials in the details":       `{"connection_details":{"credentials":{"k":"` + authCanary + `"}}}`,
		"nested connection details":        `{"connection_details":{"a":[{"b":"` + authCanary + `"}]}}`,
		"an e-mail that is not an address": `{"email":"` + authCanary + ` at example.com"}`,
	} {
		if shown := r.Body([]byte(body)); strings.Contains(shown, "CANARY") {
			t.Errorf("%s: %s", rule, shown)
		}
	}
}

func TestConnectionDetailsKeepTheirShape(t *testing.T) {
	r := client.NewRedactor(target.Target{}, false)
	body := `{ "connection_details": {"id": 88410, "rate":-0.25e3, "on":true, "none":null, "deep":[ {"name":"Ana 7"} ]} , "id": 88410}`
	want := `{ "connection_details": {"id": 11111, "rate":-1.11e1, "on":false, "none":null, "deep":[ {"name":"xxx 0"} ]} , "id": 88410}`
	if got := r.Body([]byte(body)); got != want {
		t.Errorf("%s", got)
	}
	if got := client.NewRedactor(target.Target{}, true).Body([]byte(body)); got != body {
		t.Errorf("%s, although personal data are kept", got)
	}
}

func TestAFindingAtASecretOrPersonalPlaceShowsTheKindOnly(t *testing.T) {
	body := []byte(`{"data":{"id":"x","connection_details":{"a/b":88410,"deep":[true],"none":null},"email":"ana at home","auth":"s",
		"fields":[{"is_password_type_field":true,"possible_values":["s"]},{"is_password_type_field":false,"possible_values":["t"]}]}}`)
	hides, keeps := client.NewRedactor(target.Target{}, false).Found(body), client.NewRedactor(target.Target{}, true).Found(body)
	for pointer, want := range map[string][2]string{
		"":                                  {"as found", "as found"},
		"/data/id":                          {"as found", "as found"},
		"/data/nowhere":                     {"as found", "as found"},
		"/data/connection_details":          {"as found", "as found"},
		"/data/connection_details/none":     {"as found", "as found"},
		"/data/connection_details/a~1b":     {"a number (not shown)", "as found"},
		"/data/connection_details/deep/0":   {"a boolean (not shown)", "as found"},
		"/data/email":                       {"a string (not shown)", "as found"},
		"/data/auth":                        {"a string (not shown)", "a string (not shown)"},
		"/data/fields/0/possible_values/0":  {"a string (not shown)", "a string (not shown)"},
		"/data/fields/1/possible_values/0":  {"as found", "as found"},
		"/data/fields/-1/possible_values/0": {"as found", "as found"},
	} {
		if got := [2]string{hides(pointer, "as found"), keeps(pointer, "as found")}; got != want {
			t.Errorf("%s: %q, want %q", pointer, got, want)
		}
	}
	if got := client.NewRedactor(target.Target{}, false).Found([]byte("{"))("/data", "as found"); got != "as found" {
		t.Errorf("%q of a body that is not JSON", got)
	}
}

func TestPersonalDataKeepTheirShape(t *testing.T) {
	r := client.NewRedactor(target.Target{}, false)
	if got := r.Text(`{"email":"ana.b+7@mail.example.com"}`); got != `{"email":"xxx.x+0@xxxx.xxxxxxx.xxx"}` {
		t.Error(got)
	}
	kept := client.NewRedactor(target.Target{}, true)
	if got := kept.Text("ana@example.com"); got != "ana@example.com" {
		t.Errorf("%q, although personal data are kept", got)
	}
}

func TestABodyWithoutSecretsKeepsItsBytes(t *testing.T) {
	r := client.NewRedactor(target.Target{}, false)
	for _, body := range []string{
		"{ \"id\":1.0 , \"id\":2 }  x", "\n{ \"id\":1.0 ,\t\"id\":\"\\u00e9\\/ <&>\" , \"a\":[ ] }\n", "", " ", "null", strings.Repeat("[", 1<<14),
	} {
		if got := r.Body([]byte(body)); got != body {
			t.Errorf("%q", got)
		}
	}
}
