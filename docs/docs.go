// Package docs holds the pages of the documentation.
package docs

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Pages are the names of all pages, without .md, in alphabetical order.
func Pages() (names []string) {
	files, err := fs.Glob(pages, "*.md")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f, ".md"))
	}
	slices.Sort(names)
	return names
}

// Page is the Markdown of a page, and whether there is such a page.
func Page(name string) (markdown string, ok bool) {
	text, err := pages.ReadFile(name + ".md")
	return string(text), err == nil
}

// Title is the first heading of a page.
func Title(markdown string) string {
	first, _, _ := strings.Cut(markdown, "\n")
	return strings.TrimPrefix(first, "# ")
}

// Summary is the first paragraph below the title: what a reader has at the end
// of the page.
func Summary(markdown string) string {
	for _, paragraph := range strings.Split(markdown, "\n\n")[1:] {
		if !strings.HasPrefix(paragraph, "<!--") {
			return strings.Join(strings.Fields(paragraph), " ")
		}
	}
	return ""
}
