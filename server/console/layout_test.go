package console_test

import (
	"strings"
	"testing"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

// TestThePagesOfTheManualHaveAMap opens a page of the manual at both widths.
func TestThePagesOfTheManualHaveAMap(t *testing.T) {
	b := browser.Open(t)
	site := testkit.ServePages(t, testkit.OpenControlled(t)) + "/_understudy/console/"
	for width, want := range map[int64]string{1280: "beside", 400: "below"} {
		b.Show(t, site+"manual?page=faults", width, "light")
		got := browser.Script[string](t, b, `(() => { const at = s => document.querySelector(s).getBoundingClientRect();
			return at("#map").right <= at(".manual").left ? "beside" : at("#map").top >= at(".manual").bottom ? "below" : "elsewhere" })()`)
		if got != want {
			t.Errorf("%d px: the list of pages is %s, want %s", width, got, want)
		}
		for what, expression := range map[string]string{
			"a clock":                      `document.querySelector(".clock")`,
			"a block that breaks lines":    `[...document.querySelectorAll(".manual pre")].find(pre => getComputedStyle(pre).whiteSpace !== "pre")`,
			"a block without a button":     `[...document.querySelectorAll(".manual pre")].find(pre => !document.querySelector("[data-copies=" + pre.id + "]"))`,
			"a dead link to a section":     `[...document.querySelectorAll("#map ul ul a")].find(a => !document.getElementById(decodeURIComponent(a.hash.slice(1))))`,
			"a list without the sections":  `document.querySelectorAll("#map ul ul a").length > 4 ? null : true`,
			"a page that is not marked":    `document.querySelector("#map [aria-current=page]")?.textContent === "Faults" ? null : true`,
			"no page before, or none next": `document.querySelector("[rel=prev]") && document.querySelector("[rel=next]") ? null : true`,
		} {
			if browser.Script[bool](t, b, "!!("+expression+")") {
				t.Errorf("%d px: the page has %s", width, what)
			}
		}
	}
	browser.Script[any](t, b, `document.querySelector("[data-copies=code-1]").click(); null`)
	if says := awaited(t, b, `document.getElementById("copied").textContent`); !strings.HasPrefix(says, "Copied") && !strings.HasPrefix(says, "Selected") {
		t.Errorf("the button of a block says %s", says)
	}
	browser.NoComplaints(t, b)
}

// TestTheBarOfTheGapsIsThereForChanges chooses another variant and discards it.
func TestTheBarOfTheGapsIsThereForChanges(t *testing.T) {
	b := browser.Open(t)
	b.Show(t, testkit.ServePages(t, testkit.OpenControlled(t))+"/_understudy/console/gaps?find=next-link", 400, "light")
	const shown = `[document.querySelector(".bar").offsetHeight > 20, document.getElementById("says-variant-next-link").textContent].join(": ")`
	before := browser.Script[string](t, b, shown)
	if !strings.HasPrefix(before, "false: a member next beside pagination: the next page's absolute URL, null on the last page") {
		t.Errorf("before a change, Save and the explanation are %s", before)
	}
	browser.Script[any](t, b, `{ const list = document.getElementById("variant-next-link"); list.selectedIndex = 1; list.dispatchEvent(new Event("input", {bubbles: true})); } null`)
	if got := browser.Script[string](t, b, shown); !strings.HasPrefix(got, "true: ") || strings.TrimPrefix(got, "true: ") == strings.TrimPrefix(before, "false: ") {
		t.Errorf("after a change, Save and the explanation are %s", got)
	}
	browser.Script[any](t, b, `document.querySelector(".discard").click(); new Promise(done => setTimeout(() => done(null), 50))`)
	if got := browser.Script[string](t, b, shown); got != before {
		t.Errorf("after it is discarded, Save and the explanation are %s", got)
	}
}

// TestTheFieldsOfAFaultAreInOneColumn compares where the first field of each row begins.
func TestTheFieldsOfAFaultAreInOneColumn(t *testing.T) {
	b := browser.Open(t)
	b.Show(t, testkit.ServePages(t, testkit.OpenControlled(t))+"/_understudy/console/faults", 1280, "light")
	got := browser.Script[string](t, b, `[...new Set(["what", "body", "operation", "which"].map(id => Math.round(document.getElementById(id).getBoundingClientRect().left)))].join(" ")`)
	if strings.Contains(got, " ") {
		t.Errorf("the fields begin at %s px", got)
	}
}

// TestTheGapsOfTheJournalAddUp compares the gaps of an exchange in the list with those of its
// operation in the findings.
func TestTheGapsOfTheJournalAddUp(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	f.ListInvitations("?page=0&per_page=500")
	b.Show(t, testkit.ServePages(t, f)+"/_understudy/?exchange=1", 1280, "light")
	const counts = `[document.querySelector("#journal tbody .state")?.textContent ?? "", document.querySelector("#findings-list-invitations .state")?.textContent ?? ""].join("|")`
	row, findings, _ := strings.Cut(browser.Script[string](t, b, counts), "|")
	if row == "" || row != findings {
		t.Errorf("the row has %q, its operation %q", row, findings)
	}
	page := browser.Script[string](t, b, `document.body.innerText`)
	for _, want := range []string{"1 exchange checked", "about the form of responses", "Form"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
