package html_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/server/servertest/browser"
	"understudy/steps/report"
	"understudy/steps/report/html"
	"understudy/steps/report/reporttest"
)

// open shows a file at a width, light or dark. A fragment, such as "#gaps", may
// follow its name.
func open(t *testing.T, b *browser.Browser, file, fragment string, width int64, scheme string) {
	t.Helper()
	b.Show(t, (&url.URL{Scheme: "file", Path: file}).String()+fragment, width, scheme)
}

// page is the page of a run.
func page(t *testing.T, r *report.Run) string {
	t.Helper()
	return reporttest.Written(t, html.Write, r)
}

// pageFile writes the page of a run to a file.
func pageFile(t *testing.T, r *report.Run) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(page(t, r)), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// wholeRun returns a run with content in every part of the page.
func wholeRun() *report.Run {
	r := reporttest.Broken()
	r.Scenarios[0].Steps = []report.Step{{Text: "When I ask", Verdict: report.Pass}, {Text: "Then it responds", Verdict: report.Fail}, {Text: "And stops", Verdict: report.Skip}}
	r.Scenarios[5].Steps = []report.Step{{Text: "When I create a segment", Verdict: report.Pass}, {Text: "Then it is there", Verdict: report.Pass}}
	r.Scenarios[6].Steps = []report.Step{{Text: "When I list", Verdict: report.Pass}, {Text: "Then it is empty", Verdict: report.Skip}, {Text: "And stays so", Verdict: report.Skip}}
	r.Scenarios[5].Promises = []string{"bodies-are-json"}
	r.Coverage = []report.Coverage{{Operation: "list-topics", Status: 200, Seen: 7}, {Operation: "list-topics", Status: 401, Seen: 3, Rejected: 3}, {Operation: "list-topics", Status: 200, Member: "/data/*/id", Seen: 9}}
	return r
}

// runs have pages of all kinds.
func runs() map[string]*report.Run {
	return map[string]*report.Run{"whole": wholeRun(), "conforming": reporttest.Conforming(), "error": reporttest.Unreached(), "too-little": reporttest.TooLittle(), "moved": reporttest.Moved()}
}

func TestTheHTMLOfThePageIsValid(t *testing.T) {
	pages := map[string]string{}
	for name, r := range runs() {
		pages[name] = page(t, r)
	}
	browser.CheckHTML(t, pages)
}

// TestAxeFindsNothing checks pages with everything unfolded.
func TestAxeFindsNothing(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	for name, r := range runs() {
		file := pageFile(t, r)
		for _, l := range browser.Looks() {
			open(t, b, file, "", l.Width, l.Scheme)
			browser.Script[any](t, b, `document.querySelectorAll("details").forEach(d => d.open = true); null`)
			browser.CheckAccessibility(t, b, axe, "report-"+name, l)
		}
	}
}

// visible returns the ids of the promises whose rows are shown.
const visible = `[...document.querySelectorAll("tr[id^=promise-]")].filter(r => r.checkVisibility()).map(r => r.id.slice(8)).join(" ")`

// withoutVerdict reports whether a gap, an operation or a ledger entry is shown.
const withoutVerdict = `[...document.querySelectorAll("[data-words]")].some(e => !e.closest("[hidden]"))`

// TestAnExpectationWithAWarningIsShown opens a page with an expectation that is not met, as a
// warning.
func TestAnExpectationWithAWarningIsShown(t *testing.T) {
	b := browser.Open(t)
	r := wholeRun()
	r.Expectations = []report.Expectation{{ID: "quick", Says: "a list is quick", Severity: "should", Verdict: report.Warn}}
	file := pageFile(t, r)
	for fragment, want := range map[string]bool{"": true, "#verdict=warn": true, "#verdict=fail": false} {
		open(t, b, file, fragment, 1280, "light")
		if got := browser.Script[bool](t, b, `document.getElementById("expectation-quick").checkVisibility()`); got != want {
			t.Errorf("%q shows the warning: %t, want %t", fragment, got, want)
		}
	}
}

func TestThePageWorksAlone(t *testing.T) {
	b := browser.Open(t)
	b.Watch(t)
	file := pageFile(t, wholeRun())
	filters := map[string]string{
		"":                           "list-data invitation-role page-zero-is-one list-code workspace-token-own",
		"#verdict=skip":              "per-page-at-most-100",
		"#verdict=skip,error":        "list-data per-page-at-most-100",
		"#words=TOKEN+opens":         "workspace-token-own",
		"#words=page&verdict=fail":   "page-zero-is-one",
		"#promise-list-code":         "list-data invitation-role page-zero-is-one list-code workspace-token-own",
		"#words=nothing-of-the-kind": "",
		"#words=100%25&verdict=fail": "",
	}
	for fragment, want := range filters {
		open(t, b, file, fragment, 1280, "light")
		if got := browser.Script[string](t, b, visible); got != want {
			t.Errorf("%s shows %q, want %q", fragment, got, want)
		}
	}
	for fragment, want := range map[string]bool{"": true, "#verdict=fail": false, "#verdict=fail,skip,error": false, "#words=list": true} {
		open(t, b, file, fragment, 1280, "light")
		if got := browser.Script[bool](t, b, withoutVerdict); got != want {
			t.Errorf("%q shows entries without a verdict: %t, want %t", fragment, got, want)
		}
	}
	open(t, b, file, "#verdict=fail", 1280, "light")
	folded := browser.Script[string](t, b, `const all = () => [...document.querySelectorAll("details.feature")].filter(d => !d.open).length;
		const box = document.querySelector("#filter [value=pass]"), rest = document.querySelectorAll("#filter [value=skip], #filter [value=error]");
		const found = all(); for (const b of [box, ...rest]) b.click(); found + " " + (all() > 0)`)
	if folded != "0 true" {
		t.Errorf("folded parts while filtered, and whether some are folded again after it: %s", folded)
	}
	open(t, b, file, "#verdict=skip", 1280, "light")
	browser.Script[any](t, b, `document.querySelector("#words").value = "limit"; document.querySelector("#words").dispatchEvent(new Event("input", {bubbles: true})); null`)
	if got := browser.Script[string](t, b, "location.hash"); got != "#words=limit&verdict=skip" {
		t.Errorf("the filter is passed on as %s", got)
	}
	browser.Script[any](t, b, `location.hash = "#scenario-endpoints--page--page-0"; new Promise(done => setTimeout(done))`)
	if !browser.Script[bool](t, b, `document.getElementById("scenario-endpoints--page--page-0").checkVisibility() && document.getElementById("scenario-endpoints--page--page-0").open`) {
		t.Error("a link does not show its target where that is folded and filtered out")
	}
	open(t, b, file, "#scenario-segment--creation--a-segment", 1280, "light")
	text := browser.Script[string](t, b, `new Promise(done => setTimeout(done)).then(() => document.getElementById("scenario-segment--creation--a-segment").innerText)`)
	for _, want := range []string{"segment/creation#a-segment", "When I create a segment", "Then it is there"} {
		if !strings.Contains(text, want) {
			t.Errorf("a scenario that passed lacks %q: %s", want, text)
		}
	}
	skipped := browser.Script[string](t, b, `[...document.querySelectorAll("#scenario-envelopes--list--an-empty-list li")].map(li => li.textContent).join("; ")`)
	if want := "✓ When I list (pass); – Then it is empty (skip); – And stays so (skip)"; skipped != want {
		t.Errorf("the steps of a skipped scenario are %q, want %q", skipped, want)
	}
	if !browser.Script[bool](t, b, `document.querySelector("#scenario-segment--creation--a-segment a[href='#promise-bodies-are-json']") !== null`) {
		t.Error("a scenario does not link to its promise")
	}
	asked, complaints := b.Asked(), b.Complaints()
	for _, address := range asked {
		if !strings.HasPrefix(address, "file://") && address != "data:," && address != "about:blank" {
			t.Errorf("it asks for %s", address)
		}
	}
	if len(asked) < len(filters) || len(complaints) > 0 {
		t.Errorf("%d requests were seen; the browser complains of %q", len(asked), complaints)
	}
}

func TestThePageRunsNoHostileScript(t *testing.T) {
	b := browser.Open(t)
	open(t, b, pageFile(t, reporttest.Hostile()), "", 1280, "light")
	if n := browser.Script[int](t, b, `document.scripts.length + document.images.length`); n != 1 || len(b.Complaints()) > 0 {
		t.Errorf("%d scripts and images; the browser complains of %q", n, b.Complaints())
	}
}

func TestThePagePrintsDarkOnWhite(t *testing.T) {
	b := browser.Open(t)
	open(t, b, pageFile(t, wholeRun()), "", 1280, "dark")
	b.Do(t, browser.Media("print", "dark"))
	got := browser.Script[string](t, b, `[getComputedStyle(document.body).backgroundColor, document.querySelector("nav").checkVisibility(), document.querySelector("pre").checkVisibility(), document.querySelector(".tiles .skip").checkVisibility()].join(" ")`)
	if got != "rgb(255, 255, 255) false true true" {
		t.Errorf("printed: %s", got)
	}
}
