package console_test

import (
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
