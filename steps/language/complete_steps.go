package language

import (
	"regexp"
	"slices"
	"strings"
)

// step completes the text of a step: a part of it where the beginning is known, and else
// the whole of it.
func (c *completer) step() {
	r := c.row()
	typed := strings.TrimLeft(r.text[r.body:c.at], " ")
	from := c.at - len(typed)
	c.names(typed, from)
	c.requests(typed)
	c.paths(typed)
	c.parts(typed)
	c.lastCondition(typed)
	end := len(strings.TrimRight(r.text, " \t"))
	if c.at >= end && c.at == len(strings.TrimRight(r.text[:c.at], " \t")) && c.language.isWhole(typed) {
		return // the step is whole: Enter begins the next line
	}
	c.whole(typed, from, max(end, c.at), "", c.means())
}

// isWhole reports whether a text is a step. A condition at its end has to be a whole one.
func (l *Language) isWhole(text string) bool {
	found := l.vocabulary.Matching(text)
	if len(found) == 0 {
		return false
	}
	if !strings.HasSuffix(found[0].Pattern, " (.+)$") {
		return true
	}
	m := regexp.MustCompile(found[0].Pattern).FindStringSubmatch(text)
	return m != nil && l.isCondition(m[len(m)-1])
}

// means returns the keyword that the step of the line stands for.
func (c *completer) means() string {
	if m := c.row().means; m != "" {
		return m
	}
	return "Given"
}

// parts completes the part of a step that the position is in, where it has choices.
func (c *completer) parts(typed string) {
	seen := map[string]bool{}
	for _, w := range c.language.steps {
		for _, h := range w.holes {
			if len(h.choices) == 0 || h.before == nil || h.from == 0 { // a step that begins with a choice is offered whole
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
// the form begins with it, 1 where its fixed texts do, with the values that are written, 2
// where the step has all words, 3 where its documentation has some of them too, and -1
// where it does not fit.
func (w word) nearest(typed string, words []string) (form string, rank int) {
	for _, form := range w.forms {
		if strings.HasPrefix(strings.ToLower(form), strings.ToLower(typed)) {
			return form, 0
		}
	}
	if form, like := w.filled(typed); like {
		return form, 1
	} else if form != "" {
		return form, 3
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

// filled returns the example with the values that are written in the parts before the one
// that is being written, empty where the step does not begin so. like says that the example
// of that part may become what is written: it begins with it, or has no words of its own.
func (w word) filled(typed string) (form string, like bool) {
	for i := len(w.holes) - 1; i >= 0; i-- {
		h := w.holes[i]
		if h.after == nil || h.from < 0 {
			continue
		}
		if m := h.after.FindStringSubmatch(typed); m != nil && strings.HasPrefix(w.Example[h.to:], m[len(m)-1]) && m[len(m)-1] != "" {
			return w.with(m[1 : len(m)-1]), true
		}
	}
	for i := len(w.holes) - 1; i >= 0; i-- {
		h := w.holes[i]
		if h.before == nil || h.from <= 0 {
			continue
		}
		if m := h.before.FindStringSubmatch(typed); m != nil {
			part := strings.ToLower(w.Example[h.from:h.to])
			return w.with(m[1:min(i+1, len(m)-1)]), strings.HasPrefix(part, strings.ToLower(m[len(m)-1])) || !strings.Contains(part, " ")
		}
	}
	return "", false
}

// with returns the example with other values in its first parts.
func (w word) with(values []string) string {
	var b strings.Builder
	end := 0
	for i, v := range values {
		if i < len(w.holes) && w.holes[i].from >= end {
			b.WriteString(w.Example[end:w.holes[i].from] + v)
			end = w.holes[i].to
		}
	}
	return b.String() + w.Example[end:]
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
