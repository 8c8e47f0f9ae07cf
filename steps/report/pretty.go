package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Pretty writes a run for people: the verdicts by section of the document, the gaps,
// what was not checked, what was created and changed. Problems come last, where the
// reader of a log looks first: rejected test data, what could not be verified, what
// failed, and the verdict. Where there is a problem, the gaps are only counted.
func Pretty(w io.Writer, r *Run, colour bool) error { return writePretty(w, r, colour, false) }

// Quiet writes only the problems and the verdict.
func Quiet(w io.Writer, r *Run, colour bool) error { return writePretty(w, r, colour, true) }

func writePretty(w io.Writer, r *Run, colour, quiet bool) error {
	var b bytes.Buffer
	p := &printer{w: &b, colour: colour}
	if !quiet {
		p.header(r)
		p.sections(r)
		p.expectations(r)
		p.gaps(r)
		p.unchecked(r)
		p.ledger(r)
		p.remarks(r)
		p.known(r)
		p.unseen(r)
	}
	p.problems(r)
	p.line("%s %s", p.mark(outcome(r)), p.bold(r.Closing()))
	_, err := w.Write(b.Bytes())
	return err
}

// Problems writes only what is wrong: what could not be verified, the broken promises and
// the expectations that are not met, each with what was found and the exchange.
func Problems(w io.Writer, r *Run, colour bool) error {
	var b bytes.Buffer
	p := &printer{w: &b, colour: colour}
	p.problems(r)
	_, err := w.Write(b.Bytes())
	return err
}

func (p *printer) problems(r *Run) {
	p.untrue(r)
	p.drift(r)
	p.rejected(r)
	p.errors(r)
	p.broken(r)
	p.unmet(r)
}

// outcome is the verdict on the whole run. A run that left operations out is no pass,
// even if it found no problem.
func outcome(r *Run) Verdict {
	if r.partly() {
		return Skip
	}
	return map[int]Verdict{0: Pass, 1: Fail, 2: Error, 3: Skip}[r.Exit()]
}

// header writes what was verified, and by what.
func (p *printer) header(r *Run) {
	p.line("%s", p.bold(r.Target.BaseURL))
	p.line("%s", p.dim(r.about()))
	p.line("")
}

// about names the tool, the target, the extent and the duration of the run.
func (r *Run) about() string {
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
	if r.PerPage != 0 {
		parts = append(parts, fmt.Sprintf("per_page %d drawn", r.PerPage))
	}
	return strings.Join(parts, ", ")
}

// title writes the heading of a part of the report.
func (p *printer) title(format string, args ...any) {
	p.line("%s", p.bold(fmt.Sprintf(format, args...)))
}

// errors lists the scenarios that could not be verified, by their reasons.
func (p *printer) errors(r *Run) {
	byReason := r.unverified()
	if len(byReason) == 0 {
		return
	}
	p.title("Could not be verified")
	p.groups(byReason)
}

const rejectedTitle = "Test data that the deployment rejected"

// rejected lists the keys of the target file that the deployment rejected.
func (p *printer) rejected(r *Run) {
	byOutcome := r.rejectedData()
	if len(byOutcome) == 0 {
		return
	}
	p.title(rejectedTitle + ": correct these keys of the target file, add the samples that the requests need, or remove them")
	p.groups(byOutcome)
}

// unverified groups the scenarios that could not be verified by reason.
func (r *Run) unverified() (byReason grouped) {
	for _, s := range r.Scenarios {
		if s.Verdict == Error {
			byReason.because(s.Reason, s.Address)
		}
	}
	return byReason
}

// section is a section of the document with its promises.
type section struct {
	Name     string
	Promises []Promise
	Count    Summary
}

// bySection groups the promises by section, in order of appearance.
func (r *Run) bySection() (all []section) {
	for _, pr := range r.Promises {
		i := slices.IndexFunc(all, func(s section) bool { return s.Name == pr.Section })
		if i < 0 {
			i = len(all)
			all = append(all, section{Name: pr.Section})
		}
		all[i].Promises = append(all[i].Promises, pr)
		all[i].Count = summaryOf(all[i].Promises)
	}
	return all
}

// of returns how many promises have a verdict.
func (s Summary) of(v Verdict) int {
	return map[Verdict]int{Pass: s.Pass, Fail: s.Fail, Skip: s.Skip, Error: s.Error, Known: s.Known}[v]
}

// sections counts the verdicts on the promises of each section.
func (p *printer) sections(r *Run) {
	const title = "Promises by section"
	all := r.bySection()
	width := len(title)
	for _, s := range all {
		width = max(width, len([]rune(s.Name)))
	}
	columns := r.Summary.verdicts()
	row := func(name string, n Summary) {
		text := pad(name, width)
		for _, v := range columns {
			if n.of(v) == 0 {
				text += fmt.Sprintf("%7s", "·")
				continue
			}
			text += p.paint(paints[v], fmt.Sprintf("%7d", n.of(v)))
		}
		p.line("%s", text)
	}
	head := pad(title, width)
	for _, v := range columns {
		head += fmt.Sprintf("%7s", v)
	}
	p.title("%s", head)
	for _, s := range all {
		row(s.Name, s.Count)
	}
	row("All", r.Summary)
	p.line("")
}

// grouped holds names under their reasons, in order of appearance.
type grouped []group

type group struct {
	common string
	names  []string
	// kind returns the kind of the common reason, where the group has one.
	kind ReasonKind
}

// because adds a name under a reason.
func (g *grouped) because(r Reason, name string) { g.add(oneLine(r.String()), name).kind = r.Kind }

func (g *grouped) add(common, name string) *group {
	i := slices.IndexFunc(*g, func(e group) bool { return e.common == common })
	if i < 0 {
		*g = append(*g, group{common: common})
		i = len(*g) - 1
	}
	if !slices.Contains((*g)[i].names, name) {
		(*g)[i].names = append((*g)[i].names, name)
	}
	return &(*g)[i]
}

// groups writes each group: the reason, with its names below it.
func (p *printer) groups(gs grouped) {
	for _, g := range gs {
		p.text(2, g.common)
		for _, l := range wrap(strings.Join(g.names, ", "), columns-6) {
			p.line("      %s", p.dim(l))
		}
	}
	p.line("")
}
