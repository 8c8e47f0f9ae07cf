package workbench

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAFoundScenarioSaysWhyItWasFound looks for words of a name, of a gap and of a step.
func TestAFoundScenarioSaysWhyItWasFound(t *testing.T) {
	b := open(t, "")
	for find, want := range map[string][]string{
		"page+zero": {">page 0 means page 1 of the invitations</a>", "<code>endpoints/page#page-0-means-page-1-of-the-invitations</code>", "and 1 more example",
			"gap per-<mark>page</mark>-<mark>zero</mark>"},
		"RESPONSE+EXACTLY":      {"Then the <mark>response</mark> has <mark>exactly</mark> &lt;count&gt; records"},
		"%22pagination.page%22": {"<mark>&#34;pagination.page&#34;</mark>"},
		"%28":                   {"Find"},
	} {
		_, body := b.get("?find=" + find)
		if strings.Contains(body, "&lt;case&gt; of the &lt;list&gt;</a>") {
			t.Errorf("%s shows the placeholders of an outline as its name: %s", find, body)
		}
		contains(t, body, want...)
	}
}

// TestNewFilesHavePlainNames saves under names, one of which is that of a file that exists.
func TestNewFilesHavePlainNames(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "older one.feature"), []byte("Feature: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := open(t, folder)
	for name, want := range map[string]string{"mine two.feature": "such as mine-two.feature", "a&b": "such as a-b.feature", "%": "such as checkout.feature"} {
		if status, body := b.post("/save", "name", name, "text", "Feature: x\n"); status != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%q gets HTTP %d: %s", name, status, body)
		}
	}
	for _, name := range []string{"mine-two", "Überblick_2", "deep/v1.2.feature"} {
		if status, body := b.post("/save", "name", name, "text", "Feature: x\n"); status != http.StatusOK {
			t.Errorf("%q gets HTTP %d: %s", name, status, body)
		}
	}
	_, _, version, err := b.read("older one.feature")
	if err != nil {
		t.Fatal(err)
	}
	if status, body := b.post("/save", "name", "older one.feature", "text", "Feature: y\n", "version", version); status != http.StatusOK {
		t.Errorf("a file that exists gets HTTP %d: %s", status, body)
	}
}

// TestYourFilesAreListedByName lists two files with one title.
func TestYourFilesAreListedByName(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.feature", "b.feature"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(starter), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, body := open(t, folder).get("")
	contains(t, body, "<code>a.feature</code>", "<code>b.feature</code>")
}
