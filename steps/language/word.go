package language

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"understudy/steps/vocabulary"
)

// word is a step of the vocabulary as an editor needs it.
type word struct {
	vocabulary.Step
	// holes are the groups of the pattern, in their order.
	holes []hole
	// forms are the examples with each list that the step may name.
	forms []string
}

// hole is a part of a step's text that the writer fills in.
type hole struct {
	// from and to are the bytes of the part in the step's example; -1 where the example
	// leaves it out.
	from, to int
	// condition says that the part is a condition on a value.
	condition bool
	// choices are all texts that may stand here, where they are few.
	choices []string
	// before matches what a line has before the part, and captures the part itself as
	// far as it is written; nil where the pattern cannot be cut here.
	before *regexp.Regexp
	// after matches what a line has up to the end of the part, and captures what follows;
	// nil where the pattern cannot be cut there.
	after *regexp.Regexp
}

// maxChoices is how many texts a part may have to be offered as a choice.
const maxChoices = 64

func newWord(s vocabulary.Step) word {
	w := word{Step: s}
	expr := regexp.MustCompile(s.Pattern)
	at := expr.FindStringSubmatchIndex(s.Example)
	for i := 1; i <= expr.NumSubexp(); i++ {
		h := hole{from: at[2*i], to: at[2*i+1], choices: choices(s.Pattern, i), before: before(s.Pattern, i), after: after(s.Pattern, i)}
		if s.Names != nil {
			h.choices = s.Names.All()
		}
		w.holes = append(w.holes, h)
	}
	w.forms = w.variants()
	return w
}

// variants returns the example, with each choice in the first part that has some.
func (w word) variants() []string {
	for _, h := range w.holes {
		if h.from < 0 || len(h.choices) == 0 {
			continue
		}
		forms := []string{w.Example}
		for _, c := range h.choices {
			form := w.Example[:h.from] + c + w.Example[h.to:]
			if form != w.Example && len(forms) < maxChoices {
				forms = append(forms, form)
			}
		}
		return forms
	}
	return []string{w.Example}
}

// choices returns every text that a group of a pattern matches, where they are few.
func choices(pattern string, group int) []string {
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	var of func(*syntax.Regexp) *syntax.Regexp
	of = func(r *syntax.Regexp) *syntax.Regexp {
		if r.Op == syntax.OpCapture && r.Cap == group {
			return r.Sub[0]
		}
		for _, sub := range r.Sub {
			if found := of(sub); found != nil {
				return found
			}
		}
		return nil
	}
	all, ok := texts(of(tree))
	if !ok || len(all) < 2 {
		return nil
	}
	return all
}

// texts returns every text that an expression matches; ok is false where they are many.
func texts(r *syntax.Regexp) (all []string, ok bool) {
	switch r.Op {
	case syntax.OpLiteral:
		return []string{string(r.Rune)}, r.Flags&syntax.FoldCase == 0
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpCapture:
		return texts(r.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range r.Sub {
			some, ok := texts(sub)
			if !ok || len(all)+len(some) > maxChoices {
				return nil, false
			}
			all = append(all, some...)
		}
		return all, true
	case syntax.OpCharClass:
		return runes(r.Rune)
	case syntax.OpConcat:
		return joined(r.Sub)
	}
	return nil, false
}

// runes returns the characters of a class.
func runes(pairs []rune) (all []string, ok bool) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1]-pairs[i] > maxChoices {
			return nil, false
		}
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			all = append(all, string(r))
		}
	}
	return all, len(all) <= maxChoices
}

// joined returns every text that some expressions match one after the other.
func joined(parts []*syntax.Regexp) (all []string, ok bool) {
	all = []string{""}
	for _, part := range parts {
		some, ok := texts(part)
		if !ok || len(all)*len(some) > maxChoices {
			return nil, false
		}
		var longer []string
		for _, a := range all {
			for _, s := range some {
				longer = append(longer, a+s)
			}
		}
		all = longer
	}
	return all, true
}

// before returns an expression for the beginning of a step up to a group.
func before(pattern string, group int) *regexp.Regexp {
	at := groupAt(pattern, group)
	if at < 0 {
		return nil
	}
	expr, err := regexp.Compile(pattern[:at] + "(.*)$")
	if err != nil {
		return nil
	}
	return expr
}

// after returns an expression for the beginning of a step up to the end of a group.
func after(pattern string, group int) *regexp.Regexp {
	at := groupAt(pattern, group)
	if at < 0 {
		return nil
	}
	for end := at + 1; end < len(pattern); end++ {
		if pattern[end] != ')' {
			continue
		}
		if _, err := syntax.Parse(pattern[at:end+1], syntax.Perl); err != nil {
			continue // it closes a group within
		}
		expr, err := regexp.Compile(pattern[:end+1] + "(.*)$")
		if err != nil {
			return nil
		}
		return expr
	}
	return nil
}

// groupAt returns the index of the parenthesis that opens a group, or -1.
func groupAt(pattern string, group int) int {
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '(' && !class && !strings.HasPrefix(pattern[i+1:], "?"):
			if group--; group == 0 {
				return i
			}
		}
	}
	return -1
}

// pieces cuts a form of the step into fixed texts and parts to fill in. Choices begin
// with what the form has.
func (l *Language) pieces(w word, form string) (all []Piece) {
	at := regexp.MustCompile(w.Pattern).FindStringSubmatchIndex(form)
	if at == nil {
		return []Piece{{Text: form}}
	}
	from := 0
	for i, h := range w.holes {
		a, b := at[2*i+2], at[2*i+3]
		if a < from || a == b {
			continue
		}
		if a > from {
			all = append(all, Piece{Text: form[from:a]})
		}
		from = b
		if h.condition {
			all = append(all, l.operands(form[a:b])...)
			continue
		}
		p := Piece{Text: form[a:b], Hole: true}
		if slices.Contains(h.choices, p.Text) {
			p.Choices = firstOf(h.choices, p.Text)
		}
		all = append(all, p)
	}
	if from < len(form) {
		all = append(all, Piece{Text: form[from:]})
	}
	return all
}
