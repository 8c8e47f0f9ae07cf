package language

import (
	"regexp"
	"slices"
	"strings"

	"understudy/steps/feature"
)

// kind says what a line of a feature file is.
type kind int

const (
	blankLine kind = iota
	commentLine
	tagLine
	featureLine
	ruleLine
	backgroundLine
	scenarioLine
	examplesLine
	stepLine
	tableLine
	// docEdge begins or ends a doc string, docLine is within one.
	docEdge
	docLine
	// otherLine is a description, or a line that is not complete yet.
	otherLine
)

// row is a line of a feature file.
type row struct {
	text string
	kind kind
	// indent counts the bytes before the first character, body those before what follows
	// the keyword.
	indent, body int
	// keyword is the keyword as it is written, without what separates it from the body.
	keyword string
	// means is Given, When or Then, for a step: that of And is that of the step before.
	means string
	// outline says that a scenario is an outline by its keyword.
	outline bool
}

// rest is what follows the keyword.
func (r row) rest() string { return strings.TrimSpace(r.text[r.body:]) }

// page is the text of a feature file, line by line. Unlike a parser's tree it exists for
// any text, so for one that is being written.
type page struct {
	rows     []row
	keywords feature.Keywords
}

var languageHeader = regexp.MustCompile(`^\s*#\s*language\s*:\s*([a-zA-Z\-_]+)\s*$`)

// scan reads a text. A language without keywords is read as English.
func scan(text string) *page {
	p := &page{}
	p.keywords, _ = feature.KeywordsOf("en")
	doc, means := "", ""
	for i, line := range lines(text) {
		if i == 0 {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		if m := languageHeader.FindStringSubmatch(line); m != nil && doc == "" {
			if k, ok := feature.KeywordsOf(m[1]); ok {
				p.keywords = k
			}
		}
		r := p.read(line, &doc)
		switch {
		case r.kind == stepLine && r.means != "":
			means = r.means
		case r.kind == stepLine:
			r.means = means
		case r.kind == scenarioLine || r.kind == backgroundLine:
			means = ""
		}
		p.rows = append(p.rows, r)
	}
	return p
}

// docMarks begin and end a doc string.
var docMarks = []string{`"""`, "```"}

// read reads one line. doc is the mark of the doc string that the line is in, or empty.
func (p *page) read(line string, doc *string) row {
	body := strings.TrimLeft(line, " \t")
	r := row{text: line, kind: otherLine, indent: len(line) - len(body)}
	r.body = r.indent
	if *doc != "" {
		r.kind = docLine
		if strings.HasPrefix(body, *doc) {
			r.kind, *doc = docEdge, ""
		}
		return r
	}
	switch {
	case strings.TrimSpace(body) == "":
		r.kind = blankLine
	case body[0] == '#':
		r.kind = commentLine
	case body[0] == '@':
		r.kind = tagLine
	case body[0] == '|':
		r.kind = tableLine
	default:
		for _, mark := range docMarks {
			if strings.HasPrefix(body, mark) {
				r.kind, *doc = docEdge, mark
				return r
			}
		}
		p.readKeyword(&r, body)
	}
	return r
}

// readKeyword looks for the keyword that a line begins with.
func (p *page) readKeyword(r *row, body string) {
	k := p.keywords
	for _, t := range []struct {
		kind    kind
		words   []string
		outline bool
	}{{featureLine, k.Feature, false}, {ruleLine, k.Rule, false}, {backgroundLine, k.Background, false},
		{scenarioLine, k.Outline, true}, {scenarioLine, k.Scenario, false}, {examplesLine, k.Examples, false}} {
		for _, word := range t.words {
			if strings.HasPrefix(body, word+":") {
				r.kind, r.keyword, r.outline = t.kind, word, t.outline
				r.body += len(word) + 1
				return
			}
		}
	}
	for _, t := range []struct {
		means string
		words []string
	}{{"Given", k.Given}, {"When", k.When}, {"Then", k.Then}, {"", k.And}, {"", k.But}} {
		for _, word := range t.words {
			if strings.HasPrefix(body, word) {
				r.kind, r.keyword, r.means = stepLine, strings.TrimSpace(word), t.means
				r.body += len(word)
				return
			}
		}
	}
}

// heads are the lines with which a new part of a feature begins.
var heads = []kind{featureLine, ruleLine, backgroundLine, scenarioLine}

// scenario returns the numbers of the first line of the scenario or background that a
// line belongs to, and of the line after its last. A line of tags belongs to what is
// below it. ok is false where there is none.
func (p *page) scenario(number int) (from, to int, ok bool) {
	from = number
	if p.tagsOfHead(number) {
		from = p.below(number)
	}
	for from >= 0 && from < len(p.rows) && !slices.Contains(heads, p.rows[from].kind) {
		from--
	}
	if from < 0 || from >= len(p.rows) || (p.rows[from].kind != scenarioLine && p.rows[from].kind != backgroundLine) {
		return 0, 0, false
	}
	for to = from + 1; to < len(p.rows) && !slices.Contains(heads, p.rows[to].kind) && !p.tagsOfHead(to); to++ {
	}
	return from, to, true
}

// tagsOfHead reports whether a line has tags that are not those of examples.
func (p *page) tagsOfHead(number int) bool {
	if p.rows[number].kind != tagLine {
		return false
	}
	below := p.below(number)
	return below == len(p.rows) || p.rows[below].kind != examplesLine
}

// commentOfHead reports whether a line is a comment directly above a rule, a background or
// a scenario, or above the tags of one.
func (p *page) commentOfHead(number int) bool {
	if p.rows[number].kind != commentLine {
		return false
	}
	for _, r := range p.rows[number:] {
		switch r.kind {
		case commentLine, tagLine:
		default:
			return r.kind == ruleLine || r.kind == backgroundLine || r.kind == scenarioLine
		}
	}
	return false
}

// below returns the number of the first line below a line of tags that is not one of
// tags, blank or a comment.
func (p *page) below(number int) int {
	for ; number < len(p.rows); number++ {
		if k := p.rows[number].kind; k != tagLine && k != blankLine && k != commentLine {
			break
		}
	}
	return number
}
