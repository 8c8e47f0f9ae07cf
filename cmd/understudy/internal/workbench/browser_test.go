package workbench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"understudy/server/servertest/browser"
	"understudy/steps/report/prose"
)

// awaited is the value of an expression on the page, once it is not empty and htmx has
// settled.
func awaited(t *testing.T, b *browser.Browser, expression string) string {
	t.Helper()
	is := browser.Script[string](t, b, `new Promise(found => {
		setTimeout(() => found("never: " + location.href + ": " + document.body.innerText), 30000);
		const look = () => { const is = (() => `+expression+`)(); if (is && !document.querySelector(".htmx-added, .htmx-swapping, .htmx-settling")) { watcher.disconnect(); found(String(is)); } };
		const watcher = new MutationObserver(look);
		watcher.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
		look();
	})`)
	if strings.HasPrefix(is, "never: ") {
		t.Fatalf("%s does not appear: %s", expression, is)
	}
	return is
}

const (
	// finished is the result of a job that has ended.
	finished = `document.querySelector("#job[data-done]")?.innerText`
	// atCode puts the cursor to the end of the text.
	atCode = `{ const {view} = document.getElementById("editing").editor; view.focus(); view.dispatch({selection: {anchor: view.state.doc.length}}); } null`
)

// do presses keys.
func do(t *testing.T, b *browser.Browser, keys ...string) {
	t.Helper()
	b.Do(t, browser.Keys(keys...)...)
}

// press clicks an element by its id.
func press(t *testing.T, b *browser.Browser, id string) {
	t.Helper()
	browser.Script[any](t, b, `document.getElementById(`+quoted(id)+`).click(); null`)
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

func TestAScenarioIsWrittenRunFixedAndSaved(t *testing.T) {
	t.Chdir(t.TempDir())
	const folder = "scenarios"
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	bench := open(t, folder)
	b := browser.Open(t)
	b.Show(t, bench.site+"?edit=", 1280, "light")
	awaited(t, b, `document.getElementById("editing").dataset.ready`)
	// Write: the text is replaced, and the last step is completed.
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor, text = `+"`Feature: Pages\n\n  @promise:per-page-honoured\n  Scenario: a page of ten\n    Given at least 11 invitations\n    When I list the invitations with page 1 and per_page 10\n    Then the response is a success\n    `"+`;
		view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}, selection: {anchor: text.length}}); view.focus(); } null`)
	do(t, b, "And the response has exa")
	awaited(t, b, `document.querySelector(".cm-tooltip-autocomplete li")?.innerText.includes("the response has exactly")`)
	browser.Script[any](t, b, `new Promise(over => setTimeout(() => over(null), 150))`) // keys pressed as the list appears are for the text
	do(t, b, kb.Tab)                                                                    // Enter does the same, but this way of pressing it types a line too
	awaited(t, b, `document.getElementById("text").value.includes("the response has exactly")`)
	text := browser.Script[string](t, b, `document.getElementById("text").value`)
	line := text[strings.LastIndex(text, "\n")+1:]
	if line != "    And the response has exactly 25 records" {
		t.Fatalf("the completion inserts %q: %q", line, text)
	}
	// Run: the wrong number fails, with its exchange.
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor, doc = view.state.doc, last = doc.line(doc.lines);
		view.dispatch({changes: {from: last.from, to: last.to, insert: "    And the response has exactly 11 records"}, selection: {anchor: last.from}}); view.focus(); } null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes("Nothing is wrong")`)
	b.Do(t, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2))) // Ctrl+Enter
	result := awaited(t, b, finished)
	checkFailure(t, b, result)
	b.Picture(t, "scenarios-failure-1280")
	// Fix, run, and save.
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor, at = view.state.doc.toString().indexOf("exactly 11");
		view.dispatch({changes: {from: at, to: at + 10, insert: "exactly 10"}}); view.focus(); } null`)
	press(t, b, "run-text")
	awaited(t, b, finished+`?.includes("1 pass") && "passes"`)
	browser.Script[any](t, b, `{ const field = document.getElementById("file-name"); field.focus(); field.select(); } null`)
	do(t, b, "pages")
	press(t, b, "save")
	awaited(t, b, `document.getElementById("saved").innerText.includes("Saved pages.feature")`)
	if got := browser.Script[string](t, b, `document.querySelector("#job h2").textContent`); got != "pages.feature" {
		t.Errorf("the result beside the saved text is that of %s", got)
	}
	if saved, err := os.ReadFile(filepath.Join(folder, "pages.feature")); err != nil || !strings.Contains(string(saved), "exactly 10 records") {
		t.Errorf("%q, %v", saved, err)
	}
	// Save again by the keyboard: the version is that of what was saved.
	browser.Script[any](t, b, atCode)
	do(t, b, kb.Enter)
	b.Do(t, chromedp.KeyEvent("s", chromedp.KeyModifiers(2))) // Ctrl+S
	awaited(t, b, `document.getElementById("file-name").value === "pages.feature" && document.getElementById("saved").innerText.includes("Saved")`)
	press(t, b, "worth-text")
	awaited(t, b, finished+`?.includes("broken fakes caught") && "measured"`)
	// So are the expectations, by the same keys in their field.
	browser.Script[any](t, b, `{ document.getElementById("expecting").open = true; document.getElementById("expectations").focus(); } null`)
	do(t, b, "expectations: [{id: quick, says: x}]")
	b.Do(t, chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	awaited(t, b, `document.getElementById("expected").innerText.includes("Saved expectations.yaml")`)
	// What is saved can be left; what is not, after a question.
	for want, keys := range []string{"", "# not saved"} {
		browser.Script[any](t, b, atCode)
		do(t, b, keys)
		b.Show(t, bench.site+"?edit=", 1280, "light")
		awaited(t, b, `document.getElementById("editing").dataset.ready`)
		if got := b.Left(); got != want {
			t.Errorf("with %q typed since it was saved, the page asks %d times before it is left, want %d", keys, got, want)
		}
	}
	browser.NoComplaints(t, b)
}

// checkFailure checks how the page shows the failed step and its exchange.
func checkFailure(t *testing.T, b *browser.Browser, result string) {
	t.Helper()
	for _, part := range []string{"1 fail", "per-page-honoured", "the failure", "per_page=10"} {
		if !strings.Contains(result, part) {
			t.Errorf("the failure is shown without %q:\n%s", part, result)
		}
	}
	if !browser.Script[bool](t, b, `document.querySelector(".exchange.blamed").open`) {
		t.Error("the exchange of the failure is closed")
	}
	if got := browser.Script[string](t, b, `document.querySelector(".failure").innerText`); !strings.Contains(got, "✗ And the response has exactly 11 records") {
		t.Errorf("the failure does not name its step: %s", got)
	}
	if got := browser.Script[string](t, b, `[...document.querySelectorAll(".exchange.blamed h3")].map(h => h.textContent).join(" ") + " " + [...document.querySelectorAll(".exchange.blamed details")].some(d => d.open)`); got != "Request Response false" {
		t.Errorf("the exchange of the failure has the headings, and something unfolded: %s", got)
	}
}

func TestTheHTMLOfTheScenariosIsValid(t *testing.T) {
	bench, pages := open(t, ""), map[string]string{}
	for name, path := range map[string]string{"contents": "", "found": "?find=page", "feature": "?feature=endpoints/page.feature", "editor": "?edit="} {
		_, pages[name] = bench.get(path)
	}
	browser.CheckHTML(t, pages)
}

func TestTheEditorShowsAndFixesWhatIsWrong(t *testing.T) {
	bench := open(t, "")
	b := browser.Open(t)
	b.Show(t, bench.site+"?edit=", 1280, "light")
	awaited(t, b, `document.getElementById("editing").dataset.ready`)
	at := browser.Script[[]float64](t, b, `(() => { const {view} = document.getElementById("editing").editor, {left, top} = view.coordsAtPos(view.state.doc.toString().indexOf("order-asc") + 3); return [left + 2, top + 5]; })()`)
	b.Do(t, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]-1, at[1]), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	if says := awaited(t, b, `document.querySelector(".cm-tooltip-hover .explained")?.innerText`); !strings.Contains(says, "order asc lists the oldest creation time first") {
		t.Errorf("the pointer on a promise shows %s", says)
	}
	if quote := browser.Script[string](t, b, `document.querySelector(".cm-tooltip-hover blockquote")?.innerText ?? ""`); !strings.HasPrefix(quote, `order: "enum `+"`asc`") {
		t.Errorf("the document's sentence is shown as %s", quote)
	}
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor, at = view.state.doc.toString().indexOf("pages of the invitations");
		view.dispatch({changes: {from: at + 23, to: at + 24}}); } null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes("did you mean")`)
	awaited(t, b, `document.querySelector(".cm-lintRange-error, .cm-lintRange")?.textContent`)
	browser.Script[any](t, b, `document.querySelector("#problems .fix").click(); null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes("Nothing is wrong")`)
	if text := browser.Script[string](t, b, `document.getElementById("text").value`); !strings.Contains(text, "I read the pages of the invitations in order asc") {
		t.Errorf("the fix makes %q", text)
	}
	browser.NoComplaints(t, b)
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor, doc = view.state.doc;
		view.dispatch({changes: {from: 0, to: doc.length, insert: doc.toString() + "    Given something unknown\n".repeat(300)}}); } null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes("and 100 more")`)
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor;
		view.dispatch({changes: {from: 0, insert: "# a comment\n".repeat(100000)}}); } null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes("The text was not checked: the text has")`)
}

// TestAnExpectationIsWrittenBesideTheText adds what a tag names, and saves it: the text is
// checked again without a change of it.
func TestAnExpectationIsWrittenBesideTheText(t *testing.T) {
	folder := t.TempDir()
	bench := open(t, folder)
	b := browser.Open(t)
	b.Show(t, bench.site+"?edit=", 400, "dark")
	awaited(t, b, `document.getElementById("editing").dataset.ready`)
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor, at = view.state.doc.toString().indexOf("@promise:order-asc");
		view.dispatch({changes: {from: at, to: at + 18, insert: "@expect:oldest-first"}}); } null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes('no expectation "oldest-first"')`)
	browser.Script[any](t, b, `document.querySelector("#problems .fix").click(); null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes("Nothing is wrong")`)
	awaited(t, b, `document.getElementById("expecting").open && document.activeElement.id === "expectations" && "shown"`)
	press(t, b, "save-expected")
	awaited(t, b, `document.getElementById("expected").innerText.includes("Saved expectations.yaml")`)
	browser.Script[any](t, b, `{ const area = document.getElementById("expectations"); area.value = area.value.replace("says", "sais"); area.dispatchEvent(new Event("input", {bubbles: true})); } null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes('did you mean "says"')`)
	browser.Script[any](t, b, `{ const area = document.getElementById("expectations"); area.value = area.value.replace("sais", "severity: should\n    says"); area.dispatchEvent(new Event("input", {bubbles: true})); } null`)
	awaited(t, b, `document.getElementById("problems").innerText.includes("Nothing is wrong")`)
	browser.Script[any](t, b, `document.getElementById("expected").replaceChildren(); null`)
	press(t, b, "save-expected") // its version is that of what was saved before
	awaited(t, b, `document.getElementById("expected").innerText.includes("Saved expectations.yaml") && !document.getElementById("run-text").disabled`)
	press(t, b, "run-text")
	awaited(t, b, finished+`?.includes("1 pass") && "passes"`)
	const want = "expectations:\n  - id: oldest-first\n    severity: should\n    says: \"the oldest invitation comes first\"\n"
	if got, err := os.ReadFile(filepath.Join(folder, "expectations.yaml")); err != nil || string(got) != want {
		t.Errorf("saved %q, want %q: %v", got, want, err)
	}
	browser.NoComplaints(t, b)
}

func TestAFeatureRunsStepByStepByTheKeyboard(t *testing.T) {
	bench := open(t, "")
	b := browser.Open(t)
	b.Show(t, bench.site+"?feature=endpoints/page.feature", 400, "light")
	browser.Script[any](t, b, `document.getElementById(`+quoted(prose.Anchor("run", address))+`).focus(); null`)
	do(t, b, kb.Enter)
	awaited(t, b, finished+`?.includes("1 pass") && "passes"`)
	if says := awaited(t, b, `document.getElementById("copied").textContent`); !strings.Contains(says, "1 pass") {
		t.Errorf("a reader of the screen hears %q", says)
	}
	if top := browser.Script[float64](t, b, `document.getElementById("result").getBoundingClientRect().top`); top < -1 || top > 900 {
		t.Errorf("the result is at %g", top)
	}
	press(t, b, "run-all")
	awaited(t, b, finished+`?.includes("endpoints/page.feature") && "all"`)
	browser.Script[any](t, b, `document.querySelector("details.trial summary").click(); null`)
	awaited(t, b, `document.querySelector("details.trial .whole-trial ol.run li")?.innerText`)
	browser.NoComplaints(t, b)
}

func TestTheFirstFailureOfAFolderIsOpened(t *testing.T) {
	folder := t.TempDir()
	for name, says := range map[string]string{"a-good": "oldest", "b-bad": "newest"} {
		text := strings.Replace(starter, "sorted oldest", "sorted "+says, 1)
		if err := os.WriteFile(filepath.Join(folder, name+".feature"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bench := open(t, folder)
	b := browser.Open(t)
	b.Show(t, bench.site, 400, "dark")
	press(t, b, "run-own")
	awaited(t, b, finished+`?.includes("1 fail") && "failed"`)
	if shown := awaited(t, b, `document.querySelector("details.trial[open] .exchange.blamed")?.innerText`); !strings.Contains(shown, "/api/v1/invitations") {
		t.Errorf("what is opened shows %s", shown)
	}
	b.Picture(t, "scenarios-own-400")
	browser.NoComplaints(t, b)
}

func TestAxeFindsNothingInTheWorkbench(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "mine.feature"), []byte(starter), 0o600); err != nil {
		t.Fatal(err)
	}
	bench := open(t, folder)
	for name, path := range map[string]string{"contents": "", "feature": "?feature=endpoints/page.feature", "found": "?find=token", "editor": "?edit=own:mine.feature", "run": "?feature=link/link.feature"} {
		for _, l := range browser.Looks() {
			b.Show(t, bench.site+path, l.Width, l.Scheme)
			switch name {
			case "editor":
				awaited(t, b, `document.getElementById("problems").innerText`)
				browser.Script[any](t, b, `document.querySelector("#expecting summary").click(); null`)
				press(t, b, "worth-text")
				awaited(t, b, finished)
				browser.CheckAccessibility(t, b, axe, "scenarios-worth", l)
				browser.Script[any](t, b, atCode)
				do(t, b, kb.Enter, "When I list")
				awaited(t, b, `document.querySelector(".cm-completionInfo")?.innerText`)
			case "run":
				press(t, b, "run-all")
				awaited(t, b, finished)
				browser.Script[any](t, b, `document.querySelector("details.trial summary").click(); null`)
				awaited(t, b, `document.querySelector("details.trial .whole-trial ol.run li")?.innerText`)
			}
			browser.CheckAccessibility(t, b, axe, "scenarios-"+name, l)
		}
	}
	browser.NoComplaints(t, b)
}
