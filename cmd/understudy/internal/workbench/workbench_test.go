package workbench

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/steps"
)

// bench is a fake with the page of scenarios.
type bench struct {
	*testing.T
	site string
	fake *server.Server
	*Workbench
}

func open(t *testing.T, folder string) bench {
	t.Helper()
	fake, err := server.New(server.Options{Control: true, AsyncDelay: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(fake)
	t.Cleanup(site.Close)
	w := New(t.Context(), Options{Deployment: Fake{Server: fake, BaseURL: site.URL, Clock: true}, Folder: folder})
	fake.AddPage(w.Guest())
	return bench{t, site.URL + "/_understudy/console/scenarios", fake, w}
}

// get returns the body of a page.
func (b bench) get(path string) (status int, body string) {
	b.Helper()
	r, err := http.Get(b.site + path)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		b.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// post sends a form, of names and values.
func (b bench) post(path string, fields ...string) (status int, body string) {
	b.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	r, err := http.PostForm(b.site+path, form)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		b.Fatal(err)
	}
	return r.StatusCode, string(text)
}

var next = regexp.MustCompile(`hx-get="[^"]*scenarios(/job\?[^"]*)" hx-trigger="load"`)

// settled follows a job to its end.
func (b bench) settled(status int, body string) string {
	b.Helper()
	for {
		if status != http.StatusOK {
			b.Fatalf("HTTP %d: %s", status, body)
		}
		again := next.FindStringSubmatch(body)
		if again == nil {
			return body
		}
		status, body = b.get(strings.ReplaceAll(again[1], "&amp;", "&"))
	}
}

// contains checks that a text has parts.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("without %q:\n%.3000s", part, text)
		}
	}
}

func TestTheBookHasEveryBuiltInScenario(t *testing.T) {
	files, err := builtIn()
	if err != nil {
		t.Fatal(err)
	}
	all, err := steps.List(steps.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range chapters(files) {
		if c.Title == c.Folder {
			t.Errorf("the folder %s is named after no section of the document", c.Folder)
		}
		for _, f := range c.Features {
			n += f.Scenarios
		}
	}
	if n != len(all) {
		t.Errorf("%d of %d scenarios", n, len(all))
	}
	for _, f := range files {
		v, shown := viewOf(f), 0
		for _, r := range v.Rules {
			for _, s := range r.Scenarios {
				shown += len(s.Addresses)
			}
		}
		if shown != v.Scenarios {
			t.Errorf("%s shows %d of %d scenarios", f.Name, shown, v.Scenarios)
		}
	}
}

func TestAFeatureIsShownWithItsSentencePromisesAndBrokenFakes(t *testing.T) {
	b := open(t, "")
	status, body := b.get("?feature=endpoints/page.feature")
	if status != http.StatusOK {
		t.Fatal(status)
	}
	contains(t, body, "a page value of 0 is treated as 1</h3>", "<blockquote>page: ", `<code>page-zero-is-one</code>`, "<code>page-zero-is-two</code> page 0 is served as page 2",
		`aria-current="page">Scenarios</a>`, `rel="next"`)
	if status, body = b.get("?find=token-required+destination"); status != http.StatusOK {
		t.Fatal(status)
	}
	contains(t, body, "<code>token-required</code>")
	if status, body = b.get("?feature=none"); status != http.StatusNotFound || !strings.Contains(body, "The limit of per_page") {
		t.Errorf("an unknown feature gets HTTP %d, and the contents: %s", status, body)
	}
}

const address = "endpoints/page#page-0-means-page-1-of-the-invitations"

func TestARunShowsEachStepAndExchangeAndDisturbsNobody(t *testing.T) {
	b := open(t, "")
	body := b.settled(b.post("/run", "feature", "endpoints/page.feature", "address", address))
	contains(t, body, "✓ 1 pass", "in a copy of the sandbox default", "When I list the invitations with page 0, then with page 0 and order asc", "/api/v1/invitations?page=0&amp;per_page=100&amp;order=desc</code> → 200", "Authorization: Bearer $PERSONAL_TOKEN")
	if n := len(b.fake.Hub().List()); n != 1 {
		t.Errorf("%d sandboxes are left", n)
	}
	if n := b.fake.Hub().Home().Journal().Last(); n != 0 {
		t.Errorf("the default sandbox got %d requests", n)
	}
	b.settled(b.post("/run", "feature", "endpoints/page.feature", "address", address, "place", "here"))
	if b.fake.Hub().Home().Journal().Last() == 0 {
		t.Error("a run in the sandbox itself is not in its journal")
	}
}

func TestAFolderRunsWithTheClockOfItsOwnSandbox(t *testing.T) {
	b := open(t, "")
	before := b.fake.Hub().Home().Clock().Now()
	body := b.settled(b.post("/run", "folder", "link"))
	contains(t, body, "12 pass", `hx-trigger="toggle once"`)
	if now := b.fake.Hub().Home().Clock().Now(); now.Sub(before) > time.Minute {
		t.Errorf("the clock of the default sandbox went from %s to %s", before, now)
	}
}

func TestARunUsesTheRowsOfItsSandbox(t *testing.T) {
	b := open(t, "")
	r, err := http.Post(strings.TrimSuffix(b.site, "console/scenarios")+"sandboxes", "application/json", strings.NewReader(`{"id":"large","preset":"large"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	body := b.settled(b.post("/run?sandbox=large", "folder", "destination_object"))
	contains(t, body, "in a copy of the sandbox large", "pass")
	if strings.Contains(body, "fail") || strings.Contains(body, "skip") {
		t.Errorf("the run shows %s", body)
	}
	if _, body := b.post("/run?sandbox=none", "folder", "topic"); !strings.Contains(body, "there is no sandbox") {
		t.Errorf("an unknown sandbox shows %.300s", body)
	}
}

func TestAFailureShowsItsExchange(t *testing.T) {
	b := open(t, "")
	body := b.settled(b.post("/run", "name", "x.feature", "text", `Feature: x
  @promise:per-page-honoured
  Scenario: eleven
    When I list the invitations with per_page 10
    Then the response is a success
    And the response has exactly 11 records
`))
	contains(t, body, "✗ 1 fail", `class="exchange blamed"`, "<code>per-page-honoured</code>", "<dt>expected</dt>")
}

func TestTextsOfFeaturesAreNoHTML(t *testing.T) {
	b := open(t, "")
	const evil = `<img src=x onerror=alert(1)>"'` + "`<script>run()</script>"
	text := "Feature: " + evil + "\n  " + evil + "\n\n  Rule: " + evil + "\n    " + evil + "\n\n    Scenario: " + evil + "\n      When I list the invitations\n        \"\"\"\n        " + evil + "\n        \"\"\"\n"
	for _, path := range []string{"/run", "/lint", "/worth", "/format"} {
		_, body := b.post(path, "name", evil, "text", text)
		if strings.Contains(body, "<img") || strings.Contains(body, "<script") {
			t.Errorf("%s shows %s", path, body)
		}
	}
	folder, err := folderOf(evil, text)
	if err != nil {
		t.Fatal(err)
	}
	files, err := steps.Read(steps.Options{Folders: []steps.Folder{folder}})
	if err != nil {
		t.Fatal(err)
	}
	page := string(rendered("feature", featurePageView{featureView: viewOf(files[0])})) + string(rendered("editor", editorView{Text: text + "</textarea>" + evil, FileName: evil, expecting: expecting{Expectations: "</textarea>" + evil}}))
	if strings.Contains(page, "<img") || strings.Contains(page, "<script>") || strings.Count(page, "</textarea>") != 2 {
		t.Errorf("the page has markup of the feature: %s", page)
	}
	contains(t, page, "&lt;img src=x onerror=alert(1)&gt;")
}

func TestTheBookShowsWhatEachScenarioCatches(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"expectations.yaml": "expectations:\n  - id: quick\n    says: Quick.\n",
		"mine.feature":      "Feature: mine\n\n  @promise:page-zero-is-one\n  Scenario Outline: page <page>\n    When I list the invitations with page <page>\n    Then the response is a success\n\n    Examples:\n      | page |\n      | 0    |\n      | 1    |\n\n  @expect:quick\n  Scenario: a list\n    When I list the invitations\n    Then the status is 200\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := open(t, folder)
	for _, c := range []struct{ feature, address, question, says string }{
		{"endpoints/page.feature", address, "Which of the 12 broken fakes that break this promise does it catch?", "of 12 broken fakes caught"},
		{"own:mine.feature", "mine#page-0", "Which of the 12 broken fakes that break this promise does it catch?", "1 of 12 broken fakes caught</strong> <span class=\"dim\"><code>mine#page-0 and 1 more</code>"},
		{"own:mine.feature", "mine#a-list", "Which broken fakes does it catch?", "<code>list-fails</code> a list gets HTTP 500"},
	} {
		path := "?feature=" + c.feature
		_, page := b.get(path)
		contains(t, page, c.question)
		status, body := b.post("/caught?" + url.Values{"feature": {c.feature}, "address": {c.address}}.Encode())
		if status != http.StatusOK {
			t.Errorf("%s: HTTP %d: %s", c.address, status, body)
		}
		contains(t, body, c.says)
		_, page = b.get(path)
		contains(t, page, c.says) // it is remembered
	}
	_, page := b.get("?find=quick+list")
	contains(t, page, "?feature=own%3Amine.feature#a-list", "1 scenario with")
	if err := os.WriteFile(filepath.Join(folder, "mine.feature"), []byte("Feature: mine\n\n  @expect:quick\n  Scenario: a list\n    When I list the invitations\n    Then the status is 201\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, page := b.get("?feature=own:mine.feature"); strings.Contains(page, "broken fakes caught") {
		t.Error("what a scenario was worth is shown after a change of its file")
	}
	if status, _ := b.post("/caught?feature=none&address=x"); status != http.StatusNotFound {
		t.Errorf("an unknown scenario gets HTTP %d", status)
	}
}

func TestWhatAScenarioIsWorth(t *testing.T) {
	b := open(t, "")
	body := b.settled(b.post("/worth", "feature", "endpoints/page.feature", "address", address))
	contains(t, body, "of 12 broken fakes caught", "<code>page-zero-is-two</code>")
	_, page := b.get("?feature=endpoints/page.feature")
	contains(t, page, "of 12 broken fakes caught")
	body = b.settled(b.post("/worth", "name", "x.feature", "text", "Feature: x\n  @promise:page-zero-is-one\n  Scenario: page 0 is ok\n    When I list the invitations with page 0\n    Then the response is a success\n"))
	contains(t, body, "1 of 12 broken fakes caught")
	if strings.Contains(body, "<details><summary>") {
		t.Error("what a scenario with a promise does not catch is folded")
	}
	body = b.settled(b.post("/worth", "name", "x.feature", "expectations", "expectations: [{id: few, says: x}]", "text", "Feature: x\n  @expect:few\n  Scenario: y\n    When I list the invitations\n    Then the status is 200\n"))
	contains(t, body, "It checks no promise", "<code>list-fails</code> a list gets HTTP 500", "not caught, which break promises about the same operations</summary>")
	if strings.Index(body, "<code>list-fails</code>") > strings.Index(body, "<summary>") {
		t.Error("what is caught is folded")
	}
}
