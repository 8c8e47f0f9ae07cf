package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Visible writes the characters of a text that would steer a terminal, or that
// no reader sees, as JSON escapes them. Line ends and tabs stay.
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
// those that turn the direction of writing, or a line end of Unicode's own.
func isHidden(c rune) bool {
	switch {
	case c >= ' ' && c <= '~', c == '\n', c == '\r', c == '\t':
		return false
	case c == 0xFFFE, c == 0xFFFF:
		return true // which XML does not allow
	}
	return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// legible is a text of several lines that no terminal and no parser of XML
// stumbles over.
func legible(s string) string { return strings.ReplaceAll(Visible(s), "\r", `\r`) }

// defused is a line that no runner of GitHub Actions takes for a workflow
// command: one in the old form is found anywhere in a line, one in the new form
// after spaces.
func defused(line string) string {
	line = strings.ReplaceAll(line, "##[", "# #[")
	if text := strings.TrimLeftFunc(line, unicode.IsSpace); strings.HasPrefix(text, "::") {
		line = line[:len(line)-len(text)] + ": " + text[1:]
	}
	return line
}
