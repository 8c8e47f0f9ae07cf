package journal_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"understudy/server/journal"
	"understudy/server/secret"
)

const token = "tok/en!a+b=c=="

// auth is as long as the authorization value of a link.
const auth = "LINKOPEN-0123456789_abcdefghijklmnopqrstuvw"

func TestASecretIsHiddenInEveryPlace(t *testing.T) {
	for rule, text := range map[string]string{
		"a password":                       "see http://u:PASS@x/y",
		"a password with an @":             "postgres://u:p@PASS@x/y",
		"a name":                           "http://PASS@x/",
		"a password in an escaped URL":     "http://x/?next=" + url.QueryEscape("http://u:PASS@x/"),
		"a password in a URL in a URL":     "http://x/?a=" + url.QueryEscape("http://x/?b="+url.QueryEscape("http://u:PASS@x/")),
		"an API key":                       "http://x/?a=1&api_key=PASS&b=2",
		"an API key of another name":       "http://x/?subscription-key=PASS",
		"a signed URL":                     "https://x/o?X-Amz-Credential=PASS&X-Amz-Security-Token=PASS&X-Amz-Signature=PASS",
		"a shared access signature":        "https://x/o?sv=2022&sig=PASS",
		"a secret in a list":               "http://x/?credentials[api_key]=PASS",
		"a secret in a fragment":           "http://x/#access_token=PASS",
		"a secret with an escaped name":    "http://x/?next=http://x/%3F%61pi_key=PASS",
		"a secret after an escape of JSON": `{\"url\":\"http://x/?a=1\u0026token=PASS\"}`,
		"a form":                           "a=1&client_secret=PASS",
		"a token":                          token,
		"a token within a word":            "a" + token + "b",
		"a token in a path":                "/x/" + url.PathEscape(token) + "/y",
		"a token in a query":               "a=" + url.QueryEscape(token),
		"a token with escaped slashes":     strings.ReplaceAll(token, "/", `\/`),
		"a token beside a broken escape":   "%zz " + url.QueryEscape(token),
		"a token in base64":                base64.StdEncoding.EncodeToString([]byte(token)),
		"a token in base64 of URLs":        base64.RawURLEncoding.EncodeToString([]byte(token)),
		"a token in base64, with a user":   base64.StdEncoding.EncodeToString([]byte("bearer:" + token)),
		"a token in base64, after two":     base64.StdEncoding.EncodeToString([]byte("u:" + token)),
		"a token in base64, as the user":   base64.URLEncoding.EncodeToString([]byte(token + ":x")),
		"a token of another kind in a URL": "http://x/?jwt=PASS&session_id=PASS&bearer=PASS&b=2",
		"the authorization of a link":      "my link " + auth,
		"the authorization in a path":      "/embed/" + auth + "/x",
		"the authorization in a list":      "a,b," + auth,
	} {
		quoted, err := json.Marshal(map[string]string{"note": text, "list": "of " + text})
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range []string{string(quoted), text} {
			r := httptest.NewRequest("POST", "/", strings.NewReader(body))
			r.URL.RawQuery = "q=" + text
			r.Header.Set("X-Note", text)
			j := journal.New(journal.Default)
			rec, r := j.Record(httptest.NewRecorder(), r, &journal.Exchange{Path: "/" + text}, time.Now())
			_, _ = io.Copy(rec, r.Body)
			rec.Done()
			e, _ := j.Find(1)
			shown, err := json.Marshal(e.Show(secret.Know(map[string]string{token: "workspace token"})))
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{"PASS", "tok/en", url.QueryEscape("tok/en"), `tok\\/en`, "LINKOPEN", "Rvay9l", "dG9rL2Vu", "b2svZW4"} {
				if strings.Contains(string(shown), secret) {
					t.Errorf("%s: it shows %s: %s", rule, secret, shown)
				}
			}
		}
	}
}

func TestATextThatMentionsSecretsIsNotShown(t *testing.T) {
	for _, text := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nPASS\r\n--b--", "<auth>PASS</auth>", "auth: PASS", "my password is PASS",
		"api_key: PASS", "connector:\n  x-api-key: PASS\n", "<apiKey>PASS</apiKey>", "<o><Token>PASS</Token></o>", "{'client_secret': 'PASS'}", "(token=PASS)",
		"OAuth is PASS", `{"a":1} {'jwt': 'PASS'}`, "session-id\tPASS", "authorize: PASS",
	} {
		if got := sent(text); strings.Contains(got, "PASS") {
			t.Errorf("%q shows as %q", text, got)
		}
	}
}

// sent returns what is shown of a request's body.
func sent(text string) string {
	r := httptest.NewRequest("POST", "/", strings.NewReader(text))
	j := journal.New(journal.Default)
	rec, r := j.Record(httptest.NewRecorder(), r, &journal.Exchange{}, time.Now())
	_, _ = io.Copy(io.Discard, r.Body)
	rec.Done()
	e, _ := j.Find(1)
	return e.Show(secret.Know(map[string]string{token: "workspace token"})).Request.Body
}

func TestWhatIsNotSecretIsShown(t *testing.T) {
	for _, text := range []string{
		"http://x/api/v1/invitations?page=2&per_page=100&order=asc", "reader@example.com", "https://example.com/@reader", "a = b", "100%", "%7B%22a%22%3A1%7D",
		"https://x/?author=5&monkey=1", "// to reader@example.com", "by the author, with authority", strings.ToLower(auth), auth + "x", "a" + auth,
		`{"connector":{"configuration_definition":{"api_key":{"label":"API key","type":"string","secret":true,"placeholder":"P"}}}}`,
		`{"auth_method":"credentials","is_password_type_field":true,"key":"k","tokens":null}`,
	} {
		if got := sent(text); got != text {
			t.Errorf("%q shows as %q", text, got)
		}
	}
}

// TestWhatIsNamedLikeASecretIsHidden sends values in a header and as members.
func TestWhatIsNamedLikeASecretIsHidden(t *testing.T) {
	for name, hidden := range map[string]bool{
		"client_secret": true, "refresh_token": true, "api-key": true, "private_key": true, "X-Auth-Key": true, "X-Access-Key": true,
		"X-Auth": true, "Ocp-Apim-Subscription-Key": true, "X-Session-Id": true, "jwt": true, "bearer": true, "session": true, "X-Api-Credential": true, "Proxy-Authorization": true, "Cookie": true, "passwd": true,
		"author": false, "key": false, "name": false, "X-Request-Id": false, "monkey": false,
	} {
		r := httptest.NewRequest("PATCH", "/", strings.NewReader(`{"outer":{"`+name+`":"PASS"}}`))
		r.Header.Set(name, "PASS")
		j := journal.New(journal.Default)
		rec, r := j.Record(httptest.NewRecorder(), r, &journal.Exchange{}, time.Now())
		_, _ = io.Copy(io.Discard, r.Body)
		rec.Done()
		e, _ := j.Find(1)
		shown, err := json.Marshal(e.Show(nil))
		if n := strings.Count(string(shown), "PASS"); err != nil || (n == 0) != hidden || !hidden && n != 2 {
			t.Errorf("%s occurs %d times: %s", name, n, shown)
		}
	}
}

// TestWhatIsBelowASecretNameIsHidden sends values as members at any depth.
func TestWhatIsBelowASecretNameIsHidden(t *testing.T) {
	for _, text := range []string{
		`{"access_token":["PASS"]}`, `{"auth":{"pw":"PASS"}}`, `{"secrets":{"db":"PASS"}}`, `{"a":[{"credentials":{"list":[[{"n":"PASS"}]]}}]}`,
		`{"token":{"label":"PASS"}}`, `{"headers":{"x":["PASS"]},"a":1}`, `{"a":{"\u0061uth":{"b":{"c":"PASS"}}}}`, `[{"x":{"jwt":["PASS",{"y":"PASS"}]}}]`,
		`{"configuration_definition":{"api_key":"PASS"}}`, `{"configuration_definition":{"api_key":{"value":"PASS"}}}`,
		`{"configuration_definition":{"host":{"default":{"a":"PASS"}}}}`, `{"configuration_definition":{"host":{"label":{"access_token":"PASS"}}}}`,
		`{"secrets":{"configuration_definition":{"host":{"label":"PASS"}}}}`, `{"credentials":{"a":1} PASS`, `{"credentials":["a" "PASS"]}`,
	} {
		if got := sent(text); strings.Contains(got, "PASS") {
			t.Errorf("%s shows as %s", text, got)
		}
	}
	const after = `{"auth":{"pw":"PASS"},"name":"N","list":[{"token":["PASS"]},"L"],"more":{"x":"X"}}`
	if got, want := sent(after), strings.ReplaceAll(after, "PASS", "[hidden]"); got != want {
		t.Errorf("beside secrets it shows %s, want %s", got, want)
	}
}

// TestATokenAfterASchemeIsHidden sends a token in a header of any name.
func TestATokenAfterASchemeIsHidden(t *testing.T) {
	for value, want := range map[string]string{
		"Bearer PASSPORT": "Bearer [unknown token]", "bearer P": "bearer [unknown token]", "Bearer " + token: "Bearer [workspace token]",
		"Basic " + base64.StdEncoding.EncodeToString([]byte("me:PASSPORT")): "Basic [unknown token]", "Basic plan": "Basic plan", "Bearer": "Bearer",
	} {
		r := httptest.NewRequest("GET", "/?q=PASSPORT", nil)
		r.Header.Set("X-Upstream", value)
		e := recorded(r)
		shown := e.Show(secret.Know(map[string]string{token: "workspace token"}))
		if got := shown.Request.Headers.Get("X-Upstream"); got != want {
			t.Errorf("%q shows as %q, want %q", value, got, want)
		}
		if learned := strings.Contains(want, "unknown") && len(value) > 10; learned == strings.Contains(shown.Query, "PASSPORT") {
			t.Errorf("after %q the query shows as %s", value, shown.Query)
		}
	}
}

func TestATokenInTheFirstLineOrInANameIsHidden(t *testing.T) {
	const token = "canary-workspace-token-0001"
	r := httptest.NewRequest(token, "/", nil)
	r.Header.Set(token, "x")
	shown, err := json.Marshal(recorded(r).Show(secret.Know(map[string]string{token: "workspace token"})))
	if err != nil || strings.Contains(strings.ToLower(string(shown)), token) {
		t.Errorf("it shows %s, %v", shown, err)
	}
}

// recorded returns the exchange of a request whose body nobody reads.
func recorded(r *http.Request) *journal.Exchange {
	j := journal.New(journal.Default)
	rec, _ := j.Record(httptest.NewRecorder(), r, &journal.Exchange{}, time.Now())
	rec.Done()
	e, _ := j.Find(1)
	return e
}
