package console_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

func TestTheConsoleAsksBeforeAnIrreversibleAction(t *testing.T) {
	f := busy(t)
	before := f.Control("GET", "sandboxes", "").Body + f.Control("GET", "snapshots", "").Body + f.Control("GET", "journal", "").Body
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
		a := f.PressButton("console/sandboxes", c.do, c.fields...)
		if a.Code != 200 || consoleMessage(a) != "" || !strings.Contains(a.Body, `<h2 id="asks">`+c.asks+"</h2>") || !strings.Contains(a.Body, `name="do" value="`+c.do+`"`) || strings.Contains(a.Body, "<b>") {
			t.Errorf("%s: %d %s", c.do, a.Code, consoleMessage(a))
		}
	}
	if after := f.Control("GET", "sandboxes", "").Body + f.Control("GET", "snapshots", "").Body + f.Control("GET", "journal", "").Body; after != before {
		t.Errorf("before: %s\nafter:  %s", before, after)
	}
	if a := f.ConsolePage("console/sandboxes"); strings.Contains(a.Body, "<dialog") {
		t.Error("it asks without a reason")
	}
}

func TestAQuestionOfTheConsoleIsConfirmedByKeyboard(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	f := testkit.OpenControlled(t)
	f.Control("POST", "sandboxes", `{"id":"other"}`)
	page := testkit.ServePages(t, f) + "/_understudy/console/sandboxes"
	b.Show(t, page, 1280, "light")
	const open = `document.querySelector("dialog")?.matches(":modal") && document.activeElement.id`
	press := func(id string) {
		onTheKeyboard(t, b, id, kb.Enter)
		if focus := awaited(t, b, open); focus != "no" {
			t.Fatalf("the focus is on %s", focus)
		}
	}
	there := func() bool { return f.Control("GET", "sandboxes/other", "").Code == 200 }
	for rule, key := range map[string]string{"Cancel": kb.Enter, "Escape": kb.Escape} {
		press("delete-other")
		b.Do(t, browser.Keys(key)...)
		if focus := awaited(t, b, `!document.querySelector("dialog").open && document.activeElement.id`); focus != "delete-other" || !there() {
			t.Errorf("%s: the focus is on %s, and the sandbox is there: %t", rule, focus, there())
		}
	}
	press("reset-other")
	b.Do(t, browser.Keys(kb.Tab, kb.Enter)...)
	if focus := awaited(t, b, `document.querySelector("#says")?.textContent === "The sandbox is as it was opened." && document.activeElement.id`); focus != "reset-other" {
		t.Errorf("the focus is on %s", focus)
	}
	for _, l := range browser.Looks() {
		b.Show(t, page, l.Width, l.Scheme)
		press("delete-other")
		browser.CheckAccessibility(t, b, axe, "console-question", l)
	}
	b.Do(t, browser.Keys(kb.Tab, kb.Enter)...)
	if awaited(t, b, `document.querySelector("#says")?.textContent === "The sandbox was deleted." && "deleted"`); there() {
		t.Error("the sandbox is still there")
	}
	browser.NoComplaints(t, b)
}

// scripts are removed from a page to check that it works without any.
var scripts = regexp.MustCompile(`(?s)<script>.*?</script>`)

func TestTheConsoleAsksWithoutAScript(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	f.Control("POST", "sandboxes", `{"id":"other"}`)
	site := testkit.ServePages(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		f.ServeHTTP(rec, r)
		w.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
		w.WriteHeader(rec.Code)
		_, _ = w.Write(scripts.ReplaceAll(rec.Body.Bytes(), nil))
	}))
	b.Show(t, site+"/_understudy/console/sandboxes", 400, "light")
	press := func(id string, then browser.Action) {
		onTheKeyboard(t, b, id, kb.Enter)
		b.Do(t, then)
	}
	press("delete-other", chromedp.WaitVisible("#question"))
	b.Picture(t, "console-question-plain")
	press("no", chromedp.WaitNotVisible("#question"))
	if a := f.Control("GET", "sandboxes/other", ""); a.Code != 200 {
		t.Fatal(a)
	}
	press("delete-other", chromedp.WaitVisible("#question"))
	press("yes", chromedp.WaitNotPresent("#question"))
	if a := f.Control("GET", "sandboxes/other", ""); a.Code != 404 {
		t.Error(a)
	}
}
