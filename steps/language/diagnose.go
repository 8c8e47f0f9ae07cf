package language

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"understudy/steps/feature"
	"understudy/steps/vocabulary"
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
		return []Diagnostic{{Warning: true,
			Message: fmt.Sprintf("the text is longer than %d kB: an editor checks it no further; use understudy lint, or several files",
				MaxText>>10)}}
	}
	all := []Diagnostic{}
	p := scan(f.Text)
	for _, fault := range l.read(f).Lint() {
		all = append(all, l.diagnostic(p, fault))
	}
	return all
}

// diagnostic finds the text that a fault is about.
func (l *Language) diagnostic(p *page, f feature.Fault) Diagnostic {
	number := min(max(f.Line-1, 0), len(p.rows)-1)
	r := p.rows[number]
	from := byteOfColumn(r.text, f.Column)
	to := max(from, len(strings.TrimRight(r.text, " \t")))
	if r.kind == tagLine {
		from, to = wordAt(r.text, min(from, len(r.text)))
	}
	d := Diagnostic{Range: span(number, r.text, from, to), Message: strings.ToValidUTF8(f.Message, string(utf8.RuneError)), Warning: f.Warning}
	switch r.kind {
	case stepLine:
		start := len(r.text) - len(strings.TrimLeft(r.text[r.body:], " "))
		switch {
		case f.Fix != "":
			d.Fix = &Edit{span(number, r.text, start, max(start, to)), f.Fix}
		case f.Written != "":
			d.Fix = p.corrected(number, f.Written, f.Meant)
		case f.Tag != "":
			d.Fix = p.tagged(number, f.Tag)
		}
	case tagLine:
		if tag := l.tagSuggestion(r.text[from:to]); tag != "" {
			d.Fix = &Edit{d.Range, tag}
		}
	}
	return d
}

// corrected is the edit that corrects a word below the step of a line; nil where it is not there.
func (p *page) corrected(number int, written, meant string) *Edit {
	below := []kind{tableLine, docEdge, docLine, commentLine, blankLine}
	for i := number + 1; i < len(p.rows) && slices.Contains(below, p.rows[i].kind); i++ {
		line := p.rows[i].text
		if at := vocabulary.LastWord(line, written); at >= 0 && p.rows[i].kind != commentLine {
			return &Edit{span(i, line, at, at+len(written)), meant}
		}
	}
	return nil
}

// comment is what follows the tags of a line.
var comment = regexp.MustCompile(`[ \t]#.*`)

// tagged is the edit that gives the scenario of a line one more tag, behind the ones that it
// has; nil where the line is in no scenario.
func (p *page) tagged(number int, tag string) *Edit {
	head, _, ok := p.scenario(number)
	if !ok || p.rows[head].kind != scenarioLine {
		return nil
	}
	if head > 0 && p.rows[head-1].kind == tagLine {
		line := p.rows[head-1].text
		end := len(strings.TrimRight(comment.ReplaceAllString(line, ""), " \t"))
		return &Edit{span(head-1, line, end, end), " " + tag}
	}
	line := p.rows[head].text
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	return &Edit{span(head, line, indent, indent), tag + "\n" + line[:indent]}
}
