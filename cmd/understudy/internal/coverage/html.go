package coverage

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/steps/report"
	"understudy/steps/report/html"
	"understudy/steps/report/prose"
)

//go:embed page/page.html
var pageHTML string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"anchor":  func(address string) string { return prose.Anchor("scenario", address) },
	"count":   prose.Count,
	"visible": prose.Legible,
}).Parse(pageHTML))

// HTML writes the report as one self-contained page without a script.
func HTML(w io.Writer, r *Report) error {
	p := &page{Report: r, Closing: r.closing(), Verdict: report.Pass}
	p.Style, p.Policy = html.PageStyle()
	if r.Score.Killed < r.Score.Tried {
		p.Verdict = report.Skip
	}
	p.Width = fmt.Sprintf("%.3f", r.Score.Percent())
	_, p.Survivors = counted(r.Mutants, func(k mutation.Kill) bool { return k.Killed() })
	_, p.Caught = counted(r.Mutants, func(k mutation.Kill) bool { return !k.Killed() })
	_, counting := counted(p.Caught, func(k mutation.Kill) bool { return !r.counts(k) })
	p.Counted, p.Beside = len(counting), len(p.Caught)-len(counting)
	_, p.Failing = counted(r.Scenarios, func(s Scenario) bool { return s.Verdict == report.Pass })
	_, p.Named = counted(r.Promises, func(p Promise) bool { return len(p.Scenarios) == 0 })
	_, p.Unnamed = counted(r.Promises, func(p Promise) bool { return len(p.Scenarios) > 0 })
	_, p.Seen = counted(r.Gaps, func(g Gap) bool { return len(g.Scenarios)+len(g.Observed) == 0 })
	_, p.Unseen = counted(r.Gaps, func(g Gap) bool { return len(g.Scenarios)+len(g.Observed) > 0 })
	p.Parts = p.parts()
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// page is the data of the template, in addition to the report itself.
type page struct {
	*Report
	Style     template.CSS
	Policy    string
	Verdict   report.Verdict
	Closing   string
	Width     string
	Parts     []part
	Survivors []mutation.Kill
	Caught    []mutation.Kill
	// Counted of those caught count in the score; Beside are those that expectations alone catch.
	Counted, Beside int
	Failing         []Scenario
	Named           []Promise
	Unnamed         []Promise
	Seen, Unseen    []Gap
}

// part is an entry in the page's table of contents.
type part struct {
	ID, Title string
	Number    int
}

func (p *page) parts() []part {
	return slices.DeleteFunc([]part{
		{"survivors", "Broken fakes that survive", len(p.Survivors)},
		{"failing", "Do not pass on the fake", len(p.Failing)},
		{"idle", "Catch nothing", len(p.Idle())},
		{"alike", "Catch the same", len(p.Alike)},
		{"scenarios", "Scenarios", len(p.Scenarios)},
		{"operations", "Operations", len(p.Operations)},
		{"promises", "Promises", len(p.Named)},
		{"expectations", "Your expectations", len(p.Expectations)},
		{"gaps", "Gaps", len(p.Seen)},
		{"caught", "Broken fakes caught", p.Counted},
	}, func(e part) bool { return e.Number == 0 && (e.ID != "caught" || p.Beside == 0) })
}
