package language

import (
	"slices"
	"strings"

	"understudy/steps/vocabulary"
)

// conditions adds the conditions on one value that begin with what is typed, or whose words
// do, with the values that are written. What is inserted ends with rest. A condition on a header
// has its name.
func (c *completer) conditions(typed string, from, to int, rest, header string) {
	const path = `"x" `
	for _, w := range c.language.steps {
		if !w.IsCondition {
			continue
		}
		_, text, _ := strings.Cut(w.Example, `" `)
		if !strings.HasPrefix(text, typed) {
			form, like := w.filled(path + typed)
			if text = strings.TrimPrefix(form, path); !like || text == typed {
				continue
			}
		}
		if header != "" {
			text = onHeader(text, header)
		}
		insert := c.language.operands(text)
		if rest != "" {
			insert = append(insert, cut(rest, operand.FindAllStringIndex(rest, -1))...)
		}
		c.add(from, to, Completion{Label: text, Kind: "value", Detail: "condition", Doc: explainStep(w.Step), Insert: insert})
	}
}

// partCondition completes the condition that is a part of a step.
func (c *completer) partCondition(typed string) {
	for _, w := range c.language.steps {
		for _, h := range w.holes {
			if h.before == nil || !h.condition || w.IsCondition {
				continue
			}
			m := h.before.FindStringSubmatch(typed)
			if m == nil {
				continue
			}
			part, end, rest := m[len(m)-1], len(strings.TrimRight(c.row().text, " \t")), w.Example[h.to:]
			if word, _, _ := strings.Cut(rest, " "); word != "" && strings.Contains(part, word+" ") {
				continue // the condition is over
			}
			// What is written behind the condition stays, with its own value.
			words := rest[:max(0, strings.IndexAny(rest, "0123456789"))]
			if at := strings.Index(c.row().text[c.at:], words); words != "" && at >= 0 {
				end, rest = c.at+at, ""
			}
			header := ""
			if strings.HasPrefix(w.Pattern, `^the header `) {
				header = m[1]
			}
			c.conditions(part, c.at-len(part), max(c.at, end), rest, header)
			return
		}
	}
}

// isCondition reports whether a text is a condition on one value.
func (l *Language) isCondition(text string) bool {
	return slices.ContainsFunc(l.vocabulary.Matching(`"x" `+text),
		func(s vocabulary.Step) bool { return s.IsCondition })
}

// valueCell completes a cell of a table below a step: a path or a condition of a table of
// values, and in any table what stands between < and >.
func (c *completer) valueCell() {
	all := cells(c.row().text)
	if n := len(all); n == 0 || c.at > strings.LastIndexByte(c.row().text, '|') && c.at > all[n-1].to {
		all = append(all, cell{from: c.at, to: c.at}) // one that is not begun
	}
	column := slices.IndexFunc(all, func(one cell) bool {
		return c.at >= one.from && (c.at <= one.to || strings.TrimSpace(c.row().text[one.to:c.at]) == "")
	})
	if column < 0 {
		return
	}
	here := all[column]
	here.to = max(here.to, c.at)
	typed := c.row().text[here.from:c.at]
	c.names(c.row().text[:c.at], 0)
	if strings.HasSuffix(c.stepAbove(), membersTable) {
		if column == 1 && !strings.Contains(typed, "<") {
			c.memberValues(all[0].value, typed, here.from, here.to)
			return
		}
		if column == 0 {
			place, name := "", typed
			if dot := strings.LastIndexByte(typed, '.'); dot >= 0 {
				place, name = "/"+strings.ReplaceAll(typed[:dot], ".", "/"), typed[dot+1:]
			}
			c.bodyMembers(place, name, c.at-len(name), here.to, "")
		}
	}
	if c.stepAbove() != valuesTable {
		return
	}
	if column == 0 {
		c.memberPaths(typed, here.from, here.to, "", pathOf)
		return
	}
	c.knownOperands(typed)
	c.conditions(typed, here.from, here.to, "", "")
}

// valuesTable is the step whose table has a path and a condition in each row.
const valuesTable = "the response has these values:"

// stepAbove is the text of the step that a line below it belongs to.
func (c *completer) stepAbove() string {
	for i := c.number; i >= 0; i-- {
		if r := c.page.rows[i]; r.kind == stepLine {
			return r.rest()
		}
	}
	return ""
}
