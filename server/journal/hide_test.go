package journal_test

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"understudy/server/journal"
)

const token = "tok/en!a+b=c=="

func TestASecretIsHiddenWhereverItStands(t *testing.T) {
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
			shown, err := json.Marshal(e.Show(journal.Known{token: "workspace token"}))
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{"PASS", "tok/en", url.QueryEscape("tok/en"), `tok\\/en`} {
				if strings.Contains(string(shown), secret) {
					t.Errorf("%s: it shows %s: %s", rule, secret, shown)
				}
			}
		}
	}
}

func TestATextThatSpeaksOfSecretsIsNotShown(t *testing.T) {
	for _, text := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nPASS\r\n--b--", "<auth>PASS</auth>", "auth: PASS", "my password is PASS",
	} {
		if got := sent(text); strings.Contains(got, "PASS") {
			t.Errorf("%q shows as %q", text, got)
		}
	}
}

// sent is what is shown of a request's body.
func sent(text string) string {
	r := httptest.NewRequest("POST", "/", strings.NewReader(text))
	j := journal.New(journal.Default)
	rec, r := j.Record(httptest.NewRecorder(), r, &journal.Exchange{}, time.Now())
	_, _ = io.Copy(io.Discard, r.Body)
	rec.Done()
	e, _ := j.Find(1)
	return e.Show(journal.Known{token: "workspace token"}).Request.Body
}

func TestWhatIsNoSecretIsShown(t *testing.T) {
	for _, text := range []string{
		"http://x/api/v1/invitations?page=2&per_page=100&order=asc", "reader@example.com", "https://example.com/@reader", "a = b", "100%", "%7B%22a%22%3A1%7D",
		"https://x/?author=5&monkey=1", "// to reader@example.com",
	} {
		if got := sent(text); got != text {
			t.Errorf("%q shows as %q", text, got)
		}
	}
}

// TestWhatIsNamedLikeASecretIsHidden sends it in a header and as a member.
func TestWhatIsNamedLikeASecretIsHidden(t *testing.T) {
	for name, hidden := range map[string]bool{
		"client_secret": true, "refresh_token": true, "api-key": true, "private_key": true, "X-Auth-Key": true, "X-Access-Key": true,
		"X-Auth": true, "X-Api-Credential": true, "Proxy-Authorization": true, "Cookie": true, "passwd": true,
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
			t.Errorf("%s stands there %d times: %s", name, n, shown)
		}
	}
}
