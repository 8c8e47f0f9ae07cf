package vocabulary

import (
	"regexp"

	"understudy/spec/pattern"
)

// meaning is a step that says what some words probably mean, where no step has them.
type meaning struct {
	words func() *regexp.Regexp
	step  string
	// unless are words with which it means something else; nil where there are none.
	unless func() *regexp.Regexp
	// timed says that it is meant only where the text has a duration.
	timed bool
}

var negated = pattern.Lazy(`\b(?:not|no|never|without|neither|nor)\b|n't\b`)

// meanings are words that newcomers use for what a step says in others. A step that the
// vocabulary does not have is never suggested. The first one that a text has counts.
var meanings = []meaning{
	{pattern.Lazy(`\b(?:not?|never|without) (?:an? )?(?:errors?|reject(?:ed|ion)?|refused|denied|fail(?:ed|ure)?)\b`),
		"the response is a success", nil, false},
	{pattern.Lazy(`\b(?:errors?|reject(?:s|ed|ions?)?|refuse[sd]?|den(?:y|ied)|fail(?:s|ed|ure)?)\b`),
		"the request is rejected and has no effect", negated, false},
	{pattern.Lazy(`\b(?:unsuccessful|not (?:a )?success(?:ful)?)\b`), "the request is rejected and has no effect", nil, false},
	{pattern.Lazy(`\b(?:wait|sleep|pause)s?\b`), "the clock of the fake advances by 15 minutes", nil, true},
	{pattern.Lazy(`\b(?:is|has|was) (?:now )?expired\b`), "its uri opens nothing", nil, false},
}

// duration is a duration within a step's text.
var duration = pattern.Lazy(`\d+(?:\.\d+)? ?(?:milliseconds?|seconds?|minutes?|hours?|days?)\b`)

// probableStep returns the step that the words of a text outside its parameters probably mean,
// with the text's own duration, and the expression of those words; "" where there is none.
func (v Vocabulary) probableStep(text string) (step string, words *regexp.Regexp) {
	plain := parameter().ReplaceAllString(text, blank)
	for _, m := range meanings {
		own := duration().FindString(text)
		if !m.words().MatchString(plain) || len(v.matching(m.step)) == 0 || m.timed && own == "" ||
			m.unless != nil && m.unless().MatchString(plain) {
			continue
		}
		if own != "" {
			return duration().ReplaceAllLiteralString(m.step, own), m.words()
		}
		return m.step, m.words()
	}
	return "", nil
}
