package values

import (
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
	"understudy/steps/builtin/remembered"
)

// firstOperand matches what a condition begins to compare with.
var firstOperand = pattern.Lazy(`"|\b\d|\bnow\b|\btime\b`)

// beginnings are the words of conditions before what they compare with.
func beginnings() (all []string) {
	for _, example := range examples() {
		if at := firstOperand().FindStringIndex(example); at != nil {
			example = example[:at[0]]
		}
		all = append(all, strings.TrimSpace(example))
	}
	return all
}

// mostWords is how many words a condition begins with at most.
const mostWords = 4

// meant is the condition that a text was probably meant to be, with what it compares with; empty
// where none is likely.
func meant(text string) string {
	words := strings.SplitAfterN(text, " ", mostWords+1)
	for n := min(len(words), mostWords); n > 0; n-- {
		begin, rest := strings.TrimSpace(strings.Join(words[:n], "")), strings.Join(words[n:], "")
		near := suggest.Misspelt(begin, beginnings())
		if near == "" && begin == "is" && len(words) == 2 {
			near = "equals"
		}
		if near == "" {
			continue
		}
		for _, condition := range []string{strings.TrimSpace(near + " " + rest), near + ` "` + rest + `"`} {
			if valid(condition) {
				return condition
			}
		}
	}
	return ""
}

// valid reports whether a text is a condition, whatever its placeholders stand for.
func valid(text string) bool {
	for _, c := range compiledForms() {
		if groups := c.expr.FindStringSubmatch(text); groups != nil {
			_, err := c.parse(remembered.InLint(), groups[1:])
			return err == nil
		}
	}
	return false
}
