package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// Progress returns a function that writes a line per scenario: its verdict,
// its address, and why it did not pass.
func Progress(w io.Writer, colour bool) func(report.Scenario) {
	return (&printer{w: w, colour: colour}).scenario
}

func (p *printer) scenario(s report.Scenario) {
	p.line("%s %-5s  %s%s", p.mark(s.Verdict), s.Verdict, s.Address, p.dim(because(s)))
}

func because(s report.Scenario) string {
	if s.Verdict == report.Pass || s.Reason == (report.Reason{}) {
		return ""
	}
	return ": " + prose.OneLine(s.Reason.String())
}

// Live shows a run on a terminal: one changing line with the counts and the scenario
// that ended last. Failures stay above it. The line is rewritten with a carriage
// return and spaces; the only escape sequences are colours.
type Live struct {
	p      *printer
	total  int
	width  func() int
	counts map[report.Verdict]int
	// shown is the length of the current line, in columns.
	shown int
}

// NewLive returns a display for a run of total scenarios on a terminal with a number of columns.
func NewLive(w io.Writer, total int, colour bool, width func() int) *Live {
	l := &Live{p: &printer{w: w, colour: colour}, total: total, width: width, counts: map[report.Verdict]int{}}
	l.show("")
	return l
}

// Scenario shows another result. It is not safe for concurrent use.
func (l *Live) Scenario(s report.Scenario) {
	l.counts[s.Verdict]++
	if s.Verdict == report.Fail || s.Verdict == report.Error {
		l.Clear()
		l.p.line("%s %s", l.p.mark(s.Verdict), s.Address)
	}
	l.show(s.Address)
}

// Clear removes the line.
func (l *Live) Clear() {
	if l.shown > 0 {
		fmt.Fprintf(l.p.w, "\r%s\r", strings.Repeat(" ", l.shown))
		l.shown = 0
	}
}

func (l *Live) show(address string) {
	done := 0
	for _, n := range l.counts {
		done += n
	}
	text := fmt.Sprintf("%d/%d  ", done, l.total)
	for _, v := range append(view.Verdicts(report.Summary{}), report.Known, report.Warn) {
		if n := l.counts[v]; n > 0 {
			text += fmt.Sprintf("%s %d  ", view.Mark(v), n)
		}
	}
	text = prose.Clip(text+address, max(10, l.width()-1))
	l.Clear()
	fmt.Fprint(l.p.w, text)
	l.shown = utf8.RuneCountInString(text)
}
