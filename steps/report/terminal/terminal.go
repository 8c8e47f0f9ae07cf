// Package terminal writes a run for people at a terminal and for logs: the whole report,
// only its problems, and the run while it lasts.
//
// Start reading at Pretty, which is the report; Progress, NewLive and NewLog show a run.
package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// Pretty writes a run for people: the verdicts by section of the document, the gaps,
// what was not checked, what was created and changed. Problems come last, where the
// reader of a log looks first: rejected test data, what could not be verified, what
// failed, and the verdict. Where there is a problem, the gaps are only counted.
func Pretty(w io.Writer, r *report.Run, colour bool) error { return writePretty(w, r, colour, false) }

// Quiet writes only the problems and the verdict.
func Quiet(w io.Writer, r *report.Run, colour bool) error { return writePretty(w, r, colour, true) }

func writePretty(w io.Writer, r *report.Run, colour, quiet bool) error {
	var b bytes.Buffer
	p := &printer{w: &b, colour: colour}
	if !quiet {
		p.header(r)
		p.sections(r)
		p.expectations(r)
		p.gaps(r)
		p.unchecked(r)
		p.skipped(r)
		p.ledger(r)
		p.remarks(r)
		p.known(r)
		p.unseen(r)
	}
	p.problems(r)
	p.line("%s %s", p.mark(r.Verdict()), p.bold(r.Closing()))
	_, err := w.Write(b.Bytes())
	return err
}

// Problems writes only what is wrong: what could not be verified, the broken promises and
// the expectations that are not met, each with what was found and the exchange.
func Problems(w io.Writer, r *report.Run, colour bool) error {
	var b bytes.Buffer
	p := &printer{w: &b, colour: colour}
	p.problems(r)
	_, err := w.Write(b.Bytes())
	return err
}

func (p *printer) problems(r *report.Run) {
	p.untrue(r)
	p.drift(r)
	p.rejected(r)
	p.required(r)
	p.errors(r)
	p.broken(r)
	p.unmet(r)
	p.notRestored(r)
}

// notRestored says of what the deployment had before the run, and the run did not see restored,
// what it shows now and how to restore it.
func (p *printer) notRestored(r *report.Run) {
	if r.Ended {
		return
	}
	for _, e := range r.Ledger {
		if e.Changed {
			p.line("%s %s", p.mark(report.Warn), p.bold(e.Kind+" "+prose.OneLine(e.ID)+" was not restored"))
			p.text(2, prose.OneLine(e.Note))
			p.line("")
		}
	}
}

// header writes what was verified, and by what.
func (p *printer) header(r *report.Run) {
	p.line("%s", p.bold(r.Target.BaseURL))
	p.line("%s", p.dim(view.About(r)))
	p.line("")
}

// title writes the heading of a part of the report.
func (p *printer) title(format string, args ...any) {
	p.line("%s", p.bold(fmt.Sprintf(format, args...)))
}

// errors lists the scenarios that could not be verified, by their reasons.
func (p *printer) errors(r *report.Run) {
	byReason := view.Unverified(r)
	if len(byReason) == 0 {
		return
	}
	p.title("Could not be verified")
	p.groups(byReason)
}

// rejected lists the keys of the target file that the deployment rejected.
func (p *printer) rejected(r *report.Run) {
	byOutcome := r.RejectedData()
	if len(byOutcome) == 0 {
		return
	}
	p.title(view.RejectedTitle + ": correct these keys of the target file, add the samples that the requests need, or remove them")
	p.groups(byOutcome)
}

// sections counts the verdicts on the promises of each section.
func (p *printer) sections(r *report.Run) {
	const title = "Promises by section"
	all := view.Sections(r)
	width := len(title)
	for _, s := range all {
		width = max(width, len([]rune(s.Name)))
	}
	columns := view.Verdicts(r.Summary)
	row := func(name string, n report.Summary) {
		text := pad(name, width)
		for _, v := range columns {
			if n.Of(v) == 0 {
				text += fmt.Sprintf("%7s", "·")
				continue
			}
			text += p.paint(paints[v], fmt.Sprintf("%7d", n.Of(v)))
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

// groups writes each group: the reason, with its names below it.
func (p *printer) groups(gs prose.Groups) {
	for _, g := range gs {
		p.text(2, g.Common)
		for _, l := range wrap(strings.Join(g.Names, ", "), columns-6) {
			p.line("      %s", p.dim(l))
		}
	}
	p.line("")
}
