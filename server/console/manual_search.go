package console

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	source "github.com/yuin/goldmark/text"

	"understudy/docs"
	"understudy/spec/pattern"
)

// section is a heading of the manual with the text below it.
type section struct {
	// Page is the name of its page, ID the anchor in it, and Title the headings.
	Page, ID, Title string
	// Line is the line that a search found.
	Line  string
	text  string
	level int
}

// sections are all sections of the manual, read for the first search: that takes 11 ms.
var sections = sync.OnceValue(func() (all []section) {
	md := goldmark.New(goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	for _, name := range docs.Pages() {
		page, _ := docs.Page(name)
		markdown := []byte(page)
		begin := 0
		doc := md.Parser().Parse(source.NewReader(markdown))
		for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
			h, ok := n.(*ast.Heading)
			if !ok {
				continue
			}
			heading := h.Lines().At(0)
			if begin > 0 {
				all[len(all)-1].text = page[begin:heading.Start]
			}
			id, _ := h.AttributeString("id")
			anchor, _ := id.([]byte)
			title := plain(string(heading.Value(markdown)))
			if h.Level > 1 {
				title = docs.Title(page) + ": " + title
			}
			all = append(all, section{Page: name, ID: string(anchor), Title: title, level: h.Level})
			begin = heading.Stop
		}
		all[len(all)-1].text = page[begin:]
	}
	return all
})

// mostFound is how many sections a search lists.
const mostFound = 30

// sought are the words of a search, and the phrases in quotes.
var sought = pattern.Lazy(`"([^"]+)"?|[^\s"]+`)

// search is the sections with all words and phrases, in upper or lower case. Those with
// them in the title, or with more of them, come first.
func search(find string) (all []section) {
	var words []string
	for _, m := range sought().FindAllStringSubmatch(strings.ToLower(find), -1) {
		words = append(words, cmp.Or(m[1], m[0]))
	}
	weight := map[string]int{}
	for _, s := range sections() {
		title, text := strings.ToLower(s.Title), strings.ToLower(s.text)
		if !hasAll(title+"\n"+text, words) {
			continue
		}
		for _, w := range words {
			weight[s.Page+s.ID] += 20*strings.Count(title, w) + strings.Count(text, w)
		}
		s.Line = lineWith(s.text, words)
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b section) int { return cmp.Compare(weight[b.Page+b.ID], weight[a.Page+a.ID]) })
	return all[:min(len(all), mostFound)]
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// lineWith is the first line with all words, or else with one of them, or else the first.
func lineWith(text string, words []string) string {
	first := ""
	for _, all := range append([][]string{words}, slices.Collect(slices.Chunk(words, 1))...) {
		for line := range strings.Lines(text) {
			line = strings.Trim(plain(line), "#|> \n")
			if first == "" && !strings.HasPrefix(line, "```") {
				first = line
			}
			if hasAll(strings.ToLower(line), all) {
				return line
			}
		}
	}
	return first
}

// linkOrCode is what Markdown writes around the text of a link and of code.
var linkOrCode = pattern.Lazy("\\[([^\\]]*)\\]\\([^)]*\\)|`|\\*\\*")

func plain(line string) string { return linkOrCode().ReplaceAllString(line, "$1") }
