package language

import (
	"regexp"
	"slices"
	"strings"

	"understudy/spec"
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
	c.headers(typed)
	c.knownOperands(typed)
	c.partCondition(typed)
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

// isForm reports whether a text is a form of a step: it matches the step's pattern, and the
// parts that are conditions in the step's example are some in the text, too. In a text with
// placeholders, their values may be what the pattern asks for.
func (l *Language) isForm(w word, text string) bool {
	m := regexp.MustCompile(w.Pattern).FindStringSubmatch(text)
	if m == nil {
		return placeholder.MatchString(text)
	}
	for i, h := range w.holes {
		if h.condition && !l.isCondition(m[i+1]) {
			return false
		}
	}
	return true
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
					c.add(c.at-len(typed)+part, c.at, Completion{Label: choice, Kind: "value", Detail: "in the step: " + w.Example,
						Doc: c.language.explainValue(w, choice), Insert: []Piece{{Text: choice}}})
				}
			}
		}
	}
}

// whole completes whole steps that have the words typed so far, those of the keyword
// first. What is inserted begins with lead.
func (c *completer) whole(typed string, from, to int, lead, means string) {
	provided := c.provided()
	var matches []match
	words := strings.Fields(strings.ToLower(typed))
	quoted := strings.Contains(typed, `"`)
	for _, w := range c.language.steps {
		form, rank := w.nearest(typed, words)
		switch {
		case rank < 0 || lead != "" && rank > 2:
			continue
		case rank > 1 && quoted && !strings.Contains(strings.ToLower(form), strings.ToLower(typed)):
			continue // it would replace the values that are written
		case form == strings.TrimRight(typed, " ") || !c.language.isForm(w, form):
			continue // it is written already, or a part of it is missing
		case isUnknownRequest(form, typed):
			continue
		}
		matches = append(matches, match{w, form, rank, w.Keyword != means, lacks(w.Step, provided)})
	}
	sorted(matches, lead == "", slices.Contains(slices.Concat(c.page.keywords.And, c.page.keywords.But), c.row().keyword+" "))
	for _, m := range matches {
		insert := c.language.pieces(m.word, m.form)
		fixWritten(insert, m.form, typed)
		if m.Below != "" && !c.hasBelow() { // editors indent it like the step
			insert = append(insert, Piece{Text: "\n  " + strings.ReplaceAll(m.Below, "\n", "\n  ")})
		}
		keyword := lead
		if lead != "" {
			keyword = m.Keyword + " "
			insert = append([]Piece{{Text: keyword}}, insert...)
		}
		detail := m.Keyword
		if m.lacks != "" {
			detail += ", needs " + string(m.lacks) + " before it"
		}
		c.add(from, to, Completion{Label: keyword + m.form, Kind: "step", Detail: detail,
			Doc: explainForm(m.Step, m.form), Insert: insert})
	}
}

// sentRequest captures the method and the path of a request in a step.
var sentRequest = regexp.MustCompile(`\b(GET|POST|PATCH|PUT|DELETE) "(/[^"]*)"`)

// isUnknownRequest reports whether a form requests a path that no operation with its method has,
// unless it is written already.
func isUnknownRequest(form, typed string) bool {
	m := sentRequest.FindStringSubmatch(form)
	if m == nil || strings.Contains(typed, m[2]) {
		return false
	}
	path, _, _ := strings.Cut(m[2], "?")
	return !slices.ContainsFunc(spec.Operations, func(o spec.Operation) bool { return o.Method == m[1] && filled(o.Path) == path })
}

// fixWritten makes fixed texts of the parts that are written already, before the one that is
// being written.
func fixWritten(pieces []Piece, form, typed string) {
	end := 0
	for i, p := range pieces {
		end += len(p.Text)
		if end < len(typed) && strings.HasPrefix(typed, form[:end]) {
			pieces[i].Hole, pieces[i].Choices = false, nil
		}
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

// filled returns the example with the values that are written, empty where the step does not
// begin so. like says that the part that is being written may become one of the step: the
// example's begins with it, or it is a single word.
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
			values := m[1:min(i+1, len(m)-1)]
			part, example := m[len(m)-1], w.Example[h.from:h.to]
			begins := strings.HasPrefix(strings.ToLower(example), strings.ToLower(part))
			switch {
			case begins:
				return w.with(values), true
			case len(h.choices) == 0 && continued(part, example) != "":
				return w.with(append(slices.Clone(values), continued(part, example))), true
			case strings.Contains(part, `"`), len(h.choices) > 0:
				return "", false
			case strings.Contains(part, " "):
				return w.with(values), false
			}
			return w.with(append(slices.Clone(values), part)), true
		}
	}
	return "", false
}

// timeUnits are the words for a length of time.
var timeUnits = regexp.MustCompile(`^(seconds?|minutes?|hours?|days?)$`)

// continued is a text of several words that is being written, with the rest of an example
// of which it has the words, or other numbers, units and quoted texts; empty where it has not.
func continued(typed, example string) string {
	words, all := strings.Split(typed, " "), strings.Split(example, " ")
	if len(words) > len(all) {
		return ""
	}
	alike := func(a, b string) bool {
		return a == b || a != "" && b != "" && (isDigit(a[0]) && isDigit(b[0]) || a[0] == '"' && b[0] == '"' ||
			timeUnits.MatchString(a) && timeUnits.MatchString(b))
	}
	last := len(words) - 1
	for i, word := range words[:last] {
		if !alike(word, all[i]) {
			return ""
		}
	}
	if timeUnits.MatchString(all[last]) && words[last] != "" && !timeUnits.MatchString(words[last]) {
		for _, unit := range []string{"second", "minute", "hour", "day"} {
			if strings.HasPrefix(unit, words[last]) {
				if all[last] = unit; words[last-1] != "1" {
					all[last] += "s"
				}
				break
			}
		}
	}
	switch {
	case strings.HasPrefix(all[last], words[last]):
		return strings.Join(append(words[:last], all[last:]...), " ")
	case alike(words[last], all[last]):
		return strings.Join(append(words, all[last+1:]...), " ")
	}
	return ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

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
