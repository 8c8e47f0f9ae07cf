package console_test

import (
	"strings"
	"testing"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

// brokenWords are the ids, e-mail addresses and times in the tables of a page that take
// more than one line, and the cells that a table cuts.
const brokenWords = `[...document.querySelectorAll("tbody th, tbody td")].filter(cell => {
	if (!cell.checkVisibility()) return false;
	const text = cell.textContent.trim(), range = document.createRange();
	range.selectNodeContents(cell);
	const lines = new Set([...range.getClientRects()].filter(r => r.width).map(r => Math.round(r.top)));
	const isWord = !/\s/.test(text) || /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
	const box = cell.closest(".scroll").getBoundingClientRect();
	return isWord && lines.size > 1 || cell.getBoundingClientRect().right > box.right + 1;
}).map(cell => cell.textContent.trim())`

func TestTablesOfTheStateBreakNoWords(t *testing.T) {
	b := browser.Open(t)
	site := testkit.ServePages(t, busy(t)) + "/_understudy/console/state?table="
	for _, table := range []string{"workspaces", "users", "connectors", "destinations", "sources", "topics", "segments", "invitations"} {
		for _, width := range []int64{400, 1280} {
			b.Show(t, site+table, width, "light")
			if n := browser.Script[int](t, b, `document.querySelectorAll("tbody td").length`); n == 0 {
				t.Errorf("%s has no rows", table)
			}
			if found := browser.Script[[]string](t, b, brokenWords); len(found) > 0 {
				t.Errorf("%s at %d px: broken or cut: %q", table, width, found)
			}
		}
	}
}

func TestTheInvitationsOfTheStateShowTheirRole(t *testing.T) {
	page := busy(t).ConsolePage("console/state?table=invitations").Body
	_, head, _ := strings.Cut(page, "<thead>")
	head, _, _ = strings.Cut(head, "</thead>")
	if email, role := strings.Index(head, ">email<"), strings.Index(head, ">role<"); role < email || email < 0 || strings.Contains(head, "claimed_by_id") {
		t.Errorf("the columns are %s", head)
	}
}

// TestAddressesBreakBetweenTheirParts opens a row, which leaves little room for the table.
func TestAddressesBreakBetweenTheirParts(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	row := f.Control("GET", "state/invitations", "").Get("rows.0.id").String()
	b.Show(t, testkit.ServePages(t, f)+"/_understudy/console/state?table=invitations&row="+row, 1280, "light")
	broken := browser.Script[[]string](t, b, `[...document.querySelectorAll("#journal tbody td:nth-child(2)")].flatMap(cell => [...cell.childNodes].filter(part => {
		const range = document.createRange();
		range.selectNode(part);
		return part.nodeType === Node.TEXT_NODE && new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1;
	}).map(part => part.data))`)
	if len(broken) > 0 {
		t.Errorf("broken: %q", broken)
	}
}

// narrow are expressions that are true on pages that show everything at 400 px.
var narrow = map[string]string{
	"sandboxes": `(() => { const list = document.getElementById("of"), text = document.createElement("span");
		text.textContent = list.selectedOptions[0].textContent;
		text.style.font = getComputedStyle(list).font;
		document.body.append(text);
		const last = document.querySelector(".stack tr:last-child");
		return text.getBoundingClientRect().width + 40 < list.clientWidth && getComputedStyle(last).borderBottomWidth === "0px" })()`,
	"faults": `["body", "headers"].map(id => document.getElementById(id).getBoundingClientRect().width).every((width, _, [first]) => width === first)`,
}

func TestNarrowPagesOfTheConsoleCutNothing(t *testing.T) {
	b := browser.Open(t)
	site := testkit.ServePages(t, busy(t)) + "/_understudy/console/"
	for page, shown := range narrow {
		b.Show(t, site+page, 400, "light")
		if !browser.Script[bool](t, b, shown) {
			t.Errorf("%s: not %s", page, shown)
		}
	}
}

func TestTheButtonsOfAResponseCoverNoneOfIt(t *testing.T) {
	b := browser.Open(t)
	b.Show(t, testkit.ServePages(t, testkit.OpenControlled(t))+"/_understudy/console/reference", 400, "light")
	awaited(t, b, `document.querySelector(".opblock")?.id`)
	tryOut(t, b, "Invitations-list-invitations")
	awaited(t, b, `document.querySelector(".live-responses-table")?.innerText`)
	covered := browser.Script[bool](t, b, `(() => { const at = part => document.querySelector(".live-responses-table " + part).getBoundingClientRect();
		return [".copy-to-clipboard", ".download-contents"].some(button => at(button).top < at(".highlight-code pre").bottom) })()`)
	if covered {
		t.Error("a button covers the body")
	}
}
