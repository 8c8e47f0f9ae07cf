package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Where two long texts differ, a few characters around the first difference are shown, unless
// the texts differ from their start: there, it is easily seen.
const (
	longText    = 40
	sameAtStart = 10
	shownAround = 12
)

// differs says, in lines, where a long text in quotes of what was expected and the one of what
// was found differ first: by the code points there, and by the parts around them. There are none
// without such texts, or where something in them is hidden.
func differs(expected, found string) []string {
	want, have := []rune(longQuoted(expected)), []rune(longQuoted(found))
	at := 0
	for at < min(len(want), len(have)) && want[at] == have[at] {
		at++
	}
	if at < sameAtStart || at == len(want) && at == len(have) {
		return nil
	}
	return []string{fmt.Sprintf("at character %d: %s expected, %s found", at+1, codePoint(want, at), codePoint(have, at)),
		near(want, at), near(have, at)}
}

// longQuoted returns the first long text in quotes, without the quotes; none where it holds
// something redacted.
func longQuoted(s string) string {
	for {
		start := strings.IndexByte(s, '"')
		if start < 0 {
			return ""
		}
		s = s[start:]
		quoted, err := strconv.QuotedPrefix(s)
		if err != nil {
			s = s[1:]
			continue
		}
		text, err := strconv.Unquote(quoted)
		if err == nil && utf8.RuneCountInString(text) >= longText && !strings.Contains(text, "[redacted]") {
			return text
		}
		s = s[len(quoted):]
	}
}

func codePoint(text []rune, at int) string {
	if at == len(text) {
		return "the end"
	}
	return fmt.Sprintf("%U", text[at])
}

// near returns the part of a text around a character, in quotes.
func near(text []rune, at int) string {
	from, to := max(0, at-shownAround), min(len(text), at+shownAround)
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	if to < len(text) {
		after = "…"
	}
	return before + strconv.Quote(string(text[from:to])) + after
}
