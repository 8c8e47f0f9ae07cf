// Package html writes a run as one page for a browser, which needs no other file and no
// network.
//
// Start reading at Write, and at page, the data of the template page/page.html.
package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"io"
	"sync"
	"time"

	"understudy/spec/gap"
	"understudy/spec/pattern"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// The parts of the page. Style and script are embedded unchanged, and the page's
// policy allows the browser only these two, and no other source.
var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string

	pageTemplate = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("page").Funcs(template.FuncMap{
			"mark":     view.Mark,
			"anchor":   prose.Anchor,
			"unusual":  unusual,
			"pathed":   pathed,
			"count":    prose.Count,
			"isShared": isShared,
			"passed":   passed,
			"message":  view.Near,
			"subjects": subjects,
			"texts":    textsOf,
			"coded":    Coded,
		}).Parse(indentation().ReplaceAllString(pageHTML, "\n")))
	})

	// indentation matches the template's indentation, which would make the page larger.
	indentation = pattern.Lazy(`\n\s+`)

	pagePolicy = fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
		fingerprint(pageStyle), fingerprint(pageScript))
)

// PageStyle returns the style sheet of the page, for pages that look like it, and the
// policy of such a page without a script.
func PageStyle() (style template.CSS, policy string) {
	return template.CSS(pageStyle), fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; base-uri 'none'; form-action 'none'",
		fingerprint(pageStyle))
}

// fingerprint is the hash by which a policy allows a style or a script.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Write writes a run as one self-contained page, which works without network and,
// except for the texts that many scenarios share, without script: the script fills those in,
// filters, opens the folded target of a link, and copies.
func Write(w io.Writer, r *report.Run) error {
	p := &page{Run: r, Style: template.CSS(pageStyle), Script: template.JS(pageScript), Policy: pagePolicy,
		Verdict: r.Verdict(), Extent: view.Extent(r), Details: view.Details(r)}
	p.Word, p.Why = view.Headline(r)
	if !r.Started.IsZero() {
		p.When = r.Started.UTC().Format(time.RFC3339)
	}
	p.Tiles, p.Bar = tiles(r.Summary)
	p.Boxes = boxes(r)
	shown := newExchanges()
	p.Broken = pageBroken(r, shown)
	p.Unmet = pageUnmet(r, shown)
	p.Rejected = r.RejectedData()
	p.Unverified = view.Unverified(r)
	p.NotChecked = view.NotChecked(r)
	p.Sections = pageSections(r)
	p.Gaps, p.Noted = pageGaps(r), notedGaps()
	p.Operations = pageOperations(r)
	p.Things = pageThings(r)
	p.Noticed = pageRemarks(r)
	p.Features, p.Texts = pageFeatures(r), newTexts(r)
	p.Parts = p.parts()
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, p); err != nil {
		return err
	}
	_, err := io.WriteString(w, prose.Visible(b.String()))
	return err
}

// page is the data of the template, in addition to the run itself.
type page struct {
	*report.Run
	Style               template.CSS
	Script              template.JS
	Policy              string
	Verdict             report.Verdict
	Word, Why           string
	Extent, Details     string
	When                string
	Tiles               []tile
	Bar                 []stripe
	Boxes               []report.Verdict
	Parts               []part
	Broken              []brokenPromise
	Unmet               []unmetShown
	Rejected            prose.Groups
	Unverified, Noticed prose.Groups
	NotChecked          []view.Unchecked
	Sections            []sectionRows
	Gaps                []gapSection
	Noted               []gap.Gap
	Operations          []operationRow
	Things              []thingRows
	Features            []featureRows
	Texts               *sharedTexts
}

// part is an entry in the page's table of contents.
type part struct {
	ID, Title string
	Number    int
}

func (p *page) parts() (all []part) {
	for _, e := range []part{
		{"broken", "Broken promises", len(p.Broken)},
		{"expectations", "Your expectations", len(p.Expectations)},
		{"drift", "Drift", compared(p.Profile)},
		{"known", "Known failures", listed(p.Baseline)},
		{"rejected", view.RejectedTitle, len(p.Rejected)},
		{"unverified", "Could not be verified", countNames(p.Unverified)},
		{"unchecked", "Not checked", p.Summary.Skip},
		{"promises", "Promises", len(p.Promises)},
		{"gaps", "Gaps", countGaps(p.Gaps)},
		{"coverage", "Coverage", len(p.Operations)},
		{"ledger", "Made or changed", len(p.Ledger)},
		{"remarks", "Remarks", len(p.Noticed)},
		{"scenarios", "Scenarios", len(p.Scenarios)},
	} {
		if e.Number > 0 {
			all = append(all, e)
		}
	}
	return all
}

// countNames returns how many scenarios some groups have.
func countNames(groups prose.Groups) (n int) {
	for _, g := range groups {
		n += len(g.Names)
	}
	return n
}

// compared returns how many drifts there are, or else how many responses a profile has.
func compared(c *report.Calibration) int {
	switch {
	case c == nil:
		return 0
	case len(c.Drift) > 0:
		return len(c.Drift)
	}
	return c.Compared + len(c.Unseen)
}

// listed returns how many known failures there are.
func listed(b *report.Baseline) int {
	if b == nil {
		return 0
	}
	return len(b.Entries)
}

// betweenBackticks matches a name that the document shows as code.
var betweenBackticks = pattern.Lazy("`([^`]*)`")

// Coded returns a text of the document as HTML, with its code marked as such.
func Coded(text string) template.HTML {
	return template.HTML(betweenBackticks().ReplaceAllString(html.EscapeString(text), "<code>$1</code>"))
}
