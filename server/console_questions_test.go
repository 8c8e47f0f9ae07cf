package server_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"understudy/internal/browser"
)

func TestTheConsoleAsksBeforeWhatCannotBeTakenBack(t *testing.T) {
	f := busy(t)
	before := f.control("GET", "sandboxes", "").body + f.control("GET", "snapshots", "").body + f.control("GET", "journal", "").body
	for _, c := range []struct {
		do     string
		fields []string
		asks   string
	}{
		{"reset", []string{"id", "default"}, "Reset the sandbox default?"},
		{"delete", []string{"id", "other"}, "Delete the sandbox other?"},
		{"restore", []string{"id", "default", "snapshot", "before"}, "Restore the snapshot before in default?"},
		{"drop", []string{"id", "default", "snapshot", "before"}, "Delete the snapshot before?"},
		{"delete", []string{"id", `"><b>`}, "Delete the sandbox &#34;&gt;&lt;b&gt;?"},
	} {
		a := f.press("console/sandboxes", c.do, c.fields...)
		if a.code != 200 || a.says() != "" || !strings.Contains(a.body, `<h2 id="asks">`+c.asks+"</h2>") || !strings.Contains(a.body, `name="do" value="`+c.do+`"`) || strings.Contains(a.body, "<b>") {
			t.Errorf("%s: %d %s", c.do, a.code, a.says())
		}
	}
	if after := f.control("GET", "sandboxes", "").body + f.control("GET", "snapshots", "").body + f.control("GET", "journal", "").body; after != before {
		t.Errorf("before: %s\nafter:  %s", before, after)
	}
	if a := f.page("console/sandboxes"); strings.Contains(a.body, "<dialog") {
		t.Error("it asks without a reason")
	}
}

func TestAQuestionOfTheConsoleIsAnsweredByKeyboard(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	f := controlled(t)
	f.control("POST", "sandboxes", `{"id":"other"}`)
	page := serving(t, f) + "/_understudy/console/sandboxes"
	b.Show(t, page, 1280, "light")
	const open = `document.querySelector("dialog")?.matches(":modal") && document.activeElement.id`
	press := func(id string) {
		onTheKeyboard(t, b, id, kb.Enter)
		if focus := awaited(t, b, open); focus != "no" {
			t.Fatalf("the focus is on %s", focus)
		}
	}
	there := func() bool { return f.control("GET", "sandboxes/other", "").code == 200 }
	for rule, key := range map[string]string{"Cancel": kb.Enter, "Escape": kb.Escape} {
		press("delete-other")
		b.Do(t, typed(key)...)
		if focus := awaited(t, b, `!document.querySelector("dialog").open && document.activeElement.id`); focus != "delete-other" || !there() {
			t.Errorf("%s: the focus is on %s, and the sandbox is there: %t", rule, focus, there())
		}
	}
	press("reset-other")
	b.Do(t, typed(kb.Tab, kb.Enter)...)
	if focus := awaited(t, b, `document.querySelector("#says")?.textContent === "The sandbox is as it was opened." && document.activeElement.id`); focus != "reset-other" {
		t.Errorf("the focus is on %s", focus)
	}
	for _, l := range looks {
		b.Show(t, page, l.width, l.scheme)
		press("delete-other")
		judge(t, b, axe, "console-question", l)
	}
	b.Do(t, typed(kb.Tab, kb.Enter)...)
	if awaited(t, b, `document.querySelector("#says")?.textContent === "The sandbox was deleted." && "deleted"`); there() {
		t.Error("the sandbox is still there")
	}
	if complaints := b.Complaints(); len(complaints) > 0 {
		t.Errorf("the browser complains of %q", complaints)
	}
}
