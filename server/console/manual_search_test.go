package console

import (
	"slices"
	"strings"
	"testing"

	"understudy/docs"
)

func TestASearchFindsSectionsByWordsAndPhrases(t *testing.T) {
	for find, want := range map[string]struct{ first, title string }{
		"cors browser":         {"faq#why-does-my-browser-block-requests-to-the-fake", ""},
		"Glossary":             {"glossary#glossary", "Glossary"},
		`"exit with 0"`:        {"", ""},
		`"one run at a time"`:  {"ci#prepare-the-repository", "Run in CI: Prepare the repository"},
		"no-such-word at all":  {"", ""},
		`"no such phrase here`: {"", ""},
	} {
		found := search(find)
		if want.first == "" {
			if len(found) > 0 {
				t.Errorf("%s: found %s", find, found[0].Title)
			}
			continue
		}
		if len(found) == 0 || found[0].Page+"#"+found[0].ID != want.first || want.title != "" && found[0].Title != want.title {
			t.Errorf("%s: found %+v, want %+v first", find, found[:min(len(found), 2)], want)
			continue
		}
		if found[0].Line == "" || strings.ContainsAny(found[0].Line, "`|") {
			t.Errorf("%s: shows the line %q", find, found[0].Line)
		}
	}
}

func TestEverySectionIsAnAnchorOfItsPage(t *testing.T) {
	pages := map[string]string{}
	for _, s := range sections() {
		if pages[s.Page] == "" {
			markdown, _ := docs.Page(s.Page)
			html, err := rendered(markdown, false, func(page string) string { return page })
			if err != nil {
				t.Fatal(err)
			}
			pages[s.Page] = string(html)
		}
		if !strings.Contains(pages[s.Page], `id="`+s.ID+`"`) {
			t.Errorf("%s has no anchor %q", s.Page, s.ID)
		}
	}
	if len(pages) != len(docs.Pages()) {
		t.Errorf("sections of %d pages, want %d", len(pages), len(docs.Pages()))
	}
}

// TestTheMapOfTheManualHasEveryPage checks the list beside the pages, and the order in which
// they follow each other.
func TestTheMapOfTheManualHasEveryPage(t *testing.T) {
	var names []string
	for _, c := range manualMap("faults") {
		for _, p := range c.Pages {
			names = append(names, p.Name)
			if (len(p.Headings) > 0) != (p.Name == "faults") || p.Current != (p.Name == "faults") || p.Title == "" || p.Title == p.Name {
				t.Errorf("%s has the title %q and %d headings", p.Name, p.Title, len(p.Headings))
			}
		}
		if want := c.Title == "Use the fake"; c.Open != want {
			t.Errorf("%s is open: %t, want %t", c.Title, c.Open, want)
		}
	}
	for _, name := range docs.Pages() {
		if name != manualIndex && !slices.Contains(names, name) {
			t.Errorf("%s is not in the list", name)
		}
	}
	for i, name := range names {
		previous, next := manualBeside(name)
		if (previous == nil) != (i == 0) || (next == nil) != (i == len(names)-1) || next != nil && next.Name != names[i+1] || previous != nil && previous.Name != names[i-1] {
			t.Errorf("%s is between %v and %v", name, previous, next)
		}
	}
	if _, next := manualBeside(manualIndex); next == nil || next.Name != names[0] {
		t.Errorf("the index is followed by %v", next)
	}
}
