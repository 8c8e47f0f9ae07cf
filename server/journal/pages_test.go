package journal_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"understudy/server/journal"
	"understudy/spec"
)

// visited records a request to a page with a query and a body, and the response.
func visited(limit int, query, sent, received string) *journal.Exchange {
	return brokenOff(len(sent), limit, query, sent, received)
}

// brokenOff is visited by a client that announced the length of its body.
func brokenOff(declared, limit int, query, sent, received string) *journal.Exchange {
	j := journal.New(journal.Limits{Exchanges: 1, Body: limit})
	r := httptest.NewRequest("POST", "/embed/segment", strings.NewReader(sent))
	r.URL.RawQuery, r.ContentLength = query, int64(declared)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Referer", "http://x/embed/segment?"+query)
	r.Header.Set("X-Note", query)
	rec, r := j.Record(httptest.NewRecorder(), r, &journal.Exchange{Path: "/embed/segment", Page: true, Operation: spec.SaveEditor}, time.Now())
	_, _ = io.Copy(io.Discard, r.Body)
	_, _ = io.WriteString(rec, received)
	rec.Done()
	e, _ := j.Find(1)
	return e
}

// all returns everything that is shown of an exchange.
func all(t *testing.T, e *journal.Exchange) string {
	t.Helper()
	shown := e.Show(nil)
	text, err := json.Marshal([]any{shown, journal.Archive([]journal.Shown{shown}, "1"), e.ViolationsShown(nil)})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// opened returns the page that has a form with an authorization value, a name,
// and molecules.
func opened(auth, name, molecules string) string {
	return fmt.Sprintf(`<!DOCTYPE html>
<html><body data-back="https://me:OPENSBACK@app.example.com/?a=1&amp;token=OPENS&#43;BACK">
<input type="hidden" name="auth" value="%s">
<input id="name" name="name" value="%s">
<textarea name="molecules">%s</textarea>
<script>const path = "a=1;b=2"; if (1 < 2 && path.length > 3) location.assign(back);</script>
</body></html>
`, html.EscapeString(auth), html.EscapeString(name), html.EscapeString(molecules))
}

func TestTheAuthOfAPageIsHiddenInEveryForm(t *testing.T) {
	const auth = `OPENS"LINK<&'`
	escaped, quoted := url.QueryEscape(auth), html.EscapeString(auth)
	plain := opened(auth, "Mine", "[]")
	for rule, c := range map[string]struct{ query, sent, received string }{
		"in a query":                              {"auth=" + escaped, "", plain},
		"in a query, its name escaped":            {"%61%75th=" + escaped, "", plain},
		"in a query, in capitals":                 {"AUTH=" + escaped, "", plain},
		"in a query, twice":                       {"auth=x&a=1&auth=" + escaped, "", plain},
		"in a query, with spaces":                 {"+auth%20=OPENS+LINK", "", plain},
		"in a query, escaped as a whole":          {"auth%3D" + escaped, "", plain},
		"in a query, escaped twice":               {"a=1%2526auth%253DOPENSLINK", "", plain},
		"in a query, in a list":                   {"auth%5B%5D=" + escaped, "", plain},
		"in a query, beside a broken escape":      {"%zzauth=" + escaped + "&auth=%zz" + escaped, "", plain},
		"in a query, after a semicolon":           {"a=1;auth=" + escaped, "", plain},
		"in a form":                               {"", "auth=" + escaped + "&name=Mine", plain},
		"in a form, its name escaped":             {"", "name=Mine&%61uth=" + escaped, plain},
		"in a form, in capitals":                  {"", "Auth=" + escaped, plain},
		"in a form, twice":                        {"", "auth=x&name=Mine&auth=" + escaped, plain},
		"in a form, with spaces":                  {"", "auth+=OPENS+LINK", plain},
		"in a form, by another name":              {"", "oauth=" + escaped, plain},
		"in a form, by no name":                   {"", escaped, plain},
		"in a form, in another field":             {"", "auth=" + escaped + "&name=a" + escaped + "b&version=" + escaped, plain},
		"in a form, escaped within a field":       {"", "name=x%26auth%3D" + escaped, plain},
		"in JSON":                                 {"", `{"auth":"OPENSLINK"}`, plain},
		"in a form of parts":                      {"", "--b\r\nContent-Disposition: form-data; name=\"auth\"\r\n\r\n" + auth + "\r\n--b--", plain},
		"in a text":                               {"", "my auth is " + auth, plain},
		"in the name that the page shows":         {"auth=" + escaped, "", opened(auth, "of "+auth, `["`+auth+`"]`)},
		"in the JSON that the page's script gets": {"auth=" + escaped, "", `{"says":` + fmt.Sprintf("%q", "of "+auth) + `,"path":"http://x/?auth=` + escaped + `"}`},
	} {
		for _, secret := range []string{"OPENS", escaped, quoted} {
			if got := all(t, visited(1<<20, c.query, c.sent, c.received)); strings.Contains(got, secret) {
				t.Errorf("%s: it shows %s: %s", rule, secret, got)
			}
		}
	}
}

func TestNoCutShowsTheAuthOfAPage(t *testing.T) {
	const auth = "OPENS-LINK_0123456789"
	const form = "version=1&auth=" + auth + "&name=Mine+" + auth + "&%61uth=" + auth + "&x=" + auth
	page := opened(auth, "Mine "+auth, `["`+auth+`"]`)
	whole := max(len(form), len(page))
	for limit := range whole + 1 {
		for way, e := range map[string]*journal.Exchange{
			"by the journal":             visited(limit, "", form, page),
			"by the sender":              brokenOff(len(form), whole, "", form[:min(limit, len(form))], page[:min(limit, len(page))]),
			"in the response to a query": visited(whole, "auth="+auth, "", page[:min(limit, len(page))]),
		} {
			if got := all(t, e); strings.Contains(got, "OPENS") {
				t.Fatalf("cut %s after %d bytes it shows %s", way, limit, got)
			}
		}
	}
}

func TestTheRestOfAPageIsShown(t *testing.T) {
	const form = "auth=OPENSLINK&version=1f&name=My+readers+%26+co&molecules=%5B%5D"
	shown := visited(1<<20, "auth=OPENSLINK&lang=en", form, opened("OPENSLINK", "My readers & co", `[{"a":"b<c"}]`)).Show(nil)
	if want := "auth=[hidden]&lang=en"; shown.Query != want {
		t.Errorf("the query is shown as %s, want %s", shown.Query, want)
	}
	if want := strings.Replace(form, "OPENSLINK", "[hidden]", 1); shown.Request.Body != want {
		t.Errorf("the form is shown as %s, want %s", shown.Request.Body, want)
	}
	want := strings.NewReplacer("me:OPENSBACK", "[hidden]", "OPENS&#43;BACK", "[hidden]").Replace(opened("[hidden]", "My readers & co", `[{"a":"b<c"}]`))
	if shown.Response.Body != want {
		t.Errorf("the page is shown as %s, want %s", shown.Response.Body, want)
	}
}

func TestAPageIsNotCheckedAgainstTheContract(t *testing.T) {
	e := visited(4, "auth=x&page=0", "name=Mine", "")
	if got := e.ViolationsShown(nil); got != nil {
		t.Errorf("it is checked: %v", got)
	}
	for _, o := range spec.Operations {
		if strings.Contains(o.ID, ":") {
			t.Errorf("the operation %s may be taken for a page", o.ID)
		}
	}
}
