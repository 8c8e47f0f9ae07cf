package language

import (
	"fmt"
	"strings"
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
