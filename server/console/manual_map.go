package console

import (
	"slices"
	"strings"
	"sync"

	"understudy/docs"
	"understudy/spec/pattern"
)

// manualChapter is a group of pages of the manual's index.
type manualChapter struct {
	Title string
	Pages []manualEntry
	// Open says that the page that is shown is in it, or that none is.
	Open bool
}

// manualEntry is a page; Headings are those of its sections if it is the one that is shown.
type manualEntry struct {
	Name, Title string
	Current     bool
	Headings    []section
}

// chapterLine is the title of a chapter, or a row with a page, in the manual's index.
var chapterLine = pattern.Lazy(`(?m)^(?:\*\*(.+)\*\*$|\| \[[^\]]*\]\(([a-z-]+)\.md\))`)

// manualPages are the pages in the order of the index, read for the first page of the manual, as that
// takes 1 ms.
var manualPages = sync.OnceValue(func() (all []manualChapter) {
	index, _ := docs.Page(manualIndex)
	for _, m := range chapterLine().FindAllStringSubmatch(index, -1) {
		if m[1] != "" {
			all = append(all, manualChapter{Title: m[1]})
			continue
		}
		markdown, _ := docs.Page(m[2])
		last := &all[len(all)-1]
		last.Pages = append(last.Pages, manualEntry{Name: m[2], Title: docs.Title(markdown)})
	}
	return all
})

// manualMap is the list of all pages, with the headings of the one that is shown.
func manualMap(name string) []manualChapter {
	all := slices.Clone(manualPages())
	none := true
	for i := range all {
		all[i].Pages = slices.Clone(all[i].Pages)
		for j := range all[i].Pages {
			if entry := &all[i].Pages[j]; entry.Name == name {
				entry.Current, entry.Headings = true, headingsOf(name)
				all[i].Open, none = true, false
			}
		}
	}
	for i := range all {
		all[i].Open = all[i].Open || none
	}
	return all
}

// headingsOf are the sections of a page, without the page itself and what is below a section.
func headingsOf(name string) (all []section) {
	for _, s := range sections() {
		if s.Page == name && s.level == 2 {
			_, s.Title, _ = strings.Cut(s.Title, ": ")
			all = append(all, s)
		}
	}
	return all
}

// manualBeside are the pages before and after one in the order of the index.
func manualBeside(name string) (previous, next *manualEntry) {
	var flat []manualEntry
	for _, c := range manualPages() {
		flat = append(flat, c.Pages...)
	}
	i := slices.IndexFunc(flat, func(e manualEntry) bool { return e.Name == name })
	if i > 0 {
		previous = &flat[i-1]
	}
	if (i >= 0 || name == manualIndex) && i+1 < len(flat) {
		next = &flat[i+1]
	}
	return previous, next
}
