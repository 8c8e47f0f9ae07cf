package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// clip shortens a text to a width, in columns.
func clip(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return string(r[:width-1]) + "…"
}

// oneLine puts a text of several lines on one.
func oneLine(s string) string { return strings.Join(words(s), " ") }

// words returns the words of a text, without characters that control a terminal.
func words(s string) []string { return strings.Fields(Visible(s)) }

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Visible escapes, as JSON does, the characters of a text that would control a
// terminal or are invisible. Line ends and tabs stay.
func Visible(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, isHidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if !isHidden(c) {
			b.WriteRune(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// isHidden reports whether a character is a control or format character, such as
// those that change the direction of writing, or one of Unicode's additional line
// ends.
func isHidden(c rune) bool {
	switch {
	case c >= ' ' && c <= '~', c == '\n', c == '\r', c == '\t':
		return false
	case c == 0xFFFE, c == 0xFFFF:
		return true // XML does not allow these
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// legible returns a text of several lines that is safe for terminals and XML parsers.
func legible(s string) string { return strings.ReplaceAll(Visible(s), "\r", `\r`) }

// shortLine is a text on one line that is not too long to be read.
func shortLine(s string) string { return clip(oneLine(s), 1000) }
