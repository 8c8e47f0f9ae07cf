package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// columns is the width at which texts are wrapped. What a reader may want to copy,
// such as a URL or a command, is never wrapped.
const columns = 100

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

var paints = map[report.Verdict]string{report.Pass: green, report.Fail: red, report.Skip: yellow, report.Error: red,
	report.Known: yellow, report.Warn: yellow}

func (p *printer) paint(code, s string) string {
	if !p.colour || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p *printer) mark(v report.Verdict) string { return p.paint(paints[v], view.Mark(v)) }
func (p *printer) bold(s string) string         { return p.paint(bold, s) }
func (p *printer) dim(s string) string          { return p.paint(faint, s) }

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
		p.line("%s%s%s", strings.Repeat(" ", fieldIndent), p.dim(pad(label+" ", labelWidth)), l)
	}
}

// beside wraps a text to fit beside a label.
func beside(s string) []string { return wrap(s, columns-fieldIndent-labelWidth) }

// wrap breaks a text at its spaces. A word that is longer than the width stays
// whole: it may be a URL.
func wrap(s string, width int) (lines []string) {
	line := ""
	for _, word := range prose.Words(s) {
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

// defused returns a line that a runner of GitHub Actions does not read as a workflow
// command: it finds the old form anywhere in a line, and the new form after leading
// spaces.
func defused(line string) string {
	line = strings.ReplaceAll(line, "##[", "# #[")
	if text := strings.TrimLeftFunc(line, unicode.IsSpace); strings.HasPrefix(text, "::") {
		line = line[:len(line)-len(text)] + ": " + text[1:]
	}
	return line
}
