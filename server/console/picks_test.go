package console_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

// focused waits until the list of sandboxes is open.
const focused = `new Promise(found => {
	const field = document.getElementById("seek-sandbox");
	field === document.activeElement ? found() : field.addEventListener("focus", found, {once: true});
}).then(() => null)`

func TestASandboxIsPickedAmongMany(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	for i := range 1200 {
		f.Control("POST", "sandboxes", fmt.Sprintf(`{"id":"build-%04d"}`, i))
	}
	if page := f.ConsolePage("console/faults").Body; strings.Count(page, `<a id="pick-`) != 100 || !strings.Contains(page, "100 of 1201 found") || strings.Index(page, "pick-default") > strings.Index(page, "pick-build") {
		t.Error("the page does not list the default sandbox and the first 99 others")
	}
	b.Show(t, testkit.ServePages(t, f)+"/_understudy/console/faults", 1280, "light")
	onTheKeyboard(t, b, "sandbox", kb.Enter)
	browser.Script[any](t, b, focused)
	b.Do(t, browser.Keys("1187")...)
	awaited(t, b, `document.querySelectorAll("#picks a").length === 1 && document.querySelector("#pick-build-1187")?.id`)
	b.Do(t, browser.Keys(kb.Tab, kb.Tab, kb.Enter)...)
	if text := awaited(t, b, `document.querySelector("#sandbox").textContent.includes("build-1187") && location.pathname + location.search`); text != "/_understudy/console/faults?sandbox=build-1187" {
		t.Errorf("it opens %s", text)
	}
	onTheKeyboard(t, b, "sandbox", kb.Enter)
	browser.Script[any](t, b, focused)
	b.Do(t, browser.Keys(kb.Escape)...)
	if browser.Script[bool](t, b, `document.querySelector("#pick").matches(":popover-open")`) {
		t.Error("Escape does not close the list")
	}
	browser.NoComplaints(t, b)
}
