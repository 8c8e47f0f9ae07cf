package language

import (
	"slices"
	"strings"
)

// Alone returns the text with empty lines in place of every scenario that has none of some
// lines, counted from 1: what is wrong in another scenario does not keep one from running,
// and all lines keep their numbers.
func Alone(text string, wanted ...int) string {
	p := scan(text)
	out := make([]string, len(p.rows))
	for _, part := range p.parts() {
		if p.rows[part.head].kind == scenarioLine &&
			!slices.ContainsFunc(wanted, func(line int) bool { return line > part.from && line <= part.to }) {
			continue
		}
		for i := part.from; i < part.to; i++ {
			out[i] = p.rows[i].text
		}
	}
	return strings.Join(out, "\n")
}

// part is what begins with a head, with the tags and comments above it: the numbers of its
// first line, of the head and of the line after its last.
type part struct{ from, head, to int }

// parts cuts the page before each scenario, background and rule.
func (p *page) parts() (all []part) {
	from := 0
	for i, r := range p.rows {
		switch {
		case slices.Contains(heads, r.kind):
			if n := len(all); n > 0 {
				all[n-1].to = from
			}
			all = append(all, part{from: from, head: i, to: len(p.rows)})
			from = i + 1
		case r.kind != blankLine && r.kind != commentLine && !p.tagsOfHead(i):
			from = i + 1
		}
	}
	if len(all) == 0 {
		return []part{{to: len(p.rows)}}
	}
	all[0].from = 0
	return all
}
