package language

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"understudy/steps/feature"
)

// MaxText is the size in bytes of the largest text that Diagnose and Format read. Longer
// ones would keep an editor waiting; understudy lint reads them.
const MaxText = 256 << 10

// Diagnostic is something wrong in a text.
type Diagnostic struct {
	Range   Range  `json:"range"`
	Message string `json:"message"`
	// Warning says that a run still accepts the text.
	Warning bool `json:"warning"`
	// Fix is the edit that puts right what is wrong, where one is likely.
	Fix *Edit `json:"fix,omitempty"`
}

// Diagnose returns everything that understudy lint reports about a file.
func (l *Language) Diagnose(f File) []Diagnostic {
	if len(f.Text) > MaxText {
		return []Diagnostic{{Warning: true, Message: fmt.Sprintf("the text is longer than %d kB: an editor checks it no further; use understudy lint, or several files", MaxText>>10)}}
	}
	all := []Diagnostic{}
	rows := scan(f.Text).rows
	for _, fault := range l.read(f).Lint() {
		all = append(all, l.diagnostic(rows, fault))
	}
	return all
}

// diagnostic finds the text that a fault is about.
func (l *Language) diagnostic(rows []row, f feature.Fault) Diagnostic {
	number := min(max(f.Line-1, 0), len(rows)-1)
	r := rows[number]
	from := byteOfColumn(r.text, f.Column)
	to := max(from, len(strings.TrimRight(r.text, " \t")))
	if r.kind == tagLine {
		from, to = wordAt(r.text, min(from, len(r.text)))
	}
	d := Diagnostic{Range: span(number, r.text, from, to), Message: strings.ToValidUTF8(f.Message, string(utf8.RuneError)), Warning: f.Warning}
	switch r.kind {
	case stepLine:
		start := len(r.text) - len(strings.TrimLeft(r.text[r.body:], " "))
		if f.Fix != "" {
			d.Fix = &Edit{span(number, r.text, start, max(start, to)), f.Fix}
		}
	case tagLine:
		if tag := l.tagSuggestion(r.text[from:to]); tag != "" {
			d.Fix = &Edit{d.Range, tag}
		}
	}
	return d
}
