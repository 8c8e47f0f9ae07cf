package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
	"time"

	"understudy/spec/gap"
	"understudy/spec/pattern"
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
			"mark":   func(v Verdict) string { return marks[v] },
			"anchor": anchor,
			"count":  count,
			"alike":  alike,
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
	return template.CSS(pageStyle), fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; base-uri 'none'; form-action 'none'", fingerprint(pageStyle))
}

// fingerprint is the hash by which a policy allows a style or a script.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// anchor returns the id of an element of the page, such as promise-page-zero-is-one.
// It replaces the "#" of an address, which would end the URL of the page.
func anchor(kind, id string) string {
	return kind + "-" + strings.NewReplacer("#", "--", " ", "-").Replace(id)
}

// HTML writes a run as one self-contained page, which works without network and
// without script: the script only filters, opens the folded target of a link, and
// copies.
func HTML(w io.Writer, r *Run) error {
	p := &page{Run: r, Style: template.CSS(pageStyle), Script: template.JS(pageScript), Policy: pagePolicy,
		Verdict: outcome(r), About: r.about()}
	p.Word, p.Why = r.closingParts()
	p.Also = strings.Join(append(r.untrueParts(), r.yoursParts()...), "; ")
	p.Unmet = r.pageUnmet()
	if r.Interrupted {
		p.Interruption = r.interruption()
	}
	if !r.Started.IsZero() {
		p.When = r.Started.UTC().Format(time.RFC3339)
	}
	p.Tiles, p.Bar = tiles(r.Summary)
	p.Broken = r.pageBroken()
	p.Rejected = pageGroups(r.rejectedData())
	p.Unverified = pageGroups(r.unverified())
	p.NotChecked = r.pageNotChecked()
	p.Sections = r.pageSections()
	p.Gaps, p.Noted = r.pageGaps(), notedGaps()
	p.Operations = r.pageOperations()
	p.Things = r.pageThings()
	p.Noticed = r.pageRemarks()
	p.Features, p.Texts = r.pageFeatures(), newTexts(r)
	p.Parts = p.parts()
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, p); err != nil {
		return err
	}
	_, err := io.WriteString(w, Visible(b.String()))
	return err
}

// page is the data of the template, in addition to the run itself.
type page struct {
	*Run
	Style               template.CSS
	Script              template.JS
	Policy              string
	Verdict             Verdict
	Word, Why           string
	Also, Interruption  string
	About, When         string
	Tiles               []tile
	Bar                 []stripe
	Parts               []part
	Broken              []brokenPromise
	Unmet               []unmetShown
	Rejected            []named
	Unverified, Noticed []named
	NotChecked          []uncheckedFor
	Sections            []sectionRows
	Gaps                []gapRow
	Noted               []gap.Gap
	Operations          []operationRow
	Things              []thingRows
	Features            []featureRows
	Texts               *texts
}

// tile counts the promises of a verdict; stripe is its share of the bar, in percent.
type (
	tile struct {
		Verdict Verdict
		Number  int
	}
	stripe struct {
		Verdict     Verdict
		From, Width string
	}
)

func tiles(s Summary) (all []tile, bar []stripe) {
	from := 0.0
	for _, v := range s.verdicts() {
		n := s.of(v)
		all = append(all, tile{v, n})
		if n > 0 {
			width := 100 * float64(n) / float64(s.Total())
			bar = append(bar, stripe{v, fmt.Sprintf("%.3f", from), fmt.Sprintf("%.3f", width)})
			from += width
		}
	}
	return all, bar
}

// tally counts promises or scenarios in words, without zero counts.
func tally(s Summary) string {
	var words []string
	for _, v := range s.verdicts() {
		if n := s.of(v); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(words, ", ")
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
		{"drift", "Drift", p.Profile.number()},
		{"known", "Known failures", p.Baseline.number()},
		{"rejected", rejectedTitle, len(p.Rejected)},
		{"unverified", "Could not be verified", len(p.Unverified)},
		{"unchecked", "Not checked", p.Summary.Skip},
		{"promises", "Promises", len(p.Promises)},
		{"gaps", "Gaps", len(p.Gaps)},
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

// named are names under a common title.
type named struct {
	Common string
	Names  []string
}

func pageGroups(groups grouped) (all []named) {
	for _, g := range groups {
		all = append(all, named{g.common, g.names})
	}
	return all
}
