package language

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// uses are the places of a placeholder in the scenario that a line belongs to, of the
// columns of its name, and of the steps that remember a value by it.
func (p *page) uses(number int, name string) (all []Range) {
	from, to, ok := p.scenario(number)
	if !ok {
		return nil
	}
	for i := from; i < to; i++ {
		r := p.rows[i]
		if r.kind == tableLine {
			if first, _, ok := p.table(i); ok && first == i {
				for _, c := range cells(r.text) {
					if c.value == name {
						all = append(all, span(i, r.text, c.from, c.to))
					}
				}
				continue
			}
		}
		if r.kind == commentLine {
			continue
		}
		if at, to, ok := rememberedIn(r); ok && r.text[at:to] == name {
			all = append(all, span(i, r.text, at, to))
		}
		for _, m := range placeholder.FindAllStringSubmatchIndex(r.text, -1) {
			if r.text[m[2]:m[3]] == name {
				all = append(all, span(i, r.text, m[2], m[3]))
			}
		}
	}
	return all
}

// define finds where a placeholder of a line is defined: the column of its name, or else the
// last step up to the line that remembers a value by it.
func (p *page) define(number int, name string, at *Range) (ok bool) {
	for _, r := range p.uses(number, name) {
		row := p.rows[r.Start.Line]
		if row.kind == tableLine {
			if first, _, isExamples := p.table(r.Start.Line); isExamples && first == r.Start.Line {
				*at = r
				return true
			}
		}
		if from, to, remembers := rememberedIn(row); remembers && row.text[from:to] == name && r.Start.Line <= number {
			*at, ok = r, true
		}
	}
	return ok
}

// rememberedIn returns the bytes of the name by which a step remembers a value.
func rememberedIn(r row) (from, to int, ok bool) {
	if r.kind != stepLine {
		return 0, 0, false
	}
	m := remembers.FindStringSubmatchIndex(r.rest())
	if m == nil {
		return 0, 0, false
	}
	start := strings.LastIndex(r.text, r.rest())
	return start + m[2], start + m[3], true
}

// valueName is a name of a remembered value.
var valueName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// checkPlaceholder reports why a placeholder of a line cannot get another name.
func (l *Language) checkPlaceholder(p *page, number int, old, name string) error {
	from, to, _ := p.scenario(number)
	values := p.remembered(from, to)
	switch {
	case slices.Contains(l.reserved, name):
		return fmt.Errorf("<%s> is %s: take another name", name, reservedDoc(name))
	case slices.Contains(values, old) && !valueName.MatchString(name):
		return fmt.Errorf("%q is no name for a remembered value: take letters, digits, - and _, and begin with a letter", name)
	case strings.ContainsAny(name, "<>|\\\n\r") || strings.TrimSpace(name) != name || name == "":
		return fmt.Errorf("%q is no name for a placeholder: use letters, digits and spaces between them", name)
	case name != old && slices.Contains(append(p.columns(number), values...), name):
		return fmt.Errorf("the scenario has a column or a remembered value %q already: take another name", name)
	}
	return nil
}
