package vocabulary

import (
	"regexp"
	"strings"

	"understudy/spec/pattern"
)

// rewording turns other words for a step into those of the vocabulary, with the values
// that are written.
type rewording struct {
	words func() *regexp.Regexp
	step  string
}

// memberValue is a value that a step may give a member: a string, a number, another JSON word
// or a placeholder.
const memberValue = `("[^"]*"|-?\d+(?:\.\d+)?|true|false|null|<[^<>]+>)$`

var rewordings = []rewording{
	{pattern.Lazy(`^(.+?) (?:with|where|whose|having) (?:an? |the |its )?"?([a-z_]+)"?:?(?: is| of| as| equals| =)? ` + memberValue),
		`$1 whose "$2" is $3`},
	{pattern.Lazy(`^(.+?) (?:named|called) ` + memberValue), `$1 whose "name" is $2`},
	{pattern.Lazy(`^(?:the )?(?i:http |response )*(?:status(?: code)?|code) (?:is|equals|=|(?:should|must|has to|will) be) (\d{3}.*)$`),
		`the status is $1`},
	{pattern.Lazy(`^(?:every|each|all) records? of (.+?) (?:has|have) (?:an? |the )?(.+)$`), `every record of $1 has $2`},
	{pattern.Lazy(`^(.+) has (?:a |the )?length (?:of )?(\d+) or more$`), `$1 has length at least $2`},
	{pattern.Lazy(`^(.+) has (?:a |the )?length (?:of )?(\d+) or (?:less|fewer)$`), `$1 has length at most $2`},
}

// reworded returns the step that a text says in other words, or "".
func (v Vocabulary) reworded(text string) string {
	if len(text) > longestQuoted {
		return ""
	}
	text = singleQuoted().ReplaceAllString(text, `"$1"`)
	for _, r := range rewordings {
		if m := r.words().FindStringSubmatchIndex(text); m != nil {
			if step := string(r.words().ExpandString(nil, r.step, text, m)); len(v.matching(step)) == 1 {
				return step
			}
		}
	}
	return ""
}

// singleQuoted is a value in single quotes at the end of a text.
var singleQuoted = pattern.Lazy(`'([^'"]*)'$`)

// checksLess reports whether a form of a step would check less than a text, or the opposite
// of it: it has not the values or the condition of the text, or only one of them has a negation.
func checksLess(form, text string) bool {
	values := strings.Count(text, blank)
	return negated().MatchString(form) != negated().MatchString(text) ||
		values > 0 && values != strings.Count(form, blank) || !keepsCondition(form, text)
}
