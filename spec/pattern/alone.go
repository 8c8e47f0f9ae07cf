package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Alone reports whether the part of a text between two offsets stands alone: no letter,
// digit or underscore is beside it, except those of an escape of a URL or of JSON before it.
func Alone(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !inWord(after) && (!inWord(before) || escapeAtEnd().MatchString(text[max(0, from-longestEscape):from]))
}

func inWord(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

const longestEscape = len(`\u0000`)

var escapeAtEnd = Lazy(`(?:%[0-9a-fA-F]{2}|\\[bfnrt]|\\u[0-9a-fA-F]{4})$`)

// ReplaceAlone replaces a part of a text, which is not empty, wherever it stands alone.
func ReplaceAlone(text, part, by string) string {
	var b strings.Builder
	done, from := 0, 0
	for {
		length := strings.Index(text[from:], part)
		if length < 0 {
			return b.String() + text[done:]
		}
		start := from + length
		end := start + len(part)
		from = start + 1
		if Alone(text, start, end) {
			b.WriteString(text[done:start] + by)
			done, from = end, end
		}
	}
}
