package workbench

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"understudy/server/servertest/browser"
)

// TestEnterKeepsWhatACompletionSelects writes a scenario with the keyboard alone: Enter takes
// a completion, Enter again begins the next line, which is indented.
func TestEnterKeepsWhatACompletionSelects(t *testing.T) {
	bench := open(t, "")
	b := browser.Open(t)
	b.Show(t, bench.site+"?edit=", 1280, "light")
	awaited(t, b, `document.getElementById("editing").dataset.ready`)
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor;
		view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: "Feature: Pages"}}); } null`)
	browser.Script[any](t, b, atCode)
	enter := func() { // the key alone: chromedp.KeyEvent types a line, too
		b.Do(t, chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
			for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
				if _, err := cdp.Call(ctx, page, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13}); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	enter()
	do(t, b, "@promise:next-page-follows")
	enter()
	do(t, b, "Scenario: pages")
	enter()
	do(t, b, "When I read the pages")
	awaited(t, b, `document.querySelector(".cm-tooltip-autocomplete li")?.innerText.includes("I read the pages of")`)
	browser.Script[any](t, b, `new Promise(over => setTimeout(() => over(null), 150))`) // keys pressed as the list appears are for the text
	do(t, b, kb.Tab)
	awaited(t, b, `document.getElementById("text").value.includes("pages of the invitations")`)
	enter()
	do(t, b, "Then next_page is the next page")
	const want = "Feature: Pages\n  @promise:next-page-follows\n  Scenario: pages\n    When I read the pages of the invitations\n    Then next_page is the next page"
	if text := browser.Script[string](t, b, `document.getElementById("text").value`); text != want {
		t.Errorf("the keys write\n%s\nwant\n%s", text, want)
	}
	// Tab goes to the last part, which Enter keeps, too.
	enter()
	do(t, b, "Given at leas")
	awaited(t, b, `document.querySelector(".cm-tooltip-autocomplete li")?.innerText.includes("at least")`)
	browser.Script[any](t, b, `new Promise(over => setTimeout(() => over(null), 150))`)
	do(t, b, kb.Tab)
	awaited(t, b, `document.getElementById("text").value.includes("at least 26 invitations")`)
	do(t, b, kb.Tab)
	enter()
	if text := browser.Script[string](t, b, `document.getElementById("text").value`); text != want+"\n    Given at least 26 invitations\n    " {
		t.Errorf("after Tab, Enter leaves\n%s", text)
	}
	browser.NoComplaints(t, b)
}

// TestTheEditorIndentsByTheFirstWord writes a step below a table, and formats the text.
func TestTheEditorIndentsByTheFirstWord(t *testing.T) {
	bench := open(t, "")
	b := browser.Open(t)
	b.Show(t, bench.site+"?edit=", 1280, "light")
	awaited(t, b, `document.getElementById("editing").dataset.ready`)
	begin := func(text string) {
		literal, _ := json.Marshal(text)
		browser.Script[any](t, b, fmt.Sprintf(`{ const {view} = document.getElementById("editing").editor;
			view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: %s}, selection: {anchor: %d}}); view.focus(); } null`, literal, len(text)))
	}
	text := func() string { return browser.Script[string](t, b, `document.getElementById("text").value`) }
	const scenario = "Feature: Pages\n\n  Scenario Outline: pages\n    When I send the request\n      | method | path |\n      | GET    | /x   |\n      "
	for typed, want := range map[string]string{
		"Then ":     "    Then ",
		"Examples:": "    Examples:",
		"Scenario:": "  Scenario:",
		"Rule:":     "  Rule:",
		"| POST":    "      | POST",
	} {
		begin(scenario)
		do(t, b, typed)
		if got := text(); got != strings.TrimSuffix(scenario, "      ")+want {
			t.Errorf("%q after a table is indented as\n%s", typed, got)
		}
	}
	begin("Feature: Pages\n  Scenario: pages\n    When I send the request\n      \"\"\"\n      ")
	do(t, b, "Then ")
	if got := text(); !strings.HasSuffix(got, "\n      Then ") {
		t.Errorf("a doc string is indented as\n%s", got)
	}
	begin("Feature: Pages\nScenario: pages\n When I list the invitations with page 1 and per_page 1")
	press(t, b, "format")
	const want = "Feature: Pages\n\n  Scenario: pages\n    When I list the invitations with page 1 and per_page 1\n"
	awaited(t, b, `document.getElementById("text").value.includes("\n\n  Scenario")`)
	if got := text(); got != want {
		t.Errorf("formatted as\n%s\nwant\n%s", got, want)
	}
	begin("No Gherkin")
	press(t, b, "format")
	if says := awaited(t, b, `document.getElementById("saved").innerText`); !strings.Contains(says, "The text is not formatted: ") {
		t.Errorf("a text that is not Gherkin: %q", says)
	}
	browser.NoComplaints(t, b)
}

func TestTypingGoesOnAfterACompletedPath(t *testing.T) {
	bench := open(t, "")
	b := browser.Open(t)
	b.Show(t, bench.site+"?edit=", 1280, "light")
	awaited(t, b, `document.getElementById("editing").dataset.ready`)
	begun := "Feature: Paths\n\n  Scenario: a path\n    When I send GET "
	browser.Script[any](t, b, `{ const {view} = document.getElementById("editing").editor, text = `+"`"+begun+"`"+`;
		view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}, selection: {anchor: text.length}}); view.focus(); } null`)
	do(t, b, `"`)
	awaited(t, b, `document.querySelector(".cm-tooltip-autocomplete li")?.innerText.includes("/api/v1/")`)
	browser.Script[any](t, b, `new Promise(over => setTimeout(() => over(null), 150))`)
	do(t, b, kb.Tab)
	awaited(t, b, `document.getElementById("text").value.includes("/api/v1/")`)
	do(t, b, "?order=asc")
	text := browser.Script[string](t, b, `document.getElementById("text").value`)
	if line := text[strings.LastIndex(text, "\n")+1:]; !strings.Contains(line, `"/api/v1/`) || !strings.Contains(line, "?order=asc") ||
		strings.Index(line, "?order=asc") < strings.Index(line, "/api/v1/") {
		t.Errorf("typed after the path was taken: %q", line)
	}
}
