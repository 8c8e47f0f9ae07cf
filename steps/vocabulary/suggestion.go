package vocabulary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
)

// parameter is a part of a step's text that its author can choose.
var parameter = pattern.Lazy(`"[^"]*"|\b\d+\b`)

const blank = "…"

// InQuotes puts a step's text into quotes, which are single ones where the text
// has double ones: so it can be copied as it is.
func InQuotes(text string) string {
	if strings.Contains(text, `"`) && strconv.CanBackquote(text) {
		return "'" + text + "'"
	}
	return strconv.Quote(text)
}

// Advice says what to do about an unknown text: which step it was meant to be, or where all
// steps are listed.
func (v Vocabulary) Advice(text string) string {
	near, says := v.suggestion(text)
	if says != "" {
		return says
	}
	if near != "" {
		near = fmt.Sprintf("did you mean %s? ", InQuotes(near))
	}
	return near + SeeSteps
}

// SeeSteps says where all steps are listed.
const SeeSteps = "see understudy steps, or write a step of your own: understudy docs extending"

// Suggestion returns the step that an unknown text was meant to be, or the current form
// of a text in the words of an earlier release; "" where there is neither. A step with other
// parameters than the text, or without its condition, would check something else.
func (v Vocabulary) Suggestion(text string) string {
	rows := v.matching(text)
	switch {
	case len(rows) == 0:
		near, says := v.suggestion(text)
		if says == "" && !keeps(near, text) && near != v.reworded(text) {
			return ""
		}
		return near
	case len(rows) == 1 && rows[0].expr(text) != rows[0].exprs[0]:
		return rows[0].Rewritten(rows[0].groups(text))
	}
	return ""
}

// condition is a word that says what a value has to be.
var condition = pattern.Lazy(`\b(?:match|matches|contain|contains|absent|type|length|least|most|more|less)\b`)

// keeps reports whether a step has the parameters of a text, and each word of its condition.
func keeps(step, text string) bool {
	return slices.Equal(parameter().FindAllString(step, -1), parameter().FindAllString(text, -1)) && keepsCondition(step, text)
}

// keepsCondition reports whether a step has each word of the condition of a text.
func keepsCondition(step, text string) bool {
	words := condition().FindAllString(step, -1)
	return !slices.ContainsFunc(condition().FindAllString(text, -1), func(word string) bool { return !slices.Contains(words, word) })
}

// suggestion returns the step that a text was meant to be, or "", and what is said about
// it, where it is more than a guess.
func (v Vocabulary) suggestion(text string) (step, says string) {
	s := v.forms().suggestions.of(text, func() suggestion {
		step, says := v.suggest(text)
		return suggestion{step, says}
	})
	return s.step, s.says
}

type suggestion struct{ step, says string }

func (v Vocabulary) suggest(text string) (step, says string) {
	if r, ok := v.requote(text); ok {
		if near := v.repaired(text); near != "" && keeps(near, text) {
			return near, "" // what looks like a value is a misspelt word
		}
		if other, _ := v.probableStep(r.step); other == "" {
			return r.step, r.says
		}
	}
	if step := v.reworded(text); step != "" {
		return step, ""
	}
	near := v.repaired(text)
	if near == "" || !keeps(near, text) {
		near = v.nearest(v.respelt(text))
	}
	if other, words := v.probableStep(text); other != "" && !words.MatchString(near) {
		return other, "" // the nearest one lacks the word that matters
	}
	return near, ""
}

// nearest returns the step that is most similar to a text, with the text's own parameters
// or, where it has none, those of the example; "" where there is none that checks as much.
func (v Vocabulary) nearest(text string) string {
	forms := v.forms()
	blanks, values := v.blanked(text)
	hasCondition := v.embedded(text) != nil
	form := forms.nearest(blanks, hasCondition)
	if form == "" {
		return ""
	}
	s := forms.of[form]
	if len(values) == 0 {
		values = parameter().FindAllString(s.Example, -1)
	}
	near := form
	for _, value := range values {
		near = strings.Replace(near, blank, value, 1)
	}
	if s.expr(near) == nil || !hasCondition && v.embedded(near) != nil {
		return ""
	}
	return near
}

// forms are the examples of the vocabulary's steps, with blanks for parameters.
type forms struct {
	texts []string
	// conditional are those with a condition as a part, which is a blank in them.
	conditional []string
	of          map[string]*Step
	// words are those of the texts, before the small ones that stand before each of them.
	words  []string
	before map[string][]string
	// near are the nearest ones of texts, suggestions what whole texts were meant to be.
	near        lookups[string]
	suggestions lookups[suggestion]
}

// nearest returns the form that a text is most similar to, of those that check as much; or "". Of a
// text with a condition as a part, that is a blank.
func (f *forms) nearest(text string, conditional bool) string {
	all := f.texts
	if conditional {
		all = f.conditional
	}
	return f.near.of(text, func() string {
		return suggest.Nearest(text, slices.DeleteFunc(slices.Clone(all), func(form string) bool { return checksLess(form, text) }))
	})
}

// lookups are what was found out about texts: an editor asks about the same ones with each
// letter that is typed.
type lookups[R any] struct {
	mu    sync.Mutex
	known map[string]R
}

// maxKnown bounds how many texts are remembered.
const maxKnown = 4096

func (l *lookups[R]) of(text string, find func() R) R {
	l.mu.Lock()
	found, ok := l.known[text]
	l.mu.Unlock()
	if ok {
		return found
	}
	found = find()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || len(l.known) >= maxKnown {
		l.known = map[string]R{}
	}
	l.known[text] = found
	return found
}

// newForms returns the forms of the vocabulary as it is now, made when they are first
// needed.
func (v Vocabulary) newForms() func() *forms {
	return sync.OnceValue(func() *forms {
		f := &forms{of: map[string]*Step{}}
		for _, s := range v.steps {
			for _, example := range v.examples(s) {
				form := parameter().ReplaceAllString(example, blank)
				f.of[form] = s
				f.texts = append(f.texts, form)
				if v.embedded(example) != nil {
					form, _ = v.blanked(example)
					f.of[form] = s
					f.conditional = append(f.conditional, form)
				}
			}
		}
		f.words, f.before = wordsOf(f.texts), smallBefore(f.texts)
		return f
	})
}

// examples returns the examples of a step, one with every list that it may name.
func (v Vocabulary) examples(s *Step) (all []string) {
	for _, list := range s.Lists {
		if example := v.list.ReplaceAllString(s.Example, list); s.expr(example) != nil {
			all = append(all, example)
		}
	}
	return append(all, s.Example)
}
