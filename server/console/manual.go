package console

import (
	"bytes"
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
}

// viewManual shows a page, by default the index, or searches all of them.
func viewManual(v *visit) (any, error) {
	view := manualView{Find: strings.TrimSpace(v.query.Get("find"))}
	if view.Find != "" {
		view.Found = search(view.Find)
		return view, nil
	}
	name := v.query.Get("page")
	if name == "" {
		name = "index"
	}
	markdown, ok := docs.Page(name)
	if !ok {
		return view, fmt.Errorf("the manual has no page %.80q", name)
	}
	html, err := rendered(markdown, func(page string) string { return link(v.sandbox.ID(), "manual", "page", page) })
	view.Page = html
	return view, err
}

// rendered is a page of the manual as HTML, with its headings one level below those of
// the console; address returns the links to other pages.
func rendered(markdown string, address func(page string) string) (template.HTML, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(within{address}, 1))))
	var b bytes.Buffer
	if err := md.Convert([]byte(markdown), &b); err != nil {
		return "", err
	}
	// Elements that may be wider than the page scroll, by keyboard too.
	html := strings.NewReplacer("<pre>", `<pre tabindex="0">`,
		"<table>", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>`, "</table>", "</table></div>").Replace(b.String())
	return template.HTML(html), nil //nolint:gosec // the pages are embedded
}

// within adapts a page of the manual to the console.
type within struct{ address func(page string) string }

// Transform moves headings a level down, changes links to pages of the manual to those
// of the console, and shows the texts of images, which the console does not serve.
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
