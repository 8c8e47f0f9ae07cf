package coverage

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/server/servertest/browser"
)

// pageOf writes the page of a report to a file, and returns its address.
func pageOf(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "coverage.html")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: file}).String()
}

// hostileReport has scenarios whose names and reasons are HTML.
func hostileReport() *Report {
	r := measuredRun()
	for i := range r.Scenarios {
		r.Scenarios[i].Name = `</p><script>document.title = "taken"</script><img src=x onerror="document.title='taken'">`
		r.Scenarios[i].Reason = "<b onclick=alert(1)>\x1b]0;taken\x07"
		r.Scenarios[i].Address = `x"><script>document.title = "taken"</script>#` + fmt.Sprint(i)
	}
	r.Alike = [][]string{{r.Scenarios[0].Address, r.Scenarios[1].Address}}
	return r
}

func TestTheHTMLOfThePageIsValid(t *testing.T) {
	pages := map[string]string{}
	for name, r := range map[string]*Report{"coverage": measuredRun(), "empty": {Scenarios: []Scenario{}}} {
		var b bytes.Buffer
		if err := HTML(&b, r); err != nil {
			t.Fatal(err)
		}
		pages[name] = b.String()
	}
	browser.CheckHTML(t, pages)
}

func TestThePageIsAccessible(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	for _, look := range browser.Looks() { // as a reader sees it first, for the picture
		b.Show(t, pageOf(t, measuredRun()), look.Width, look.Scheme)
		browser.CheckAccessibility(t, b, axe, "coverage-folded", look)
	}
	for name, r := range map[string]*Report{"coverage": measuredRun(), "coverage-empty": {Scenarios: []Scenario{}}} {
		address := pageOf(t, r)
		for _, look := range browser.Looks() {
			b.Show(t, address, look.Width, look.Scheme)
			browser.Script[any](t, b, `document.querySelectorAll("details").forEach(d => d.open = true); null`)
			browser.CheckAccessibility(t, b, axe, name, look)
		}
	}
	browser.NoComplaints(t, b)
}

func TestThePageWorksAloneAndItsLinksLeadSomewhere(t *testing.T) {
	b := browser.Open(t)
	b.Watch(t)
	b.Show(t, pageOf(t, measuredRun()), 1280, "light")
	lost := browser.Script[string](t, b, `[...document.querySelectorAll("a[href^='#']")].filter(a => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map(a => a.hash).join(" ")`)
	if lost != "" {
		t.Errorf("links lead nowhere: %s", lost)
	}
	for _, asked := range b.Asked() {
		if !strings.HasPrefix(asked, "file:") && !strings.HasPrefix(asked, "data:") {
			t.Errorf("the page asks for %s", asked)
		}
	}
	browser.NoComplaints(t, b)
}

func TestNamesCannotInjectHTML(t *testing.T) {
	b := browser.Open(t)
	b.Show(t, pageOf(t, hostileReport()), 1280, "light")
	if got := browser.Script[string](t, b, `document.title`); got != "Coverage: 3 of 4 broken fakes caught" {
		t.Errorf("the title is %q", got)
	}
	if got := browser.Script[int](t, b, `document.querySelectorAll("script, img, [onclick], [onerror]").length`); got != 0 {
		t.Errorf("%d elements came from names", got)
	}
	browser.NoComplaints(t, b)
}
