package workbench

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/server/servertest/browser"
)

// remote is a workbench of its own for a deployment, which is a fake.
type remote struct {
	bench
	at  *Site
	url string
}

func openRemote(t *testing.T, readOnly bool) remote {
	t.Helper()
	fake, err := server.New(server.Options{AsyncDelay: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	deployment := httptest.NewServer(fake)
	t.Cleanup(deployment.Close)
	w := New(t.Context(), Options{Deployment: Remote{faketarget.Of(fake, deployment.URL)}, ReadOnly: readOnly})
	at := NewSite(w)
	site := httptest.NewServer(at)
	t.Cleanup(site.Close)
	return remote{bench{t, site.URL + sitePath, fake, w}, at, site.URL}
}

// opened makes the client of the tests one that has opened the address with the key.
func (r remote) opened() remote {
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.Fatal(err)
	}
	before := http.DefaultClient
	http.DefaultClient = &http.Client{Jar: jar}
	r.Cleanup(func() { http.DefaultClient = before })
	a, err := http.Get(r.url + "/?key=" + r.at.key)
	if err != nil {
		r.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK || a.Request.URL.Path != sitePath || a.Request.URL.RawQuery != "" {
		r.Fatalf("HTTP %d, %s", a.StatusCode, a.Request.URL)
	}
	return r
}

func TestTheWorkbenchServesOnlyWhoHasItsKeyOnThisMachine(t *testing.T) {
	r := openRemote(t, false)
	key := &http.Cookie{Name: cookieName, Value: r.at.key}
	for name, c := range map[string]struct {
		edit func(*http.Request)
		want int
	}{
		"with the key":         {func(*http.Request) {}, http.StatusOK},
		"without":              {func(q *http.Request) { q.Header.Del("Cookie") }, http.StatusForbidden},
		"another key":          {func(q *http.Request) { q.Header.Set("Cookie", cookieName+"=x") }, http.StatusForbidden},
		"another name":         {func(q *http.Request) { q.Host = "evil.example.com" }, http.StatusForbidden},
		"another machine":      {func(q *http.Request) { q.RemoteAddr = "192.0.2.7:1" }, http.StatusForbidden},
		"a page of elsewhere":  {func(q *http.Request) { q.Header.Set("Origin", "https://evil.example.com") }, http.StatusForbidden},
		"a frame of elsewhere": {func(q *http.Request) { q.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		"a proxy":              {func(q *http.Request) { q.Header.Set("X-Forwarded-For", "192.0.2.7") }, http.StatusForbidden},
	} {
		for _, path := range []string{sitePath, sitePath + "/run"} {
			q := httptest.NewRequest(http.MethodGet, path, nil)
			if path != sitePath {
				q = httptest.NewRequest(http.MethodPost, path, strings.NewReader("folder=topic"))
				q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			q.Host, q.RemoteAddr = "127.0.0.1:1", "127.0.0.1:2"
			q.AddCookie(key)
			c.edit(q)
			a := httptest.NewRecorder()
			r.at.ServeHTTP(a, q)
			if a.Code != c.want {
				t.Errorf("%s: %s gets HTTP %d, want %d: %.200s", name, path, a.Code, c.want, a.Body)
			}
		}
	}
}

var confirmation = regexp.MustCompile(`name="confirm" value="([0-9a-f]+)"`)

func TestWhatWouldBeWrittenIsAskedFor(t *testing.T) {
	r := openRemote(t, false).opened()
	before := r.fake.Hub().Home().Journal().Last()
	_, body := r.post("/run", "feature", "link/link.feature")
	contains(t, body, "This writes to http://127.0.0.1:", "creates at most", "segment management links", "link/link#the-segment-in-the-path", "Run only what reads")
	found := confirmation.FindStringSubmatch(body)
	if found == nil {
		t.Fatalf("nothing to confirm: %s", body)
	}
	for _, wrong := range []string{"1", found[1][1:]} {
		if _, body := r.post("/run", "feature", "link/link.feature", "confirm", wrong); !strings.Contains(body, "This writes to") {
			t.Errorf("%s confirms: %s", wrong, body)
		}
	}
	if _, body := r.post("/run", "folder", "link", "confirm", found[1]); !strings.Contains(body, "This writes to") {
		t.Errorf("what was confirmed for a feature holds for a folder: %s", body)
	}
	if n := r.fake.Hub().Home().Journal().Last(); n != before {
		t.Errorf("%d requests were sent before they were confirmed", n-before)
	}
	contains(t, r.settled(r.post("/run", "feature", "link/link.feature", "confirm", found[1])), "pass")
	if n := r.fake.Hub().Home().Journal().Last(); n == before {
		t.Error("nothing was sent")
	}
	body = r.settled(r.post("/run", "feature", "link/link.feature", "read_only", "1"))
	contains(t, body, "skip")
	if strings.Contains(body, "pass") {
		t.Errorf("a run of what reads writes: %s", body)
	}
	contains(t, r.settled(r.post("/run", "feature", "endpoints/page.feature", "address", address)), "✓ 1 pass")
}

func TestAReadOnlyWorkbenchDoesNotAsk(t *testing.T) {
	r := openRemote(t, true).opened()
	body := r.settled(r.post("/run", "feature", "link/link.feature"))
	contains(t, body, "skip")
	_, page := r.get("")
	contains(t, page, "read-only", "<h1>Scenarios</h1>")
}

func TestTheWorkbenchShowsNoToken(t *testing.T) {
	r := openRemote(t, false).opened()
	tokens := r.Deployment.(Remote).Target.Tokens
	var pages strings.Builder
	for _, path := range []string{"", "?edit=", "?feature=endpoints/page.feature"} {
		_, body := r.get(path)
		pages.WriteString(body)
	}
	pages.WriteString(r.settled(r.post("/run", "feature", "endpoints/page.feature", "address", address)))
	_, body := r.post("/run", "feature", "link/link.feature")
	pages.WriteString(body)
	body = r.settled(r.post("/run", "feature", "link/link.feature", "confirm", confirmation.FindStringSubmatch(body)[1]))
	pages.WriteString(body)
	for _, details := range regexp.MustCompile(`hx-get="[^"]*scenarios(/job\?[^"]*address=[^"]*)"`).FindAllStringSubmatch(body, -1) {
		_, body := r.get(strings.ReplaceAll(details[1], "&amp;", "&"))
		pages.WriteString(body)
	}
	for _, token := range []string{tokens.Workspace, tokens.Personal, tokens.OtherWorkspace} {
		if strings.Contains(pages.String(), token) {
			t.Errorf("a page shows the token %s", token)
		}
	}
	if found := regexp.MustCompile(`[?&;]auth=[^\s"<&\[$]+`).FindString(pages.String()); found != "" {
		t.Errorf("a page shows %s", found)
	}
}

func TestTheWorkbenchPrintsItsAddressAndEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w := New(ctx, Options{Deployment: Remote{}})
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, "127.0.0.1:0", w, in); in.Close() }()
	var printed bytes.Buffer
	at := ""
	for buffer := make([]byte, 1<<10); at == ""; {
		n, err := out.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		printed.Write(buffer[:n])
		at = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\?key=\w+\n`).FindString(printed.String())
	}
	if !strings.HasPrefix(printed.String(), "  page        "+at+"  deployment  ") {
		t.Errorf("prints %s", &printed)
	}
	if u, err := url.Parse(strings.TrimSpace(at)); err != nil || u.Query().Get("key") == "" {
		t.Errorf("%q, %v", at, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := Serve(t.Context(), "0.0.0.0:0", w, io.Discard); err == nil || !strings.Contains(err.Error(), "other machines could reach it") {
		t.Errorf("any address: %v", err)
	}
}

func TestAWriteIsConfirmedInTheBrowser(t *testing.T) {
	r := openRemote(t, false)
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	b.Show(t, r.url+"/?key="+r.at.key, 1280, "light")
	for _, l := range browser.Looks() {
		b.Show(t, r.url+sitePath+"?feature=link/link.feature", l.Width, l.Scheme)
		press(t, b, "run-all")
		awaited(t, b, `document.getElementById("announced")?.innerText`)
		browser.CheckAccessibility(t, b, axe, "workbench-announced", l)
	}
	press(t, b, "confirm")
	if result := awaited(t, b, finished); !strings.Contains(result, "pass") || strings.Contains(result, "fail") {
		t.Errorf("the confirmed run shows %s", result)
	}
	browser.NoComplaints(t, b)
}
