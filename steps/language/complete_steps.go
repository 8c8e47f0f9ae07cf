package language

import (
	"slices"
	"strings"
)

// step completes the text of a step: a part of it where the beginning is known, and else
// the whole of it.
func (c *completer) step() {
	r := c.row()
	typed := strings.TrimLeft(r.text[r.body:c.at], " ")
	from := c.at - len(typed)
	if i := strings.LastIndex(typed, "<"); i >= 0 && !strings.Contains(typed[i:], ">") {
		c.placeholders(from + i)
	}
	c.parts(typed)
	end := len(strings.TrimRight(r.text, " \t"))
	c.whole(typed, from, max(end, c.at), "", c.means())
}

// means returns the keyword that the step of the line stands for.
func (c *completer) means() string {
	if m := c.row().means; m != "" {
		return m
	}
	return "Given"
}

// placeholders completes the name of a column of the scenario's examples.
func (c *completer) placeholders(from int) {
	for _, name := range c.page.columns(c.number) {
		c.add(from, c.at, Completion{Label: "<" + name + ">", Kind: "value", Detail: "column of the examples", Insert: []Piece{{Text: "<" + name + ">"}}})
	}
}

// parts completes the part of a step that the position is in, where it has choices.
func (c *completer) parts(typed string) {
	seen := map[string]bool{}
	for _, w := range c.language.steps {
		for _, h := range w.holes {
			if len(h.choices) == 0 || h.before == nil {
				continue
			}
			m := h.before.FindStringSubmatchIndex(typed)
			if m == nil {
				continue
			}
			part := m[len(m)-2]
			if quote := strings.LastIndex(typed[part:], `"`); w.Names != nil && quote >= 0 {
				part += quote + 1
			}
			for _, choice := range h.choices {
				if strings.HasPrefix(choice, typed[part:]) && !seen[choice] {
					seen[choice] = true
					c.add(c.at-len(typed)+part, c.at, Completion{Label: choice, Kind: "value", Detail: "in the step: " + w.Example, Doc: c.language.explainValue(w, choice), Insert: []Piece{{Text: choice}}})
				}
			}
		}
	}
}

// whole completes whole steps that have the words typed so far, those of the keyword
// first. What is inserted begins with lead.
func (c *completer) whole(typed string, from, to int, lead, means string) {
	type match struct {
		word
		form string
		rank int
	}
	var matches []match
	words := strings.Fields(strings.ToLower(typed))
	for _, w := range c.language.steps {
		form, rank := w.nearest(typed, words)
		if rank < 0 || (lead != "" && rank > 2) {
			continue
		}
		if w.Keyword != means {
			rank += 10
		}
		matches = append(matches, match{w, form, rank})
	}
	slices.SortStableFunc(matches, func(a, b match) int { return a.rank - b.rank })
	for _, m := range matches {
		insert := m.pieces(m.form)
		keyword := lead
		if lead != "" {
			keyword = m.Keyword + " "
			insert = append([]Piece{{Text: keyword}}, insert...)
		}
		c.add(from, to, Completion{Label: keyword + m.form, Kind: "step", Detail: m.Keyword, Doc: explainStep(m.Step), Insert: insert})
	}
}

// nearest returns the form of a step that a beginning fits best, and how well: 0 where
// the form begins with it, 1 where its fixed texts do, 2 where the step has all words, 3
// where its documentation has some of them too, and -1 where it does not fit.
func (w word) nearest(typed string, words []string) (form string, rank int) {
	for _, form := range w.forms {
		if strings.HasPrefix(strings.ToLower(form), strings.ToLower(typed)) {
			return form, 0
		}
	}
	if w.begins(typed) {
		return w.Example, 1
	}
	for _, form := range w.forms {
		if hasWords(form, words) {
			return form, 2
		}
	}
	if hasWords(w.Example+" "+w.Doc, words) {
		return w.Example, 3
	}
	return "", -1
}

// begins reports whether a text may be the beginning of the step, with other values in
// its parts than the example has.
func (w word) begins(typed string) bool {
	for _, h := range w.holes {
		if h.before != nil && h.from > 0 && h.before.MatchString(typed) {
			return true
		}
	}
	return false
}

func hasWords(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
