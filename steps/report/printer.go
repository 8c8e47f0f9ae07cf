package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// columns is the width at which texts are wrapped. What a reader may want to copy,
// such as a URL or a command, is never wrapped.
const columns = 100

// verdicts in the order in which they are counted.
var verdicts = []Verdict{Pass, Fail, Skip, Error}

// verdicts are those that a summary shows: known failures only where there are any.
func (s Summary) verdicts() []Verdict {
	if s.Known == 0 {
		return verdicts
	}
	return append(slices.Clone(verdicts), Known)
}

var marks = map[Verdict]string{Pass: "✓", Fail: "✗", Skip: "–", Error: "!", Known: "≈", Warn: "⚠"}

// printer writes lines, in colours where the terminal supports them.
type printer struct {
	w      io.Writer
	colour bool
}

const (
	red    = "31"
	green  = "32"
	yellow = "33"
	bold   = "1"
	faint  = "2"
)

var paints = map[Verdict]string{Pass: green, Fail: red, Skip: yellow, Error: red, Known: yellow, Warn: yellow}

func (p *printer) paint(code, s string) string {
	if !p.colour || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p *printer) mark(v Verdict) string { return p.paint(paints[v], marks[v]) }
func (p *printer) bold(s string) string  { return p.paint(bold, s) }
func (p *printer) dim(s string) string   { return p.paint(faint, s) }

func (p *printer) line(format string, args ...any) {
	fmt.Fprintln(p.w, defused(strings.TrimRight(fmt.Sprintf(format, args...), " ")))
}

// text writes a text, indented and wrapped.
func (p *printer) text(indent int, s string) {
	for _, l := range wrap(s, columns-indent) {
		p.line("%s%s", strings.Repeat(" ", indent), l)
	}
}

// labelWidth is the width of a field's label, and fieldIndent the indentation before
// it, in columns.
const (
	labelWidth  = 10
	fieldIndent = 4
)

// field writes a label and, beside it, lines.
func (p *printer) field(label string, lines ...string) {
	for i, l := range lines {
		if i > 0 {
			label = ""
		}
		p.line("%s%s%s", strings.Repeat(" ", fieldIndent), p.dim(pad(label, labelWidth)), l)
	}
}

// beside wraps a text to fit beside a label.
func beside(s string) []string { return wrap(s, columns-fieldIndent-labelWidth) }

// wrap breaks a text at its spaces. A word that is longer than the width stays
// whole: it may be a URL.
func wrap(s string, width int) (lines []string) {
	line := ""
	for _, word := range words(s) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// chop breaks a body into lines, after a comma where one is near the end.
func chop(s string, width int) (lines []string) {
	r := []rune(s)
	for len(r) > width {
		end := width
		for i := width; i > width/2; i-- {
			if r[i-1] == ',' {
				end = i
				break
			}
		}
		lines, r = append(lines, string(r[:end])), []rune(strings.TrimLeft(string(r[end:]), " "))
	}
	return append(lines, string(r))
}

// pad fills a text up to a width, in columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// clip shortens a text to a width, in columns.
func clip(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return string(r[:width-1]) + "…"
}

// oneLine puts a text of several lines on one.
func oneLine(s string) string { return strings.Join(words(s), " ") }

// words returns the words of a text, without characters that control a terminal.
func words(s string) []string { return strings.Fields(Visible(s)) }

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Progress returns a function that writes a line per scenario: its verdict,
// its address, and why it did not pass.
func Progress(w io.Writer, colour bool) func(Scenario) {
	return (&printer{w: w, colour: colour}).scenario
}

func (p *printer) scenario(s Scenario) {
	p.line("%s %-5s  %s%s", p.mark(s.Verdict), s.Verdict, s.Address, p.dim(because(s)))
}

func because(s Scenario) string {
	if s.Verdict == Pass || s.Reason == (Reason{}) {
		return ""
	}
	return ": " + oneLine(s.Reason.String())
}

// Live shows a run on a terminal: one changing line with the counts and the scenario
// that ended last. Failures stay above it. The line is rewritten with a carriage
// return and spaces; the only escape sequences are colours.
type Live struct {
	p      *printer
	total  int
	width  func() int
	counts map[Verdict]int
	// shown is the length of the current line, in columns.
	shown int
}

// NewLive returns a display for a run of total scenarios on a terminal with a number of columns.
func NewLive(w io.Writer, total int, colour bool, width func() int) *Live {
	l := &Live{p: &printer{w: w, colour: colour}, total: total, width: width, counts: map[Verdict]int{}}
	l.show("")
	return l
}

// Scenario shows another result. It is not safe for concurrent use.
func (l *Live) Scenario(s Scenario) {
	l.counts[s.Verdict]++
	if s.Verdict == Fail || s.Verdict == Error {
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
	for _, v := range append(verdicts[:len(verdicts):len(verdicts)], Known, Warn) {
		if n := l.counts[v]; n > 0 {
			text += fmt.Sprintf("%s %d  ", marks[v], n)
		}
	}
	text = clip(text+address, max(10, l.width()-1))
	l.Clear()
	fmt.Fprint(l.p.w, text)
	l.shown = utf8.RuneCountInString(text)
}
