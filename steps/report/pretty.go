package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Pretty writes a run for people: first what failed, then what went wrong in
// judging, the verdicts by section of the document, the gaps, what was not
// checked, what was made and changed, and last the verdict.
func Pretty(w io.Writer, r *Run, colour bool) error {
	var b bytes.Buffer
	p := &printer{w: &b, colour: colour}
	p.header(r)
	p.broken(r)
	p.errors(r)
	p.known(r)
	p.sections(r)
	p.drift(r)
	p.gaps(r)
	p.unchecked(r)
	p.ledger(r)
	p.remarks(r)
	p.line("%s %s", p.mark(outcome(r)), p.bold(r.Closing()))
	_, err := w.Write(b.Bytes())
	return err
}

// outcome is the verdict on the whole run.
func outcome(r *Run) Verdict {
	return map[int]Verdict{0: Pass, 1: Fail, 2: Error, 3: Skip}[r.Exit()]
}

// header tells what was judged, and by what.
func (p *printer) header(r *Run) {
	p.line("%s", p.bold(r.Target.BaseURL))
	parts := []string{
		strings.TrimSpace(r.Tool.Name + " " + r.Tool.Version),
		fmt.Sprintf("contract %s (%.12s)", r.Contract.Version, r.Contract.SHA256),
		fmt.Sprintf("%s in %s", count(len(r.Scenarios), "scenario"), (time.Duration(r.DurationMS) * time.Millisecond).Round(100*time.Millisecond)),
	}
	if !r.Target.Writes {
		parts = append(parts, "read-only")
	}
	if r.Seed != 0 {
		parts = append(parts, fmt.Sprintf("random order %d", r.Seed))
	}
	p.line("%s", p.dim(strings.Join(parts, ", ")))
	p.line("")
}

// title opens a part of the report.
func (p *printer) title(format string, args ...any) {
	p.line("%s", p.bold(fmt.Sprintf(format, args...)))
}

// errors lists the scenarios that could not be judged, by their reasons.
func (p *printer) errors(r *Run) {
	byReason := grouped{}
	for _, s := range r.Scenarios {
		if s.Verdict == Error {
			byReason.add(oneLine(s.Reason), s.Address)
		}
	}
	if len(byReason) == 0 {
		return
	}
	p.title("Could not be judged")
	p.groups(byReason)
}

// sections counts the verdicts on the promises of each section.
func (p *printer) sections(r *Run) {
	var names []string
	counts := map[string]map[Verdict]int{}
	for _, pr := range r.Promises {
		if counts[pr.Section] == nil {
			names = append(names, pr.Section)
			counts[pr.Section] = map[Verdict]int{}
		}
		counts[pr.Section][pr.Verdict]++
	}
	columns := verdicts
	if r.Summary.Known > 0 {
		columns = append(slices.Clone(columns), Known)
	}
	width := len("Promises by section")
	for _, n := range names {
		width = max(width, len([]rune(n)))
	}
	row := func(name string, counts map[Verdict]int) string {
		text := pad(name, width)
		for _, v := range columns {
			cell := "·"
			if counts[v] > 0 {
				cell = fmt.Sprint(counts[v])
			}
			cell = fmt.Sprintf("%7s", cell)
			if counts[v] > 0 {
				cell = p.paint(paints[v], cell)
			}
			text += cell
		}
		return text
	}
	head := pad("Promises by section", width)
	for _, v := range columns {
		head += fmt.Sprintf("%7s", v)
	}
	p.title("%s", head)
	for _, n := range names {
		p.line("%s", row(n, counts[n]))
	}
	p.line("%s", row("All", map[Verdict]int{Pass: r.Summary.Pass, Fail: r.Summary.Fail, Skip: r.Summary.Skip, Error: r.Summary.Error, Known: r.Summary.Known}))
	p.line("")
}

// grouped holds names under what they have in common, in order of appearance.
type grouped []group

type group struct {
	common string
	names  []string
}

func (g *grouped) add(common, name string) {
	i := slices.IndexFunc(*g, func(e group) bool { return e.common == common })
	if i < 0 {
		*g = append(*g, group{common: common})
		i = len(*g) - 1
	}
	if !slices.Contains((*g)[i].names, name) {
		(*g)[i].names = append((*g)[i].names, name)
	}
}

// groups writes each thing in common with its names below it.
func (p *printer) groups(gs grouped) {
	for _, g := range gs {
		p.text(2, g.common)
		for _, l := range wrap(strings.Join(g.names, ", "), columns-6) {
			p.line("      %s", p.dim(l))
		}
	}
	p.line("")
}
