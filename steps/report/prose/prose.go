// Package prose makes texts fit to be read in a report: safe for terminals and parsers
// whatever a deployment sent, short enough, counted and grouped.
//
// Start reading at Visible, which all of them go through.
package prose

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Visible escapes, as JSON does, the characters of a text that would control a
// terminal or are invisible. Line ends and tabs stay.
func Visible(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, IsHidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if !IsHidden(c) {
			b.WriteRune(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// IsHidden reports whether a character is a control or format character, such as
// those that change the direction of writing, or one of Unicode's additional line
// ends.
func IsHidden(c rune) bool {
	switch {
	case c >= ' ' && c <= '~', c == '\n', c == '\r', c == '\t':
		return false
	case c == 0xFFFE, c == 0xFFFF:
		return true // XML does not allow these
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Legible returns a text of several lines that is safe for terminals and XML parsers.
func Legible(s string) string { return strings.ReplaceAll(Visible(s), "\r", `\r`) }

// OneLine puts a text of several lines on one.
func OneLine(s string) string { return strings.Join(Words(s), " ") }

// Words returns the words of a text, without characters that control a terminal.
func Words(s string) []string { return strings.Fields(Visible(s)) }

// Short is a text on one line that is not too long to be read: at most 1000 characters.
func Short(s string) string { return Clip(OneLine(s), 1000) }

// Clip shortens a text to a width, in columns.
func Clip(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return string(r[:width-1]) + "…"
}

// Count writes a number with its noun.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
