package server_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
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
	quiet(t, b)
}

// scripts are what is taken off a page that has to work without any.
var scripts = regexp.MustCompile(`(?s)<script>.*?</script>`)

func TestTheConsoleAsksWithoutAScript(t *testing.T) {
	b := browser.Open(t)
	f := controlled(t)
	f.control("POST", "sandboxes", `{"id":"other"}`)
	site := serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	if a := f.control("GET", "sandboxes/other", ""); a.code != 200 {
		t.Fatal(a)
	}
	press("delete-other", chromedp.WaitVisible("#question"))
	press("yes", chromedp.WaitNotPresent("#question"))
	if a := f.control("GET", "sandboxes/other", ""); a.code != 404 {
		t.Error(a)
	}
}
