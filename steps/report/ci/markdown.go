package ci

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"understudy/spec/pattern"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

const (
	// mostBroken is how many broken promises a Markdown summary shows in full, and
	// mostFindings how many findings of each: GitHub allows 1 MiB for a summary.
	mostBroken   = 25
	mostFindings = 3
)

// Markdown writes a run as a summary for a page that shows GitHub's Markdown,
// such as that of a job: the verdict, what failed, the counts, the gaps, and
// what was not checked.
func Markdown(w io.Writer, r *report.Run) error {
	m := &markdown{}
	verdict, why := view.Headline(r)
	m.line("## %s %s\n", view.Mark(r.Verdict()), verdict)
	m.line("%s\n", text(why))
	m.line("%s · %s\n", code(r.Target.BaseURL), text(view.About(r)))
	m.list(view.RejectedTitle, r.RejectedData())
	m.broken(r)
	m.expectations(r)
	m.drift(r)
	m.known(r)
	m.list("Could not be verified", view.Unverified(r))
	m.sections(r)
	var notChecked prose.Groups
	for _, u := range view.NotChecked(r) {
		notChecked = append(notChecked, prose.Group{Common: u.Reason, Names: u.Names()})
	}
	m.list("Not checked", notChecked)
	m.gaps(r)
	m.ledger(r)
	_, err := w.Write(m.b.Bytes())
	return err
}

type markdown struct{ b bytes.Buffer }

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(&m.b, format+"\n", args...) }

// row writes a row of a table.
func (m *markdown) row(cells ...string) { m.line("| %s |", strings.Join(cells, " | ")) }

// table opens a table. A rule like "---:" aligns a column.
func (m *markdown) table(heads []string, rules ...string) {
	m.row(heads...)
	m.row(rules...)
}

// folded writes a part that a reader has to open. The summary is HTML, and contains
// none of the deployment's text.
func (m *markdown) folded(summary string, write func()) {
	m.line("<details><summary>%s</summary>\n", summary)
	write()
	m.line("\n</details>\n")
}

func (m *markdown) broken(r *report.Run) {
	ids := r.Broken()
	if len(ids) == 0 {
		return
	}
	m.line("### Broken promises\n")
	for _, id := range ids[:min(mostBroken, len(ids))] {
		p := r.Promise(id)
		m.line("#### %s\n", code(id))
		m.line("%s (%s)\n", text(p.Says), text(p.Section))
		if sentence := view.Sentence(r, id); sentence != "" {
			m.line("> %s\n", text(sentence))
		}
		found := view.Findings(r, id)
		for _, f := range found[:min(mostFindings, len(found))] {
			m.finding(f)
		}
		if more := len(found) - mostFindings; more > 0 {
			m.line("The promise was found broken in %d more ways: the HTML and JSON reports have them.\n", more)
		}
	}
	if len(ids) > mostBroken {
		m.line("Broken too: %s\n", codes(ids[mostBroken:]))
	}
}

func (m *markdown) finding(f view.Finding) {
	m.table([]string{"expected", "found"}, "---", "---")
	m.row(text(prose.Short(f.ExpectedAt())), text(prose.Short(f.Actual)))
	m.line("\nSeen in %s\n", codes(f.By))
	if f.Exchange == nil {
		return
	}
	m.folded("the exchange, and how to see it again", func() {
		m.fence("http", view.Request(f.Exchange).String())
		m.fence("http", view.Response(f.Exchange, f.Pointer).String())
		m.fence("sh", f.Exchange.Curl())
	})
}

func (m *markdown) drift(r *report.Run) {
	moves := r.Profile.Moves()
	if len(moves) == 0 {
		return
	}
	m.line("### Drifted from the profile of %s\n", text(r.Profile.Of))
	m.table([]string{"gap", "on", "profiled", "observed"}, "---", "---", "---", "---")
	for _, d := range moves {
		m.row(code(d.Gap), codes(d.Operations), code(d.Profiled), code(d.Observed)+": "+text(prose.Short(d.Evidence)))
	}
	m.line("")
}

func (m *markdown) known(r *report.Run) {
	if r.Baseline == nil || len(r.Baseline.Entries) == 0 {
		return
	}
	m.line("### Known failures, by %s\n", code(r.Baseline.File))
	m.table([]string{"promise", "this run", "reason"}, "---", "---", "---")
	for _, e := range r.Baseline.Entries {
		m.row(code(e.Name()), strings.TrimSuffix(text(string(e.State)+": "+e.Why), ": "), text(e.Reason))
	}
	m.line("")
}

// list writes things under their common title.
func (m *markdown) list(title string, groups prose.Groups) {
	if len(groups) == 0 {
		return
	}
	m.line("### %s\n", title)
	for _, g := range groups {
		m.line("- %s  \n  %s", text(g.Common), codes(g.Names))
	}
	m.line("")
}

func (m *markdown) sections(r *report.Run) {
	m.folded("Promises by section of the document", func() {
		heads, rules := []string{"section"}, []string{"---"}
		for _, v := range view.Verdicts(r.Summary) {
			heads, rules = append(heads, string(v)), append(rules, "---:")
		}
		m.table(heads, rules...)
		row := func(name string, n report.Summary) {
			cells := []string{name}
			for _, v := range view.Verdicts(r.Summary) {
				cells = append(cells, number(n.Of(v)))
			}
			m.row(cells...)
		}
		for _, s := range view.Sections(r) {
			row(text(s.Name), s.Count)
		}
		row("all", r.Summary)
	})
}

// number leaves zero out of a table.
func number(n int) string {
	if n == 0 {
		return "·"
	}
	return fmt.Sprint(n)
}

func (m *markdown) gaps(r *report.Run) {
	all := view.Observations(r)
	if len(all) == 0 {
		return
	}
	m.folded("Gaps, as this deployment fills them", func() {
		m.table([]string{"gap", "observed", "on"}, "---", "---", "---")
		for _, o := range all {
			observed := code(o.Observed)
			if o.Evidence != "" {
				observed += ": " + text(prose.Short(o.Evidence))
			}
			m.row(code(o.ID), observed, codes(o.Operations))
		}
	})
}

func (m *markdown) ledger(r *report.Run) {
	kinds := view.Ledger(r)
	if len(kinds) == 0 {
		return
	}
	m.line("### Made or changed on this deployment\n")
	for _, k := range kinds {
		m.line("- %s", text(k.String()))
	}
	m.line("")
}

var (
	punctuation = pattern.Lazy("[\\\\`*_\\[\\]|~]")
	backticks   = pattern.Lazy("`+")
	entities    = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
)

// text escapes a text for Markdown, on one line.
func text(s string) string {
	return entities.Replace(punctuation().ReplaceAllString(prose.OneLine(s), `\$0`))
}

// code formats a text as code, on one line.
func code(s string) string {
	s = strings.ReplaceAll(prose.OneLine(s), "|", `\|`)
	if !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	ticks := ticksBeyond(s, 1)
	return ticks + " " + s + " " + ticks
}

func codes(all []string) string {
	shown := make([]string, len(all))
	for i, s := range all {
		shown[i] = code(s)
	}
	return strings.Join(shown, ", ")
}

// fence writes a block of code.
func (m *markdown) fence(language, s string) {
	ticks := ticksBeyond(s, 3)
	m.line("%s%s\n%s\n%s\n", ticks, language, s, ticks)
}

// ticksBeyond returns more backticks than a text has in a row, and at least a
// minimum.
func ticksBeyond(s string, least int) string {
	for _, run := range backticks().FindAllString(s, -1) {
		least = max(least, len(run)+1)
	}
	return strings.Repeat("`", least)
}
