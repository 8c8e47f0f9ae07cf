package vocabulary

import (
	"slices"
	"strings"

	"understudy/spec/pattern"
)

// beforeCondition matches what stands before a condition that is a part of a step.
var beforeCondition = pattern.Lazy(`.(?:" | that )`)

// embedded returns the bytes of the condition on a value that a text has as a part, behind a name
// in quotes and up to a comma or the end; nil where it has none, or is one itself.
func (v Vocabulary) embedded(text string) []int {
	if len(text) > longestQuoted {
		return nil
	}
	for _, at := range backwards(beforeCondition().FindAllStringIndex(text, -1)) {
		if strings.Count(text[:at[1]], `"`) == 2 && text[0] == '"' {
			return nil // a step on one value
		}
		for end := len(text); end > at[1]; end = strings.LastIndexByte(text[:end], ',') {
			if len(v.matching(`"x" `+text[at[1]:end])) > 0 {
				return []int{at[1], end}
			}
		}
	}
	return nil
}

// blanked returns a text with blanks for its parameters, and these: a condition that is a part of
// it is one.
func (v Vocabulary) blanked(text string) (form string, parameters []string) {
	places := parameter().FindAllStringIndex(text, -1)
	if at := v.embedded(text); at != nil {
		places = slices.DeleteFunc(places, func(p []int) bool { return p[0] >= at[0] && p[1] <= at[1] })
		i, _ := slices.BinarySearchFunc(places, at, func(p, at []int) int { return p[0] - at[0] })
		places = slices.Insert(places, i, at)
	}
	for _, p := range backwards(places) {
		parameters = append(parameters, text[p[0]:p[1]])
		text = text[:p[0]] + blank + text[p[1]:]
	}
	slices.Reverse(parameters)
	return text, parameters
}
