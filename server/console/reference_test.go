package console_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
	"understudy/spec"
)

func TestShorterPathsLeadToTheFirstPage(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, path := range []string{"/_understudy", "/_understudy/console", "/_understudy/console/"} {
		if a := f.Do("GET", path, ""); a.Code != 308 || a.Header.Get("Location") != "/_understudy/" {
			t.Errorf("%s: %d, to %q", path, a.Code, a.Header.Get("Location"))
		}
	}
}

func TestTheEarlierPathOfTheReferenceRedirects(t *testing.T) {
	f := busy(t)
	for from, to := range map[string]string{"console/docs": "/_understudy/console/reference", "console/docs?sandbox=other": "/_understudy/console/reference?sandbox=other"} {
		if a := f.ConsolePage(from); a.Code != 301 || a.Header.Get("Location") != to {
			t.Errorf("%s leads to %q", from, a.Header.Get("Location"))
		}
	}
	if a := f.ConsolePage("console/reference?document=none"); a.Code != 404 || consoleMessage(a) != `the reference has no document "none"` {
		t.Errorf("%d %s", a.Code, consoleMessage(a))
	}
}

var noncePattern = regexp.MustCompile(`'nonce-(\w{26})'`)

func TestOnlyTheReferenceLoadsItsLibrary(t *testing.T) {
	f := testkit.OpenControlled(t)
	policy := func(a testkit.Response) string { return a.Header.Get("Content-Security-Policy") }
	nonces := map[string]bool{}
	for _, path := range []string{"console/reference", "console/reference?document=control", "console/reference"} {
		a := f.ConsolePage(path)
		found := noncePattern.FindAllStringSubmatch(policy(a), -1)
		if len(found) != 2 || strings.Contains(policy(a), "unsafe") || strings.Count(a.Body, `nonce="`+found[0][1]+`"`) != 4 || nonces[found[0][1]] {
			t.Errorf("%s: the policy is %s", path, policy(a))
		}
		nonces[found[0][1]] = true
		// htmx would keep the policy of the page before it.
		if a := f.ConsolePage(path, testkit.AddHeader("Hx-Request", "true")); a.Header.Get("Hx-Redirect") != "/_understudy/"+path {
			t.Errorf("%s: htmx is led to %q", path, a.Header.Get("Hx-Redirect"))
		}
	}
	for _, path := range []string{"", "console/gaps", "console/reference?document=list"} {
		if a := f.ConsolePage(path, testkit.AddHeader("Hx-Request", "true")); strings.Contains(policy(a), "nonce") || a.Header.Get("Hx-Redirect") != "" {
			t.Errorf("%s: the policy is %s", path, policy(a))
		}
	}
}

func TestTheReferenceRendersAndSends(t *testing.T) {
	b := browser.Open(t)
	f := busy(t)
	site := testkit.ServePages(t, f)
	b.Watch(t)
	b.Show(t, site+"/_understudy/console/reference", 1280, "light")
	awaited(t, b, `document.querySelector(".opblock")?.id`)
	for _, id := range spec.Listed {
		o := spec.OperationOf(id)
		shown := browser.Script[string](t, b, fmt.Sprintf(`document.querySelector("[id$=-%s] .opblock-summary")?.innerText.replaceAll("\u200b", "") ?? ""`, id))
		if !strings.HasPrefix(shown, o.Method) || !strings.Contains(shown, o.Path) {
			t.Errorf("%s is shown as %q", id, shown)
		}
	}
	tryOut(t, b, "Invitations-list-invitations")
	if shown := awaited(t, b, `document.querySelector(".live-responses-table")?.innerText`); !strings.Contains(shown, "200") || !strings.Contains(shown, `"total_records": 137`) {
		t.Error(shown)
	}
	curl := browser.Script[string](t, b, `document.querySelector(".request-snippets").innerText`)
	if !strings.Contains(curl, `"Authorization: Bearer $PERSONAL_TOKEN"`) {
		t.Error(curl)
	}
	if shown := browser.Script[string](t, b, `document.body.innerText`); strings.Contains(shown, f.TestData().PersonalToken) {
		t.Error("the page shows a token")
	}
	notes := browser.Script[string](t, b, `[...document.querySelectorAll("[id$=list-invitations] details a")].map(a => a.getAttribute("href")).join(" ")`)
	for _, link := range []string{"/_understudy/console/reference?document=list#promise-list-data", "/_understudy/console/gaps?find=page-negative#gap-page-negative"} {
		if !strings.Contains(notes, link) {
			t.Errorf("%s is not among %s", link, notes)
		}
	}
	for _, address := range b.Asked() {
		if !strings.HasPrefix(address, site+"/") && address != "about:blank" && !strings.HasPrefix(address, "data:") {
			t.Errorf("the reference requests %s", address)
		}
	}
	browser.NoComplaints(t, b)
}

func TestTheReferenceSendsToTheSandboxOfThePage(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	f.Control("POST", "sandboxes", `{"id":"own","fixture":`+testkit.OwnWorld+`}`)
	site := testkit.ServePages(t, f)
	b.Show(t, site+"/_understudy/console/reference?sandbox=own", 1280, "light")
	awaited(t, b, `document.querySelector(".opblock")?.id`)
	tryOut(t, b, "Invitations-list-invitations")
	if shown := awaited(t, b, `document.querySelector(".live-responses-table")?.innerText`); !strings.Contains(shown, `"email": "i@example.com"`) {
		t.Error(shown)
	}
	b.Show(t, site+"/_understudy/console/reference?sandbox=own#/Segments/create-segment", 1280, "light")
	if example := awaited(t, b, `document.querySelector("[data-param-name=source_id] input")?.value`); example != "4120" {
		t.Errorf("the operation of the address has the source_id %s", example)
	}
	b.Show(t, site+"/_understudy/console/reference?sandbox=own&document=control", 1280, "light")
	awaited(t, b, `document.querySelector(".opblock")?.id`)
	tryOut(t, b, "clock-freeze-clock")
	awaited(t, b, `document.querySelector(".live-responses-table")?.innerText`)
	if a := f.Control("GET", "clock?sandbox=own", ""); !a.Get("frozen").Bool() {
		t.Errorf("the clock of the sandbox is not frozen: %s", a)
	}
	browser.NoComplaints(t, b)
}

func TestAxeFindsNothingInTheReference(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	site := testkit.ServePages(t, testkit.OpenControlled(t))
	// The first operation has several examples of a body.
	for document, operations := range map[string][]string{"api": {"Destinations-update-destination", "Invitations-list-invitations"}, "control": {"clock-advance-clock"}} {
		for _, l := range browser.Looks() {
			b.Show(t, site+"/_understudy/console/reference?document="+document, l.Width, l.Scheme)
			awaited(t, b, `document.querySelector(".opblock")?.id`)
			for _, operation := range operations {
				tryOut(t, b, operation)
				awaited(t, b, fmt.Sprintf(`document.querySelector("#operations-%s .live-responses-table")?.innerText`, operation))
			}
			browser.CheckAccessibility(t, b, axe, "console-reference-"+document, l)
			browser.Script[any](t, b, `document.querySelector(".authorize").click()`)
			awaited(t, b, `document.querySelector(".dialog-ux .close-modal")?.ariaLabel`)
			browser.CheckAccessibility(t, b, axe, "console-reference-tokens-"+document, l)
		}
	}
	browser.NoComplaints(t, b)
}

// tryOut opens an operation of the reference and sends its request.
func tryOut(t *testing.T, b *browser.Browser, id string) {
	t.Helper()
	operation := "#operations-" + id + " "
	for _, button := range []string{".opblock-summary-control", ".try-out__btn", ".execute"} {
		b.Do(t, chromedp.WaitVisible(operation+button))
		browser.Script[any](t, b, fmt.Sprintf(`document.querySelector(%q).click(); null`, operation+button))
	}
}
