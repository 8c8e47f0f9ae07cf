package client_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"understudy/steps/client"
	"understudy/steps/report"
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
	defaultCanary   = "CANARYdefault9"
	numberCanary    = 8675309
	passwordCanary  = "CANARYpassword10"
	parameterCanary = "CANARYparameter11"
)

func secretive() target.Target {
	return target.Target{
		Tokens:  target.Tokens{Workspace: workspaceCanary, Personal: personalCanary, OtherWorkspace: otherCanary, Revoked: revokedCanary},
		Headers: map[string]string{"X-Gate": headerCanary},
		Samples: target.Samples{
			ServiceConnection: map[string]any{"credentials": map[string]any{"key": credCanary}},
			Connector: map[string]any{"data": map[string]any{"headers": map[string]any{"X-Hook": hookCanary}},
				"configuration_definition": map[string]any{
					"api_key": map[string]any{"secret": true, "default": defaultCanary},
					"pin":     map[string]any{"secret": "yes", "default": numberCanary},
					"region":  map[string]any{"secret": false, "default": "europe-west"},
				}},
			RedirectURI: "https://ruser:" + passwordCanary + "@app.example.com/?access_token=" + parameterCanary,
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

func TestAShortHeaderIsNotASecret(t *testing.T) {
	r := client.NewRedactor(target.Target{Headers: map[string]string{"X-Flag": "1", "X-Word": "yes", "X-Gate": "open"}}, false)
	if got := r.Text("HTTP 401: yes, open"); got != "HTTP 401: yes, [redacted]" {
		t.Errorf("it is shown as %q", got)
	}
}

func TestAShortTokenIsReplacedOnlyWhereItStandsAlone(t *testing.T) {
	r := client.NewRedactor(target.Target{Tokens: target.Tokens{Workspace: "page", Personal: "abcdef"}}, false)
	for text, want := range map[string]string{
		"page 1 of per_page and pages":   "$WORKSPACE_TOKEN 1 of per_page and pages",
		"/x?q=page%20page":               "/x?q=$WORKSPACE_TOKEN%20$WORKSPACE_TOKEN",
		"found xabcdefx":                 "found x$PERSONAL_TOKENx",
		"the next subpage… is on page…":  "the next subpage… is on $WORKSPACE_TOKEN…",
		"pag and age, as they were sent": "[redacted] and [redacted], as they were sent",
		"a package, and ages":            "a package, and ages",
	} {
		if got := r.Text(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got, want := r.Body([]byte(`{"per_page":"a page","page":1}`)), `{"per_page":"a $WORKSPACE_TOKEN","$WORKSPACE_TOKEN":1}`; got != want {
		t.Errorf("a body: %s, want %s", got, want)
	}
}

func TestNoSecretOfTheTargetIsInAReport(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	for _, canary := range []string{workspaceCanary, personalCanary, otherCanary, revokedCanary, headerCanary, credCanary, hookCanary,
		workspaceCanary[:len(workspaceCanary)-1], defaultCanary, strconv.Itoa(numberCanary), passwordCanary, parameterCanary} {
		shown, err := json.Marshal(r.Exchange(everywhere(canary)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(shown), "CANARY") || strings.Contains(string(shown), "8675309") {
			t.Errorf("%s is in %s", canary, shown)
		}
		if text := r.Text("expected nothing, found " + canary); strings.Contains(text, "CANARY") || strings.Contains(text, "8675309") {
			t.Errorf("%s is in %q", canary, text)
		}
	}
	if got := r.Text("in europe-west"); got != "in europe-west" {
		t.Errorf("a default that is not secret is shown as %q", got)
	}
}

// TestATokenIsFoundInOtherForms looks for forms that a deployment may give to a
// token that it repeats.
func TestATokenIsFoundInOtherForms(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	bare := strings.TrimPrefix(workspaceCanary, "secret-token:")
	for rule, text := range map[string]string{
		"upper case":                   strings.ToUpper(workspaceCanary),
		"mixed case":                   "sEcret-Token:canaryWORKspace1",
		"base64":                       base64.StdEncoding.EncodeToString([]byte(workspaceCanary)),
		"base64 for URLs, without pad": base64.RawURLEncoding.EncodeToString([]byte(workspaceCanary)),
		"base64 after a letter":        base64.StdEncoding.EncodeToString([]byte("x" + workspaceCanary + "yz")),
		"base64 after two letters":     base64.StdEncoding.EncodeToString([]byte("xy" + workspaceCanary + "z")),
		"hex":                          hex.EncodeToString([]byte(workspaceCanary)),
		"hex in upper case":            strings.ToUpper(hex.EncodeToString([]byte(workspaceCanary))),
		"percent-encoded":              url.QueryEscape(workspaceCanary),
		"cut by three dots":            workspaceCanary[:20] + "...",
		"cut by an ellipsis":           workspaceCanary[:20] + "…",
	} {
		for _, shown := range []string{r.Text("found " + text + " there"), r.Body([]byte(`{"message":"found ` + text + ` there"}`))} {
			for _, left := range []string{strings.ToLower(bare[:6]), text[2 : len(text)-4]} {
				if strings.Contains(strings.ToLower(shown), left) || strings.Contains(shown, left) {
					t.Errorf("%s: %q", rule, shown)
				}
			}
		}
	}
}

func TestSecretsOfURLsAreRedacted(t *testing.T) {
	r := client.NewRedactor(target.Target{}, true)
	for text, want := range map[string]string{
		"https://ruser:V@app.example.com/x?a=1":        "https://[redacted]@app.example.com/x?a=1",
		"https://h/x?token=V&page=2":                   "https://h/x?token=[redacted]&page=2",
		"https://h/x?to=https%3A%2F%2Fh%3Fapi_key%3DV": "https://h/x?to=https%3A%2F%2Fh%3Fapi_key%3D[redacted]",
		"go to auth=V":                                   "go to auth=[redacted]",
		"/edit?AUTH=V&x=1":                               "/edit?AUTH=[redacted]&x=1",
		"/edit?auth[]=V&auth%5B0%5D=V":                   "/edit?auth[]=[redacted]&auth%5B0%5D=[redacted]",
		`told {"auth":"V"} so`:                           `told {"auth":"[redacted]"} so`,
		`{"auth": "V"}`:                                  `{"auth": "[redacted]"}`,
		"/x?author=me&page=1&order=asc&monkey=yes":       "/x?author=me&page=1&order=asc&monkey=yes",
		`"auth_method":"credentials", "secret": true`:    `"auth_method":"credentials", "secret": true`,
		"mail to me@example.com, or see //cdn.h/x for x": "mail to me@example.com, or see //cdn.h/x for x",
	} {
		if got := r.Text(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestAddressesAreFoundInOtherForms(t *testing.T) {
	r := client.NewRedactor(target.Target{}, false)
	for text, want := range map[string]string{
		"to ana.person%40corp.example now":  "to xxx.xxxxxx%40xxxx.xxxxxxx now",
		"ana.person%2540corp.example":       "xxx.xxxxxx%2540xxxx.xxxxxxx",
		"ana&#64;corp.example":              "xxx&#64;xxxx.xxxxxxx",
		"ana&#x40;corp.example":             "xxx&#x40;xxxx.xxxxxxx",
		`"ana person"@corp.example`:         `"xxx xxxxxx"@xxxx.xxxxxxx`,
		`{"m":""ana person"@corp.example"}`: `{"m":""xxx xxxxxx"@xxxx.xxxxxxx"}`,
		"50%, and 4 & 5 #64":                "50%, and 4 & 5 #64",
	} {
		if got := r.Text(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestWhatIsShownIsBoundedAndVisible checks the limits of texts and bodies, and
// that no character controls a terminal.
func TestWhatIsShownIsBoundedAndVisible(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	long := strings.Repeat("x", 100_000)
	cut := `{"a":"` + long[:10_000] + `","credentials":{"k":"` + authCanary + `"},"list":["` + strings.Join(strings.Split(long[:60_000], ""), `","`) + `"],"default":"` + authCanary + `"}`
	for rule, shown := range map[string]string{
		"text": r.Text(long), "body": r.Body([]byte(long)), "JSON": r.Body([]byte(`{"a":"` + long + `"}`)), "JSON that is cut": r.Body([]byte(cut)),
	} {
		if len(shown) > 17<<10 || !strings.HasSuffix(shown, report.Cut) || strings.Contains(shown, "CANARY") {
			t.Errorf("%s: %d bytes, %.50s", rule, len(shown), shown)
		}
	}
	if got := r.Body([]byte(strings.Repeat(" ", 15_000) + strings.Repeat(workspaceCanary, 5_000))); strings.Contains(got, "CANARY") {
		t.Error("a secret is shown of which the end was cut off")
	}
	steering := "a\x1b[31m\u009b31m\u202e\u2066\u00ad\ufeff\u2028\U000e0041b"
	e := &client.Exchange{Request: client.Request{Method: "GET", Body: []byte("{\"x\":\"\u009b\"}")}, Target: "http://h/?" + steering,
		Header: http.Header{"Location": {steering}}, Body: []byte("{\"m\":\"" + steering[5:] + "\"}"), Err: errors.New(steering)}
	x := r.Exchange(e)
	for _, shown := range []string{r.Text(steering), x.URL, x.RequestBody, x.ResponseBody, x.ResponseHeader["Location"], x.Error} {
		if strings.ContainsFunc(shown, func(c rune) bool { return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }) {
			t.Errorf("%q", shown)
		}
	}
	if want := "http://h/?a%1B[31m%C2%9B31m%E2%80%AE%E2%81%A6%C2%AD%EF%BB%BF%E2%80%A8%F3%A0%81%81b"; x.URL != want {
		t.Errorf("the URL is %s, want %s", x.URL, want)
	}
	if want := `a\u001b[31m\u009b31m\u202e\u2066\u00ad\ufeff\u2028\udb40\udc41b`; r.Text(steering) != want {
		t.Errorf("%s", r.Text(steering))
	}
}

// TestNoSecretIsCutBeforeItIsRedacted cuts a text at each byte of a secret.
func TestNoSecretIsCutBeforeItIsRedacted(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	for _, secret := range []string{"CANARY.person@CANARY.example", "http://CANARY:CANARY@h", workspaceCanary} {
		for most, show := range map[int]func(string) string{120: r.Evidence, 300: func(s string) string { return r.Text(client.Brief(errors.New(s)).Error()) },
			2000: r.Text, 8000: func(s string) string { return r.Text("?token=" + s) }} {
			for before := most - len(secret) - 10; before <= most; before++ {
				for _, text := range []string{strings.Repeat("x", before-1) + " " + secret + " and more", `{"m":"` + strings.Repeat("x ", before/2-3) + secret + `"}`} {
					if got := show(text + strings.Repeat(" ", 300)); strings.Contains(got, "CANARY") {
						t.Fatalf("%s after %d of %d bytes: %s", secret, before, most, got)
					}
				}
			}
		}
	}
	body := `{"status":"error","credentials":{"account":"` + authCanary + `"},"message":"` + strings.Repeat("x", 100) + `"}`
	if got := r.Evidence(body); strings.Contains(got, "CANARY") || len(got) > 123 || !strings.HasSuffix(got, "…") {
		t.Errorf("%s", got)
	}
}

// TestAReportShowsTheRequestThatWasSent checks that the token and the headers
// are shown only for base_url's origin.
func TestAReportShowsTheRequestThatWasSent(t *testing.T) {
	elsewhere, _ := responding(t, nil, 200)
	c := newClient(t, "http://api.example.com", nil)
	e := c.Do(t.Context(), client.Request{Method: "GET", URL: elsewhere.URL, Scheme: client.Bearer, Token: "w"})
	x := client.NewRedactor(target.Target{Tokens: target.Tokens{Workspace: "w"}}, false).Exchange(e)
	if x.RequestHeader["Authorization"] != "" || x.LeftOut != "Authorization: the URL lies on another origin than base_url" || strings.Contains(x.Curl(), "TOKEN") {
		t.Errorf("%+v", x)
	}
}

func TestTheStartOfASecretBeforeACutIsRedacted(t *testing.T) {
	r := client.NewRedactor(secretive(), false)
	if got := r.Text(`found "no such token ` + workspaceCanary[:20] + `…"`); strings.Contains(got, "CANARY") {
		t.Error(got)
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
