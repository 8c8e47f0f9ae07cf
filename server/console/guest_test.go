package console_test

import (
	"html/template"
	"net/http"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/console"
	"understudy/server/internal/testkit"
)

// visitors is the content of a page that shows where its requests came in.
type visitors struct{}

func (visitors) Page(at console.Place) (template.HTML, error) {
	return template.HTML(`<p id="guest">` + at.Sandbox + " " + at.Link("part", "x", "1") + "</p>"), nil //nolint:gosec // it is a test
}

func (visitors) Serve(w http.ResponseWriter, at console.Place) int {
	w.WriteHeader(http.StatusTeapot)
	_, _ = w.Write([]byte(at.Below + " of " + at.Sandbox)) // it is a recorder
	return http.StatusTeapot
}

func TestAPageOfTheProgramIsInTheConsole(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.AddPage(console.Guest{Name: "own", Title: "Own page", Content: visitors{}})
	f.Control("POST", "sandboxes", `{"id":"other"}`)
	if a := f.ConsolePage("console/own?sandbox=other"); a.Code != http.StatusOK || !strings.Contains(a.Body, `<p id="guest">other /_understudy/console/own/part?sandbox=other&x=1</p>`) ||
		!strings.Contains(a.Body, `href="/_understudy/console/own?sandbox=other" aria-current="page">Own page</a>`) {
		t.Errorf("HTTP %d: %s", a.Code, a.Body)
	}
	if a := f.ConsolePage("console/gaps"); !strings.Contains(a.Body, `>Own page</a></li><li><a id="tab-reference"`) {
		t.Errorf("other pages do not link to it: %s", a.Body)
	}
	if a := f.ConsolePage("console/own/a/b?sandbox=other"); a.Code != http.StatusTeapot || a.Body != "a/b of other" {
		t.Errorf("HTTP %d: %s", a.Code, a.Body)
	}
	if a := f.PressButton("console/own", "freeze"); a.Code != http.StatusOK || !strings.Contains(a.Body, `id="guest"`) {
		t.Errorf("the clock on it: HTTP %d: %s", a.Code, a.Body)
	}
	for _, path := range []string{"console/own", "console/own/a"} {
		if a := f.ConsolePage(path, testkit.SetHeader("Origin", "https://elsewhere.example.com")); a.Code != http.StatusForbidden {
			t.Errorf("%s: a page of another origin gets HTTP %d", path, a.Code)
		}
		if a := f.ConsolePage(path, testkit.ToHost("elsewhere.example.com")); a.Code != http.StatusForbidden {
			t.Errorf("%s: another name of the machine gets HTTP %d", path, a.Code)
		}
	}
	locked := testkit.Open(t, server.Options{Control: true, ControlToken: "EXAMPLE-control-token"})
	locked.AddPage(console.Guest{Name: "own", Title: "Own page", Content: visitors{}})
	if a := locked.ConsolePage("console/own/a"); a.Code != http.StatusUnauthorized {
		t.Errorf("without a token: HTTP %d", a.Code)
	}
}
