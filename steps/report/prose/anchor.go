package prose

import (
	"strings"
	"unicode"
)

// Anchor returns the id of an element of a page, such as promise-page-zero-is-one. In that
// of a scenario, "--" stands for each "/" and the "#" of its address. Other characters that
// are no letters or digits become "-": an id is then valid, and needs no escapes in a URL.
func Anchor(kind, id string) string {
	var b strings.Builder
	b.WriteString(kind + "-")
	for _, c := range id {
		switch {
		case c == '/' || c == '#':
			b.WriteString("--")
		case c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c):
			b.WriteRune(c)
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}
