package client_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"understudy/steps/client"
	"understudy/steps/target"
)

const (
	workspaceCanary = "secret-token:CANARYworkspace1"
	personalCanary  = "CANARYpersonal2"
	otherCanary     = "CANARYother3"
	revokedCanary   = "CANARYrevoked4"
	headerCanary    = "CANARYheader5"
	credCanary      = "CANARYcredential6"
	hookCanary      = "CANARYhook7"
	authCanary      = "CANARYauth8"
)

func secretive() target.Target {
	return target.Target{
		Tokens:  target.Tokens{Workspace: workspaceCanary, Personal: personalCanary, OtherWorkspace: otherCanary, Revoked: revokedCanary},
		Headers: map[string]string{"X-Gate": headerCanary},
		Samples: target.Samples{
			ServiceConnection: map[string]any{"credentials": map[string]any{"key": credCanary}},
			Connector:         map[string]any{"data": map[string]any{"headers": map[string]any{"X-Hook": hookCanary}}},
		},
	}
}

// everywhere puts a canary into each place of an exchange.
func everywhere(canary string) *client.Exchange {
	return &client.Exchange{
		Request: client.Request{Operation: "list-invitations", Method: "POST", Token: canary, Scheme: client.Bearer,
			Body: []byte(`{"name":"` + canary + `"}`), ContentType: "application/json"},
		Target: "http://h/" + canary + "?q=" + canary,
		Status: 500, Header: http.Header{"Location": {"/x?t=" + canary}, "Content-Type": {canary}, "X-Other": {canary}},
		Body: []byte("no such token: " + canary), Err: errors.New("dial " + canary),
	}
}

func TestAHeaderOfFewLettersIsNoSecret(t *testing.T) {
	r := client.NewRedactor(target.Target{Headers: map[string]string{"X-Flag": "1", "X-Word": "yes", "X-Gate": "open"}}, false)
	if got := r.Text("HTTP 401: yes, open"); got != "HTTP 401: yes, [redacted]" {
		t.Errorf("it is told as %q", got)
	}
}

func TestNoSecretOfTheTargetIsInAReport(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	for _, canary := range []string{workspaceCanary, personalCanary, otherCanary, revokedCanary, headerCanary, credCanary, hookCanary,
		workspaceCanary[:len(workspaceCanary)-1]} {
		shown, err := json.Marshal(r.Exchange(everywhere(canary)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(shown), "CANARY") {
			t.Errorf("%s is in %s", canary, shown)
		}
		if text := r.Text("expected nothing, found " + canary); strings.Contains(text, "CANARY") {
			t.Errorf("%s is in %q", canary, text)
		}
	}
}

func TestTheStartOfASecretBeforeACutIsRedacted(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	if got := r.Text(`found "no such token ` + workspaceCanary[:20] + `…"`); strings.Contains(got, "CANARY") {
		t.Error(got)
	}
}

func TestSecretsOfAnswersAreRedacted(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	for rule, body := range map[string]string{
		"an auth value in a uri":          `{"data":{"uri":"https://h/edit?a=1&auth=` + authCanary + `&b=2"}}`,
		"an escaped auth value":           `{"data":{"uri":"https://h/edit?a=1\u0026auth=` + authCanary + `"}}`,
		"an auth value in text":           `go to https://h/edit?auth=` + authCanary + ` now`,
		"credentials":                     `{"service_connection":{"credentials":{"k":["` + authCanary + `"]}}}`,
		"headers of a connector":          `{"connector":{"data":{"headers":{"X":"` + authCanary + `"}}}}`,
		"the default of a secret":         `{"api_key":{"secret":true,"default":"` + authCanary + `"}}`,
		"the default of a password field": `{"fields":[{"is_password_type_field":true,"default":"` + authCanary + `"}]}`,
		"an e-mail address":               `{"email":"` + authCanary + `@example.com"}`,
		"a secret in broken JSON":         `{"credentials":{"k":"` + authCanary + `"}} and more`,
		"connection details":              `{"connection_details":{"account_name":"` + authCanary + `"}}`,
		"an auth value behind escapes":    `{"uri":"https:\/\/h\/edit\u003fauth\u003d` + authCanary + `"}`,
		"an auth value with escapes":      `{"uri":"https://h/edit?auth=a\/\u0042` + authCanary + `"}`,
		"an escaped auth value in text":   `see https://h/edit?a=1\u0026auth\u003d` + authCanary,
		"an auth value quoted twice":      `found "{\"uri\":\"/edit?auth\\u003d` + authCanary + `\"}"`,
		"an escaped e-mail address":       `{"email":"` + authCanary + `\u0040example.com"}`,
		"an escaped address in text":      `mail ` + authCanary + `\u0040example.com`,
		"an address as a member's name":   `{"` + authCanary + `@example.com":1}`,
		"the value of a password field":   `{"is_password_type_field":true,"value":"` + authCanary + `"}`,
		"a value before its flag":         `{"value":"` + authCanary + `","is_password_type_field":true}`,
		"a flag of a wrong type":          `{"is_password_type_field":"true","value":"` + authCanary + `"}`,
		"what a password field may be":    `{"is_password_type_field":true,"possible_values":["` + authCanary + `"]}`,
		"a member that stands twice":      `{"uri":"/edit?auth\u003d` + authCanary + `","uri":"/"}`,
		"an escaped name of a secret":     `{"creden\u0074ials":{"k":"` + authCanary + `"}}`,
		"an escaped name in broken JSON":  `{"creden\u0074ials":{"k":"` + authCanary + `"}`,
		"credentials in the details":      `{"connection_details":{"credentials":{"k":"` + authCanary + `"}}}`,
		"nested connection details":       `{"connection_details":{"a":[{"b":"` + authCanary + `"}]}}`,
		"an e-mail that is no address":    `{"email":"` + authCanary + ` at example.com"}`,
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
		t.Errorf("%s, though personal data are to be kept", got)
	}
}

func TestAFindingAtASecretOrPersonalPlaceTellsTheKindOnly(t *testing.T) {
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
		t.Errorf("%q of a body that is no JSON", got)
	}
}

func TestPersonalDataKeepTheirShape(t *testing.T) {
	r := client.NewRedactor(target.Target{}, false)
	if got := r.Text(`{"email":"ana.b+7@mail.example.com"}`); got != `{"email":"xxx.x+0@xxxx.xxxxxxx.xxx"}` {
		t.Error(got)
	}
	kept := client.NewRedactor(target.Target{}, true)
	if got := kept.Text("ana@example.com"); got != "ana@example.com" {
		t.Errorf("%q, though personal data are to be kept", got)
	}
}

func TestABodyWithoutSecretsKeepsItsBytes(t *testing.T) {
	r := client.NewRedactor(target.Target{}, false)
	for _, body := range []string{
		"{ \"id\":1.0 , \"id\":2 }  x", "\n{ \"id\":1.0 ,\t\"id\":\"\\u00e9\\/ <&>\" , \"a\":[ ] }\n", "", " ", "null", strings.Repeat("[", 1<<20),
	} {
		if got := r.Body([]byte(body)); got != body {
			t.Errorf("%q", got)
		}
	}
}

func TestTokensAreShownByTheNameOfTheirVariable(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	for token, want := range map[string]string{
		workspaceCanary: "Bearer $WORKSPACE_TOKEN", personalCanary: "Bearer $PERSONAL_TOKEN",
		"something else": "Bearer $INVENTED_TOKEN", "": "Bearer",
	} {
		e := &client.Exchange{Request: client.Request{Token: token, Scheme: client.Bearer}}
		if got := r.Exchange(e).RequestHeader["Authorization"]; got != want {
			t.Errorf("%q is shown as %q, want %q", token, got, want)
		}
	}
	if _, ok := r.Exchange(&client.Exchange{}).RequestHeader["Authorization"]; ok {
		t.Error("a request without a token shows an Authorization header")
	}
}
