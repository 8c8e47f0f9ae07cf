package vocabulary

import (
	"fmt"
	"strings"

	"understudy/spec/pattern"
)

// longestQuoted is how long a text may be, in bytes, for its missing quotes to be looked
// for.
const longestQuoted = 200

// quotedStep is a step that an unknown text is with double quotes, or with "equals" for
// "is", and what is said about it.
type quotedStep struct{ step, says string }

// word is a word of a step's text, or a text in single quotes.
var word = pattern.Lazy(`'[^']*'|\S+`)

// beginsCondition matches a path with the beginning of a condition that takes no text: what
// follows it is wrong in another way than by lacking quotes.
var beginsCondition = pattern.Lazy(`^"[^"]*" is (?:at least|at most|more|less|between|before|after|within|in)\b`)

// requote finds the step that a text is once its path, its value or both are in double
// quotes: the path is one word, the value what stands after it.
func (v Vocabulary) requote(text string) (r quotedStep, ok bool) {
	if len(text) > longestQuoted {
		return r, false
	}
	if !strings.HasPrefix(text, `"`) {
		return v.pathQuoted(text)
	}
	if step, value, ok := v.valueQuoted(text); ok && !beginsCondition().MatchString(text) {
		return quotedStep{step, fmt.Sprintf("%s is no JSON: write it in double quotes: %s", value, step)}, true
	}
	if beginsCondition().MatchString(text) {
		return r, false
	}
	step := strings.Replace(text, `" is `, `" equals `, 1)
	return quotedStep{step, "write: " + step}, len(v.matching(step)) > 0
}

// pathQuoted finds the step that a text is once one of its words is in double quotes. Only
// a path has words before it that no step has, such as "the value of".
func (v Vocabulary) pathQuoted(text string) (r quotedStep, ok bool) {
	words := word().FindAllStringIndex(text, -1)
	for i, w := range words {
		path := text[w[0]:w[1]]
		if i == len(words)-1 || strings.Contains(path, `"`) || path == "status" { // "the status is 200" is another step
			continue
		}
		named, begins := path, []string{text[:w[0]]}
		if i == 0 || strings.Contains(path, ".") {
			named, begins = "the path", append(begins, "")
		}
		for _, begin := range begins {
			with := begin + inDouble(path) + text[w[1]:]
			if len(v.matching(with)) > 0 {
				return quotedStep{with, fmt.Sprintf("write %s in double quotes: %s", named, with)}, true
			}
			if step, _, ok := v.valueQuoted(with); ok && strings.ContainsAny(path, `.'`) {
				return quotedStep{step, fmt.Sprintf("write %s and the value in double quotes: %s", named, step)}, true
			}
		}
	}
	return r, false
}

// valueQuoted finds the step that a text with a path in double quotes is once its end is
// in double quotes too.
func (v Vocabulary) valueQuoted(text string) (step, value string, ok bool) {
	end := strings.LastIndex(text, `"`) + 1
	if end == 0 {
		return "", "", false
	}
	for _, w := range word().FindAllStringIndex(text[end:], -1) {
		value = text[end+w[0]:]
		for _, begin := range []string{text[:end+w[0]], strings.Replace(text[:end+w[0]], `" is `, `" equals `, 1)} {
			if step = begin + inDouble(value); len(v.matching(step)) > 0 {
				return step, value, true
			}
		}
	}
	return "", "", false
}

// inDouble puts a text into double quotes, in place of single ones.
func inDouble(text string) string {
	if len(text) > 1 && text[0] == '\'' && text[len(text)-1] == '\'' {
		text = text[1 : len(text)-1]
	}
	return `"` + text + `"`
}
