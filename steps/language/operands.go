package language

import (
	"regexp"
	"slices"
	"strings"
)

// operand matches a part of a condition that the writer chooses: a text, a placeholder, a
// number, a length of time, or now.
var operand = regexp.MustCompile(`"[^"]*"|<[^<>]+>|\b\d+(?:\.\d+)?(?: (?:second|minute|hour|day)s?)?\b|\bnow\b`)

// regexpOperand matches that of a condition on a regular expression, without its quotes.
var regexpOperand = regexp.MustCompile(`^(?:matches|does not match) "(.*)"$`)

// operands cuts a condition into words and parts to fill in.
func (l *Language) operands(condition string) []Piece {
	if m := regexpOperand.FindStringSubmatchIndex(condition); m != nil {
		return cut(condition, [][]int{m[2:]})
	}
	known := l.operandsOf(condition)
	if len(known) == 0 {
		return cut(condition, operand.FindAllStringIndex(condition, -1))
	}
	all := cut(condition, regexp.MustCompile(`\b(?:`+strings.Join(known, "|")+`)\b`).FindAllStringIndex(condition, -1))
	for i, p := range all {
		if p.Hole {
			all[i].Choices = firstOf(known, p.Text)
		}
	}
	return all
}

// operandsOf are all operands that a condition may have, where they are few.
func (l *Language) operandsOf(condition string) []string {
	for _, s := range l.vocabulary.Matching(`"x" ` + condition) {
		if strings.HasPrefix(s.Pattern, conditionPattern) {
			return s.Operands
		}
	}
	return nil
}

// firstOf are some texts, of which one comes first.
func firstOf(all []string, first string) []string {
	return append([]string{first}, slices.DeleteFunc(slices.Clone(all), func(text string) bool { return text == first })...)
}

// cut makes parts to fill in of some bytes of a text.
func cut(text string, places [][]int) (all []Piece) {
	from := 0
	for _, at := range places {
		if at[0] > from {
			all = append(all, Piece{Text: text[from:at[0]]})
		}
		all = append(all, Piece{Text: text[at[0]:at[1]], Hole: true})
		from = at[1]
	}
	if from < len(text) {
		all = append(all, Piece{Text: text[from:]})
	}
	return all
}

// knownOperands completes the operand of a condition that has one of a few, such as a type.
func (c *completer) knownOperands(typed string) {
	for _, w := range c.language.steps {
		if len(w.Operands) == 0 {
			continue
		}
		_, condition, _ := strings.Cut(w.Example, `" `)
		lead := c.language.operands(condition)[0].Text
		at := strings.LastIndex(typed, lead)
		if at < 0 {
			continue
		}
		names := strings.Split(typed[at+len(lead):], " or ")
		part := names[len(names)-1]
		for _, name := range w.Operands {
			if strings.HasPrefix(name, part) && !slices.Contains(names[:len(names)-1], name) {
				c.add(c.at-len(part), c.at, Completion{Label: name, Kind: "value", Detail: "in the condition: " + condition,
					Doc: explainStep(w.Step), Insert: []Piece{{Text: name}}})
			}
		}
	}
}
