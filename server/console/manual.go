package console

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	source "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"understudy/docs"
)

// manualView is a page of the manual, or the sections that a search found.
type manualView struct {
	// Page is the page as HTML; empty if sections are listed.
	Page  template.HTML
	Found []section
	Find  string
	// Chapters are all pages, those of the index first. Previous and Next are beside the page
	// that is shown; nil for none.
	Chapters       []manualChapter
	Previous, Next *manualEntry
}

// viewManual shows a page, by default the index, or searches all of them.
func viewManual(v *visit) (any, error) {
	view := manualView{Find: strings.TrimSpace(v.query.Get("find"))}
	name := cmp.Or(v.query.Get("page"), manualIndex)
	if view.Find != "" {
		view.Found, view.Chapters = search(view.Find), manualMap("")
		return view, nil
	}
	view.Chapters = manualMap(name)
	view.Previous, view.Next = manualBeside(name)
	markdown, ok := docs.Page(name)
	if !ok {
		return view, fmt.Errorf("the manual has no page %.80q", name)
	}
	html, err := rendered(markdown, name == manualIndex, func(page string) string { return link(v.sandbox.ID(), "manual", "page", page) })
	view.Page = html
	return view, err
}

// manualIndex is the name of the first page.
const manualIndex = "index"

// rendered is a page of the manual as HTML, with its headings one level below those of
// the console; address returns the links to other pages. With titled, a link whose text is
// the name of a page shows the page's title.
func rendered(markdown string, titled bool, address func(page string) string) (template.HTML, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(within{address, titled}, 1))))
	var b bytes.Buffer
	if err := md.Convert([]byte(markdown), &b); err != nil {
		return "", err
	}
	// Elements that may be wider than the page scroll, by keyboard too.
	html := strings.NewReplacer("<table>", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`, "</table>", "</table></div>").Replace(b.String())
	return template.HTML(copyable(html)), nil //nolint:gosec // the pages are embedded
}

// copyable gives each block of code a button that copies it.
func copyable(html string) string {
	var b strings.Builder
	for i, part := range strings.Split(html, "<pre>") {
		if i > 0 {
			id := fmt.Sprintf("code-%d", i)
			code, rest, _ := strings.Cut(part, "</pre>")
			only := ""
			if typed := commands(code); typed != "" {
				only = ` data-text="` + typed + `"`
			}
			fmt.Fprintf(&b, `<div class="copied"><pre id="%s" tabindex="0">%s</pre><button type="button" data-copies="%[1]s"%[3]s>Copy</button></div>`,
				id, code, only)
			part = rest
		}
		b.WriteString(part)
	}
	return b.String()
}

// commands are those of a block of code that shows them behind prompts, above what they print; empty
// for any other block. Code and commands are HTML.
func commands(code string) string {
	_, text, isConsole := strings.Cut(code, `<code class="language-console">`)
	if !isConsole {
		return ""
	}
	var all []string
	goesOn := false
	for line := range strings.Lines(strings.TrimSuffix(text, "</code>")) {
		line = strings.TrimRight(line, "\n")
		command, prompted := strings.CutPrefix(line, "$ ")
		if prompted || goesOn {
			all = append(all, command)
			goesOn = strings.HasSuffix(line, `\`)
		}
	}
	return strings.Join(all, "\n")
}

// within adapts a page of the manual to the console.
type within struct {
	address func(page string) string
	titled  bool
}

// Transform moves headings a level down, changes links to pages of the manual to those
// of the console, shows the titles of pages in the index, and shows the texts of images, which the console does not serve.
func (w within) Transform(doc *ast.Document, _ source.Reader, _ parser.Context) {
	var images []ast.Node
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering {
				n.Level++
			}
		case *ast.Link:
			to, anchor, hasAnchor := strings.Cut(string(n.Destination), "#")
			if page, ok := strings.CutSuffix(to, ".md"); ok && entering {
				to = w.address(page)
				if hasAnchor {
					to += "#" + anchor
				}
				n.Destination = []byte(to)
				if markdown, ok := docs.Page(page); ok && w.titled {
					n.RemoveChildren(n)
					n.AppendChild(n, ast.NewString([]byte(docs.Title(markdown))))
				}
			}
		case *ast.Image:
			if entering {
				images = append(images, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, image := range images {
		alt := ast.NewEmphasis(1)
		for child := image.FirstChild(); child != nil; {
			next := child.NextSibling()
			alt.AppendChild(alt, child)
			child = next
		}
		image.Parent().ReplaceChild(image.Parent(), image, alt)
	}
}
