package language

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"understudy/steps/vocabulary"
)

// Completion is a text that may be inserted.
type Completion struct {
	Label string `json:"label"`
	// Kind is step, keyword, tag or value.
	Kind string `json:"kind"`
	// Detail says in few words what the text is, Doc explains it in Markdown.
	Detail string `json:"detail,omitempty"`
	Doc    string `json:"doc,omitempty"`
	// Range is the part of the text that the completion replaces; it is in one line.
	Range  Range   `json:"range"`
	Insert []Piece `json:"insert"`
}

// Piece is a part of what a completion inserts. A Hole is for the writer to fill in: Text
// is its first value, and Choices, where there are some, are all that it may be.
type Piece struct {
	Text    string   `json:"text"`
	Hole    bool     `json:"hole,omitempty"`
	Choices []string `json:"choices,omitempty"`
}

// Text returns what the completion inserts, without marks for the parts to fill in.
func (c Completion) Text() string {
	var b strings.Builder
	for _, p := range c.Insert {
		b.WriteString(p.Text)
	}
	return b.String()
}

var (
	snippetEscape = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)
	choiceEscape  = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`, `,`, `\,`, `|`, `\|`)
)

// Snippet returns what the completion inserts in the syntax for snippets that editors
// share: ${1:text} is a part to fill in, ${1|one,another|} one with choices.
func (c Completion) Snippet() string {
	var b strings.Builder
	stop := 0
	for _, p := range c.Insert {
		switch {
		case !p.Hole:
			b.WriteString(snippetEscape.Replace(p.Text))
			continue
		case len(p.Choices) > 1:
			stop++
			var escaped []string
			for _, choice := range p.Choices {
				escaped = append(escaped, choiceEscape.Replace(choice))
			}
			fmt.Fprintf(&b, "${%d|%s|}", stop, strings.Join(escaped, ","))
		default:
			stop++
			fmt.Fprintf(&b, "${%d:%s}", stop, snippetEscape.Replace(p.Text))
		}
	}
	return b.String()
}

// Complete returns what may be written at a position, the likeliest first.
func (l *Language) Complete(text string, at Position) []Completion {
	p := scan(text)
	number, end := at.in(p.rows)
	c := completer{language: l, page: p, number: number, at: end}
	r := p.rows[number]
	switch {
	case r.kind == tagLine:
		c.tags()
	case r.kind == stepLine && end >= r.body:
		c.step()
	case r.kind == tableLine:
		c.cell()
	case r.kind == docLine:
		c.names(r.text[:end], 0)
		c.bodyName()
	case r.kind == blankLine, r.kind == otherLine, r.kind == stepLine:
		c.lineStart()
	}
	if len(c.found) == 1 && c.replaces(c.found[0]) == c.found[0].Text() {
		return nil // it is there already
	}
	return c.found
}

// replaces is the text that a completion would replace.
func (c *completer) replaces(found Completion) string {
	return Between(c.row().text, found.Range.Start.Character, found.Range.End.Character)
}

// completer collects what may be written at a position.
type completer struct {
	language *Language
	page     *page
	// number is that of the line, at the byte in it.
	number, at int
	found      []Completion
}

func (c *completer) row() row { return c.page.rows[c.number] }

// add adds a completion that replaces some bytes of the line.
func (c *completer) add(from, to int, found Completion) {
	found.Range = span(c.number, c.row().text, from, to)
	c.found = append(c.found, found)
}

// match is a step that has the words of a beginning.
type match struct {
	word
	form string
	// rank is how well the form fits, see nearest; the other words of the step may be misplaced.
	rank int
	// other says that it has another keyword than the line.
	other bool
	// lacks is what the step needs, and no step above provides.
	lacks vocabulary.Thing
}

// sorted puts the steps first that fit best: of those that have the words, and then of those whose
// documentation has them, what needs something that no step above provides comes last. Steps of
// another keyword than the line's come after the others, unless the line has none; of a line that
// says And, they come before those that lack what they need.
func sorted(matches []match, keyword, and bool) {
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(order(keyword && !and && a.other, keyword && !and && b.other), order(a.rank > 2, b.rank > 2),
			order(a.lacks != "", b.lacks != ""), order(keyword && a.other, keyword && b.other), max(a.rank, 1)-max(b.rank, 1),
			order(a.Argument() != vocabulary.Nothing, b.Argument() != vocabulary.Nothing), a.rank-b.rank, order(a.other, b.other))
	})
}

// order puts what is not so before what is.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// lacks is what a step needs that no step above the line of a scenario provides; empty for nothing.
func lacks(s vocabulary.Step, provided map[vocabulary.Thing]bool) vocabulary.Thing {
	for _, t := range s.Requires {
		if !provided[t] {
			return t
		}
	}
	return ""
}

// hasBelow reports whether a table or a doc string stands below the line.
func (c *completer) hasBelow() bool {
	next := c.number + 1
	return next < len(c.page.rows) && (c.page.rows[next].kind == tableLine || c.page.rows[next].kind == docEdge)
}

// provided is what the steps above the line provide: those of its scenario, and of the
// backgrounds above that.
func (c *completer) provided() map[vocabulary.Thing]bool {
	all := map[vocabulary.Thing]bool{}
	from, _, _ := c.page.scenario(c.number)
	above := func(r row) {
		for _, s := range c.language.vocabulary.Matching(placeholder.ReplaceAllString(r.rest(), "1")) {
			for _, t := range s.Provides {
				all[t] = true
			}
		}
	}
	background := false
	for i, r := range c.page.rows[:c.number] {
		switch {
		case r.kind == stepLine && (background || i > from):
			above(r)
		case slices.Contains(heads, r.kind):
			background = r.kind == backgroundLine
		}
	}
	return all
}
