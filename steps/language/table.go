package language

import (
	"slices"
	"strings"
)

// cell is one cell of a row of a table: its bytes in the line, without the spaces around
// it, and its value.
type cell struct {
	from, to int
	value    string
}

var cellValue = strings.NewReplacer(`\\`, `\`, `\|`, `|`, `\n`, "\n")

// cells cuts a row of a table. Without a bar at its end, what follows the last one is a
// cell too: it is being written.
func cells(line string) (all []cell) {
	from := strings.IndexByte(line, '|') + 1
	end := func(to int) {
		text := line[from:to]
		trimmed := strings.TrimSpace(text)
		start := from + len(text) - len(strings.TrimLeft(text, " \t"))
		if trimmed == "" {
			start = min(from+1, to)
		}
		all = append(all, cell{start, start + len(trimmed), cellValue.Replace(trimmed)})
		from = to + 1
	}
	for i := from; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			end(i)
		}
	}
	if from < len(line) && strings.TrimSpace(line[from:]) != "" {
		end(len(line))
	}
	return all
}

// table returns the numbers of the first line of the table of examples that a line
// belongs to, and of the line after its last; ok is false where it is another table.
func (p *page) table(number int) (from, to int, ok bool) {
	from = number
	for from > 0 && slices.Contains([]kind{tableLine, commentLine, blankLine}, p.rows[from].kind) {
		from--
	}
	if p.rows[from].kind != examplesLine && !p.describesExamples(from) {
		return 0, 0, false
	}
	for from++; from < len(p.rows) && p.rows[from].kind != tableLine; from++ {
	}
	for to = from; to < len(p.rows) && slices.Contains([]kind{tableLine, commentLine, blankLine}, p.rows[to].kind); to++ {
	}
	return from, to, from < to
}

// describesExamples reports whether a line is the description of some examples.
func (p *page) describesExamples(number int) bool {
	for number > 0 && p.rows[number].kind == otherLine {
		number--
	}
	return p.rows[number].kind == examplesLine
}

// columns are the names of the columns of the examples of the scenario that a line
// belongs to.
func (p *page) columns(number int) (names []string) {
	from, to, ok := p.scenario(number)
	if !ok {
		return nil
	}
	for i := from; i < to; i++ {
		if p.rows[i].kind != examplesLine {
			continue
		}
		for i++; i < to && p.rows[i].kind != tableLine; i++ {
		}
		if i < to {
			for _, c := range cells(p.rows[i].text) {
				if !slices.Contains(names, c.value) {
					names = append(names, c.value)
				}
			}
		}
	}
	return names
}

// cell completes the value of a cell of examples, from the steps that its column is
// used in; or the name of a column, from the placeholders of the scenario.
func (c *completer) cell() {
	first, _, ok := c.page.table(c.number)
	if !ok {
		c.valueCell()
		return
	}
	column := -1
	all := cells(c.row().text)
	if n := len(all); n == 0 || c.at > strings.LastIndexByte(c.row().text, '|') && c.at > all[n-1].to {
		all = append(all, cell{from: c.at, to: c.at}) // one that is not begun
	}
	for i, one := range all {
		if c.at >= one.from && c.at <= one.to {
			column = i
		}
	}
	if column < 0 {
		return
	}
	here := all[column]
	typed := c.row().text[here.from:c.at]
	var values []string
	if c.number == first {
		values = c.columnNames()
	} else if heads := cells(c.page.rows[first].text); column < len(heads) {
		values = c.language.valuesOf(c.page, c.number, heads[column].value)
	}
	for _, v := range values {
		if strings.HasPrefix(v, typed) {
			c.add(here.from, here.to, Completion{Label: v, Kind: "value", Insert: []Piece{{Text: v}}})
		}
	}
}

// columnNames are the names between < and > in the scenario that only a column can stand for.
func (c *completer) columnNames() []string {
	supplied := slices.Clone(c.language.reserved)
	if from, to, ok := c.page.scenario(c.number); ok {
		supplied = append(supplied, c.page.remembered(from, to)...)
	}
	return slices.DeleteFunc(c.page.placeholders(c.number), func(name string) bool {
		return slices.Contains(supplied, name) || strings.Contains(name, ".")
	})
}

// placeholders are the names between < and > in the scenario that a line belongs to.
func (p *page) placeholders(number int) (names []string) {
	from, to, ok := p.scenario(number)
	if !ok {
		return nil
	}
	for i := from; i < to && p.rows[i].kind != examplesLine; i++ {
		for _, m := range placeholder.FindAllStringSubmatch(p.rows[i].text, -1) {
			if !slices.Contains(names, m[1]) {
				names = append(names, m[1])
			}
		}
	}
	return names
}

// valuesOf returns what a column of examples may contain: the choices of the parts of
// steps in which the scenario has its placeholder.
func (l *Language) valuesOf(p *page, number int, column string) (values []string) {
	from, to, _ := p.scenario(number)
	for i := from; i < to; i++ {
		r := p.rows[i]
		at := strings.Index(r.rest(), "<"+column+">")
		if r.kind != stepLine || at < 0 {
			continue
		}
		typed := r.rest()[:at]
		for _, w := range l.steps {
			for _, h := range w.holes {
				if h.before == nil || len(h.choices) == 0 {
					continue
				}
				m := h.before.FindStringSubmatch(placeholder.ReplaceAllString(typed, "1"))
				if m == nil || m[len(m)-1] != "" {
					continue
				}
				for _, choice := range h.choices {
					if !slices.Contains(values, choice) {
						values = append(values, choice)
					}
				}
			}
		}
	}
	return values
}
