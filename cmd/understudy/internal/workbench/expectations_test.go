package workbench

import (
	"html"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	expecting1 = "Feature: mine\n\n  @expect:few\n  Scenario: a page is < 11 & small\n    When I list the invitations with per_page 10\n    Then the response has exactly 11 records\n"
	known      = "expectations:\n  - id: known\n    says: Known.\n"
)

// fileIn returns the file of expectations that a part of the editor has.
func fileIn(t *testing.T, body string) string {
	t.Helper()
	found := regexp.MustCompile(`(?s)name="expectations"[^>]*>\n(.*?)</textarea>`).FindStringSubmatch(body)
	if found == nil {
		t.Fatalf("there is no file of expectations in %s", body)
	}
	return html.UnescapeString(found[1])
}

func TestTheIDsOfTheTextAreAddedToTheExpectations(t *testing.T) {
	b := open(t, "")
	_, page := b.get("?edit")
	if got := fileIn(t, page); got != "" {
		t.Errorf("without a folder there are expectations: %s", got)
	}
	contains(t, page, "Download expectations")
	status, body := b.post("/expect", "add", "1", "text", expecting1, "expectations", known, "expectations_version", "v")
	if got, want := fileIn(t, body), known+"  - id: few\n    says: \"a page is < 11 & small\"\n"; status != http.StatusOK || got != want {
		t.Errorf("HTTP %d: %s", status, got)
	}
	contains(t, body, `name="expectations_version" value="v"`)
	if status, body := b.post("/expect", "add", "1", "text", expecting1, "expectations", "expectations: 5"); status != http.StatusUnprocessableEntity || !strings.Contains(body, "expectations.yaml: ") {
		t.Errorf("what is no list gets HTTP %d: %s", status, body)
	}
}

// TestTheEditorUsesTheExpectationsOfItsForm checks a text with what the form has, saved or not.
func TestTheEditorUsesTheExpectationsOfItsForm(t *testing.T) {
	b := open(t, "")
	for expectations, says := range map[string]string{
		"":                                       `no expectation \"few\"`,
		known:                                    `no expectation \"few\"`,
		"x: [y":                                  "expectations.yaml:1:",
		"expectations: [{id: few, says: x}]\r\n": "",
	} {
		_, body := b.post("/lint", "name", "x.feature", "text", expecting1, "expectations", expectations)
		if says == "" && body != "[]" || !strings.Contains(body, says) {
			t.Errorf("with %q: %s, want %q", expectations, body, says)
		}
	}
	if _, body := b.post("/lint", "name", "x.feature", "text", expecting1, "expectations", "x: [y"); strings.Contains(body, "no expectation") {
		t.Errorf("a mistake in the expectations makes a second one: %s", body)
	}
	if _, body := b.post("/run", "name", "x.feature", "text", "Feature: x\n  Scenario: y\n    Given z\n    Nonsense\n", "expectations", known); !strings.Contains(body, "Nonsense") || strings.Contains(body, "no scenario checks") {
		t.Errorf("beside a mistake stand warnings: %s", body)
	}
	body := b.settled(b.post("/run", "name", "x.feature", "text", expecting1, "expectations", "expectations: [{id: few, says: a page is small}]"))
	contains(t, body, "✗ 1 fail", "<code>few</code> a page is small")
	if status, body := b.post("/run", "name", "x.feature", "text", expecting1, "expectations", ""); status == http.StatusOK || !strings.Contains(body, "no expectation") {
		t.Errorf("without expectations, HTTP %d: %s", status, body)
	}
	if _, body := b.post("/download", "name", "x.feature", "text", expecting1, "expectations", known, "yours", "1"); body != known {
		t.Errorf("downloaded %q", body)
	}
}

func TestExpectationsAreSavedUnlessTheyHaveChanged(t *testing.T) {
	folder := t.TempDir()
	b := open(t, folder)
	file := filepath.Join(folder, "expectations.yaml")
	status, body := b.post("/expect", "expectations", strings.ReplaceAll(known, "\n", "\r\n"), "expectations_version", "")
	if got, err := os.ReadFile(file); status != http.StatusOK || err != nil || string(got) != known {
		t.Fatalf("HTTP %d: %v: %q", status, err, got)
	}
	contains(t, body, "Saved expectations.yaml", `value="`+versionOf([]byte(known))+`" hx-swap-oob="true"`)
	_, page := b.get("?edit")
	if got := fileIn(t, page); got != known {
		t.Errorf("the editor has %q", got)
	}
	for _, c := range []struct {
		text, version string
		status        int
		says          string
	}{
		{known + "# more\n", "", http.StatusConflict, "exists already"},
		{known + "# more\n", "another", http.StatusConflict, "was changed by somebody else"},
		{"expectations: 5", versionOf([]byte(known)), http.StatusUnprocessableEntity, "expectations.yaml:1:"},
	} {
		if status, body := b.post("/expect", "expectations", c.text, "expectations_version", c.version); status != c.status || !strings.Contains(body, c.says) {
			t.Errorf("%+v: HTTP %d: %s", c, status, body)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != known {
		t.Errorf("%v: the file is %q now", err, got)
	}
	if status, body := open(t, "").post("/expect", "expectations", known); status != http.StatusBadRequest || !strings.Contains(body, "--scenarios DIR") {
		t.Errorf("without a folder, HTTP %d: %s", status, body)
	}
}
