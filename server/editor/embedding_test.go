package editor_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

// embedding is a page as a client's team would write it: the frame is hidden
// until the editor is there, and closed when it is done.
const embedding = `<!DOCTYPE html><title>Our segments</title><iframe hidden></iframe><p></p><script>
const uri = %s, frame = document.querySelector("iframe"), heard = [];
const shown = Promise.withResolvers(), closed = Promise.withResolvers(), framed = new Promise(done => frame.onload = done);
addEventListener("message", async event => {
	if (event.data === "last") heard.last();
	if (event.origin !== new URL(uri).origin) return;
	heard.push(event.data);
	if (event.data.message === "LOADED") { frame.hidden = false; shown.resolve(); }
	if (event.data.message === "EXITED_SEGMENT_FLOW") {
		frame.remove();
		document.querySelector("p").textContent = await (await fetch("/name")).text();
		closed.resolve();
	}
});
frame.src = uri;
</script>`

// client is a site that embeds the editor of a fake, which serves at origin.
func client(f testkit.Fake, t *testing.T, origin string, redirect func(own string) string) string {
	t.Helper()
	var own string
	own = testkit.ServePages(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/name" {
			_, _ = fmt.Fprint(w, ofSegment(f, "name").Str)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, embedding, testkit.Quoted(linkAt(f, origin, redirect(own))))
	}))
	return own
}

func TestAPageOfTheClientsEmbedsTheEditor(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t)
	site := testkit.ServePages(t, f)
	own := client(f, t, site, func(own string) string { return own + "/segments" })
	b.Show(t, own+"/", 1280, "light")
	browser.Script[any](t, b, `shown.promise.then(() => null)`)
	browser.ScriptIn[any](t, b, site, `document.querySelector("#name").value = "Embedded"; document.querySelector("form").requestSubmit(); null`)
	browser.Script[any](t, b, `closed.promise.then(() => null)`)
	got := browser.Script[string](t, b, `[JSON.stringify(heard), document.querySelector("p").textContent, document.querySelectorAll("iframe").length, location.pathname].join(" ")`)
	if want := `[{"message":"LOADED"},{"message":"EXITED_SEGMENT_FLOW","data":{"status":"created"},"details":{"id":2301}}] Embedded 0 /`; got != want {
		t.Errorf("got  %s,\nwant %s", got, want)
	}
	if complaints := strings.Join(b.Complaints(), "; "); strings.Contains(complaints, "Content Security") {
		t.Errorf("the browser complains of %s", complaints)
	}
}

func TestCancelLeavesTheEditorWithoutASave(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t)
	site := testkit.ServePages(t, f)
	own := client(f, t, site, func(own string) string { return own + "/segments" })
	const cancel = `document.querySelector("#name").value = "Not saved"; document.querySelector("#cancel").click(); null`
	b.Show(t, own+"/", 1280, "light")
	browser.Script[any](t, b, `shown.promise.then(() => null)`)
	browser.ScriptIn[any](t, b, site, cancel)
	browser.Script[any](t, b, `closed.promise.then(() => null)`)
	got := browser.Script[string](t, b, `[JSON.stringify(heard.at(-1)), document.querySelector("p").textContent, location.pathname].join(" ")`)
	if want := `{"message":"EXITED_SEGMENT_FLOW","data":{"status":"cancelled"},"details":{"id":2301}} Newsletter readers /`; got != want {
		t.Errorf("embedded: got  %s,\nwant %s", got, want)
	}

	b.Show(t, linkAt(f, site, pages(t, `<p id="arrived">Back</p>`)), 1280, "light")
	browser.Script[any](t, b, cancel)
	b.Do(t, chromedp.WaitVisible("#arrived"))
	if name := ofSegment(f, "name").Str; name != "Newsletter readers" {
		t.Errorf("the segment is named %s", name)
	}
	b.Show(t, linkAt(f, site, "https://app.example.com/"), 1280, "light")
	if href := browser.Script[string](t, b, `document.querySelector("#cancel").href`); href != "https://app.example.com/" {
		t.Errorf("without a script it leads to %s", href)
	}
	f.Choose("link-redirect-scheme=accept")
	b.Show(t, linkAt(f, site, "app://nowhere"), 1280, "light")
	if n := browser.Script[int](t, b, `document.querySelectorAll("#cancel").length`); n != 0 {
		t.Error("it leads to no page")
	}
}

func TestAPageOfAnotherOriginMayNotEmbedTheEditor(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t)
	own := client(f, t, testkit.ServePages(t, f), func(string) string { return testkit.RedirectURI })
	b.Show(t, own+"/", 1280, "light")
	if n := browser.Script[int](t, b, `framed.then(() => heard.length)`); n != 0 || !strings.Contains(strings.Join(b.Complaints(), " "), "frame-ancestors") {
		t.Errorf("it heard %d messages; the browser complains of %q", n, b.Complaints())
	}
}

// TestAPageOfAnotherOriginHearsNothing removes the policy, so that the page is embedded
// where it must not be. It waits for the last message of the frame.
func TestAPageOfAnotherOriginHearsNothing(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t)
	site := testkit.ServePages(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		f.ServeHTTP(rec, r)
		w.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	}))
	b.Show(t, client(f, t, site, func(string) string { return testkit.RedirectURI })+"/", 1280, "light")
	browser.Script[any](t, b, `framed.then(() => null)`)
	if shown := browser.ScriptIn[string](t, b, site, submitted); shown != "The segment is saved." {
		t.Fatalf("it shows %s", shown)
	}
	browser.Script[any](t, b, `globalThis.last = new Promise(done => heard.last = done); null`)
	browser.ScriptIn[any](t, b, site, `parent.postMessage("last", "*"); null`)
	if heard := browser.Script[string](t, b, `last.then(() => JSON.stringify(heard))`); heard != `["last"]` {
		t.Errorf("it heard %s", heard)
	}
}
