package console_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

// awaited is the value of an expression on the page, once it is not empty and htmx has
// settled.
func awaited(t *testing.T, b *browser.Browser, expression string) string {
	t.Helper()
	is := browser.Script[string](t, b, `new Promise(found => {
		setTimeout(() => found("never: " + location.href + ": " + document.body.innerText), 20000);
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

func TestTheJournalOfTheConsoleIsLive(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	site := testkit.ServePages(t, f)
	b.Show(t, site+"/_understudy/", 1280, "light")
	if text := browser.Script[string](t, b, `document.querySelector("#journal .empty").textContent`); !strings.Contains(text, "no request yet") {
		t.Error(text)
	}
	browser.Script[any](t, b, `window.same = true; null`)
	for seq := 1; seq <= 3; seq++ {
		f.ListInvitations("?per_page=500")
		row := awaited(t, b, fmt.Sprintf(`document.querySelector("#exchange-%d")?.closest("tr").textContent`, seq))
		if !strings.Contains(row, "per_page=500") || !strings.Contains(row, "1 violation") {
			t.Errorf("exchange %d is shown as %s", seq, row)
		}
	}
	if text := awaited(t, b, `document.querySelector(".findings .bad")?.textContent.startsWith("3 calls") && document.querySelector(".findings .bad").textContent`); !strings.Contains(text, "per_page") {
		t.Error(text)
	}
	if !browser.Script[bool](t, b, `window.same === true`) {
		t.Error("the page was loaded again")
	}
	browser.Script[any](t, b, `document.querySelector("#live").click(); null`)
	awaited(t, b, `document.querySelector("#live")?.textContent === "Resume live"`)
	if n := browser.Script[int](t, b, `document.querySelectorAll("[sse-connect]").length`); n != 0 {
		t.Error("it is live after a pause")
	}
	browser.NoComplaints(t, b)
}

func TestARowOfTheJournalOpensAnywhere(t *testing.T) {
	b := browser.Open(t)
	f := busy(t)
	site := testkit.ServePages(t, f)
	const place = `(() => { const at = id => document.getElementById(id).getBoundingClientRect();
		return at("details").left > at("journal").right ? "beside" : at("details").top > at("journal").bottom && at("details").top < innerHeight ? "below, in sight" : "elsewhere" })()`
	for _, c := range []struct {
		width int64
		place string
	}{{1280, "beside"}, {1100, "beside"}, {400, "below, in sight"}} {
		b.Show(t, site+"/_understudy/?status=400", c.width, "light")
		browser.Script[any](t, b, `{ const cells = [...document.querySelectorAll("#exchange-2")[0].closest("tr").cells].filter(cell => cell.checkVisibility());
			const box = cells.at(-1).getBoundingClientRect(); document.elementFromPoint(box.right - 3, box.bottom - 3).click() } null`)
		if text := awaited(t, b, `document.querySelector("#details h2")?.textContent`); text != "#2 list-invitations" {
			t.Errorf("%d px: a click on the last cell opens %s", c.width, text)
		}
		if got := browser.Script[string](t, b, place); got != c.place {
			t.Errorf("%d px: the details are %s, want %s", c.width, got, c.place)
		}
		if y := browser.Script[float64](t, b, `scrollY`); (y == 0) != (c.place == "beside") {
			t.Errorf("%d px: the page scrolls to %g with its details %s", c.width, y, c.place)
		}
	}
	b.Show(t, site+"/_understudy/?exchange=2", 400, "light")
	if got := browser.Script[string](t, b, place); got != "below, in sight" {
		t.Errorf("opened by its address at 400 px, the details are %s", got)
	}
	b.Show(t, site+"/_understudy/?exchange=4", 1280, "light")
	browser.Script[any](t, b, `document.getElementById("header-Request").open = true; null`)
	f.ListInvitations("")
	awaited(t, b, `document.querySelector("#exchange-6")?.id`)
	onTheKeyboard(t, b, "exchange-4", kb.ArrowDown)
	if focus := awaited(t, b, `document.querySelector("#details h2").textContent.startsWith("#3 ") && document.activeElement.id`); focus != "exchange-3" {
		t.Errorf("an arrow key leads to %s", focus)
	}
	if !browser.Script[bool](t, b, `document.getElementById("header-Request").open`) {
		t.Error("the headers were closed again")
	}
	browser.NoComplaints(t, b)
}

// TestARowOfAScrolledJournalOpensInSight scrolls a long journal, and then opens a row in the
// middle of the window.
func TestARowOfAScrolledJournalOpensInSight(t *testing.T) {
	b := browser.Open(t)
	f := busy(t)
	for i := range 60 {
		f.ListInvitations(fmt.Sprintf("?per_page=500&member%d=1", i))
	}
	site := testkit.ServePages(t, f)
	const drawn = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => `
	for _, width := range []int64{1280, 400} {
		for _, down := range []int{300, 900} {
			b.Show(t, site+"/_understudy/", width, "light")
			row := browser.Script[string](t, b, fmt.Sprintf(`scrollTo(0, %d), %s[...document.querySelectorAll("[id^=exchange-]")].find(a => a.getBoundingClientRect().top > 450).id)`, down, drawn))
			at := browser.Script[[]float64](t, b, `(box => [box.right - 30, box.top + 10])(document.getElementById("`+row+`").closest("tr").getBoundingClientRect())`)
			b.Do(t, chromedp.MouseClickXY(at[0], at[1]))
			awaited(t, b, `document.querySelector("#details h2")?.textContent`)
			got := browser.Script[[]float64](t, b, drawn+`[scrollY, ...["`+row+`", "exchange"].map(id => document.getElementById(id).getBoundingClientRect().top), innerHeight])`)
			scrolled, top, heading, height := got[0], got[1], got[2], got[3]
			if heading < 0 || heading > height {
				t.Errorf("%d px, scrolled to %d: the details are at %g, out of sight", width, down, heading)
			}
			if width == 1280 && (scrolled != float64(down) || top < 0 || top > height) {
				t.Errorf("scrolled to %d: the page scrolls to %g, and the row is at %g", down, scrolled, top)
			}
		}
	}
	browser.NoComplaints(t, b)
}

func TestTheClockOfTheConsoleIsLive(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	f.Control("POST", "sandboxes", `{"id":"other"}`)
	b.Show(t, testkit.ServePages(t, f)+"/_understudy/console/faults?sandbox=other", 1280, "light")
	f.Control("POST", "clock/advance?sandbox=other", `{"to":"2031-05-06T07:08:09Z"}`)
	if text := awaited(t, b, `document.querySelector("#now time").textContent.startsWith("2031") && document.querySelector("#now").textContent`); text != "Sandbox time 2031-05-06T07:08:09Z frozen" {
		t.Error(text)
	}
	f.Control("DELETE", "sandboxes/other", "")
	b.Do(t, chromedp.WaitVisible("#says.bad"))
	if text := browser.Script[string](t, b, `document.body.innerText`); !strings.Contains(text, `there is no sandbox "other"`) || strings.Contains(text, "Sandbox time") {
		t.Error(text)
	}
}

// onTheKeyboard sets a select or an input of the console by its id.
func onTheKeyboard(t *testing.T, b *browser.Browser, id string, keys ...string) {
	t.Helper()
	browser.Script[any](t, b, `{ const field = document.getElementById("`+id+`"); field.focus(); field.select?.() } null`)
	b.Do(t, browser.Keys(keys...)...)
}

func TestTheConsoleIsUsedByKeyboard(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	b.Show(t, testkit.ServePages(t, f)+"/_understudy/console/gaps?find=per-page-over-max", 1280, "light")
	browser.Script[any](t, b, `window.same = true; null`)
	onTheKeyboard(t, b, "amount", "2", kb.Tab, "minutes", kb.Tab, kb.Enter)
	awaited(t, b, `document.querySelector("#says")?.textContent === "The clock was advanced."`)
	if now := f.Control("GET", "clock", "").Get("now").Str; now != "2025-03-01T12:02:00Z" {
		t.Errorf("the clock is at %s", now)
	}
	onTheKeyboard(t, b, "variant-per-page-over-max", "ref")
	awaited(t, b, `document.querySelector(".unsaved").textContent === "1 not saved"`)
	onTheKeyboard(t, b, "choose", kb.Enter)
	awaited(t, b, `document.querySelector("#says")?.textContent === "Changed 1: per-page-over-max is refuse (was clamp)."`)
	if a := f.ListInvitations("?per_page=500"); a.Code != 400 {
		t.Errorf("a page of 500 gets HTTP %d", a.Code)
	}
	if focus := awaited(t, b, `document.activeElement.id`); focus != "choose" {
		t.Errorf("the focus went to %s", focus)
	}
	if !browser.Script[bool](t, b, `window.same === true`) || !browser.Script[bool](t, b, `location.pathname === "/_understudy/console/gaps"`) {
		t.Error("the page was loaded again, or another one")
	}
	browser.NoComplaints(t, b)
}

func TestABrowserLogsInAndCopies(t *testing.T) {
	b := browser.Open(t)
	f := testkit.Open(t, server.Options{Control: true, ControlToken: "EXAMPLE-control-token"})
	f.ListInvitations("")
	site := testkit.ServePages(t, f)
	b.Watch(t)
	b.Show(t, site+"/_understudy/", 1280, "light")
	onTheKeyboard(t, b, "token", "EXAMPLE-control-token", kb.Enter)
	b.Do(t, chromedp.WaitVisible("#journal"))
	if cookie := browser.Script[string](t, b, `document.cookie`); cookie != "" {
		t.Errorf("scripts read the cookie %s", cookie)
	}
	f.ListInvitations("") // the stream accepts the session
	awaited(t, b, `document.querySelector("#exchange-2")?.id`)
	browser.Script[any](t, b, `document.querySelector("#exchange-1").click(); null`)
	awaited(t, b, `document.querySelector("#copy")?.id`)
	browser.Script[any](t, b, `document.querySelector("#copy").click(); null`)
	says := awaited(t, b, `document.querySelector("#copied").textContent`)
	copied := browser.Script[string](t, b, `getSelection().toString()`)
	if says != "Copied" && !strings.Contains(copied, "$PERSONAL_TOKEN") {
		t.Errorf("it says %s, and %s is selected", says, copied)
	}
	for _, address := range b.Asked() {
		if !strings.HasPrefix(address, site+"/_understudy/") && address != "about:blank" && address != "data:," {
			t.Errorf("the console requests %s", address)
		}
	}
}

func TestValuesDoNotRunInTheConsole(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	for _, text := range testkit.HostileTexts {
		f.PostSegment(f.SegmentBody("name", testkit.Quoted(text)), testkit.AddHeader("X-Note", text))
	}
	site := testkit.ServePages(t, f)
	for _, path := range []string{"", "?exchange=1", "?exchange=2", "console/state", "console/state?row=2313"} {
		b.Show(t, site+"/_understudy/"+path, 1280, "light")
		if got := browser.Script[string](t, b, `[document.scripts.length, document.images.length, document.title === "run"].join(" ")`); got != "1 0 false" {
			t.Errorf("%s: %s", path, got)
		}
	}
	browser.NoComplaints(t, b)
}

// allPages are the addresses of all pages and of their states, of a console and of one
// that is locked.
func allPages(site, locked string) map[string]string {
	return map[string]string{
		"journal": site, "exchange": site + "?exchange=2", "state": site + "console/state?table=invitations", "row": site + "console/state?row=2301", "new-row": site + "console/state?table=topics&new=1",
		"gaps": site + "console/gaps?find=page", "changed": site + "console/gaps?other=1&sandbox=other", "reference-list": site + "console/reference?document=list", "manual": site + "console/manual", "manual-page": site + "console/manual?page=getting-started", "manual-found": site + "console/manual?find=clock", "faults": site + "console/faults",
		"sandboxes": site + "console/sandboxes", "empty-journal": site + "?sandbox=other", "empty-state": site + "console/state?sandbox=other", "empty-faults": site + "console/faults?sandbox=other",
		"login": locked, "unknown": site + "console/nothing",
	}
}

func TestTheHTMLOfTheConsoleIsValid(t *testing.T) {
	f, locked := busy(t), testkit.Open(t, server.Options{Control: true, ControlToken: "EXAMPLE-control-token"})
	pages := map[string]string{}
	for name, path := range allPages("/_understudy/", "") {
		page := f.Do("GET", path, "", testkit.FromAddress(testkit.ThisMachine))
		if path == "" {
			page = locked.Do("GET", "/_understudy/", "", testkit.FromAddress(testkit.ThisMachine))
		}
		pages[name] = page.Body
	}
	browser.CheckHTML(t, pages)
}

func TestAxeFindsNothingInTheConsole(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	f := busy(t)
	site := testkit.ServePages(t, f) + "/_understudy/"
	locked := testkit.Open(t, server.Options{Control: true, ControlToken: "EXAMPLE-control-token"})
	for name, address := range allPages(site, testkit.ServePages(t, locked)+"/_understudy/") {
		for _, l := range browser.Looks() {
			b.Show(t, address, l.Width, l.Scheme)
			if name == "changed" {
				browser.Script[any](t, b, `document.getElementById("pick").showPopover(); null`)
			}
			browser.CheckAccessibility(t, b, axe, "console-"+name, l)
		}
	}
}
