package feature

import (
	"fmt"
	"strconv"
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
)

// parameter is a part of a step's text that its author can choose.
var parameter = pattern.Lazy(`"[^"]*"|\b\d+\b`)

const blank = "…"

// quoted puts a step's text into quotes, which are single ones where the text
// has double ones: so it can be copied as it is.
func quoted(text string) string {
	if strings.Contains(text, `"`) && strconv.CanBackquote(text) {
		return "'" + text + "'"
	}
	return strconv.Quote(text)
}

// didYouMean asks for the step that a text was meant to be, if there is one.
func (v Vocabulary) didYouMean(text string) string {
	if near := v.suggestion(text); near != "" {
		return fmt.Sprintf("did you mean %s? ", quoted(near))
	}
	return ""
}

// suggestion returns the step that a text was meant to be, with the text's own
// parameters where they fit, or "".
func (v Vocabulary) suggestion(text string) string {
	of := map[string]*Step{}
	var forms []string
	for _, s := range v.steps {
		for _, example := range v.examples(s) {
			form := parameter().ReplaceAllString(example, blank)
			of[form] = s
			forms = append(forms, form)
		}
	}
	near := suggest.Nearest(parameter().ReplaceAllString(text, blank), forms)
	if near == "" {
		return ""
	}
	s := of[near]
	for _, own := range parameter().FindAllString(text, -1) {
		near = strings.Replace(near, blank, own, 1)
	}
	if strings.Contains(near, blank) || s.expr(near) == nil {
		return s.Example
	}
	return near
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
