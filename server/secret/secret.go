// Package secret finds secrets in any text, such as a URL that a client gave, and
// replaces them with Hidden: the name and the password before the host of a URL,
// and the parameters that have the name of a secret. It needs no known tokens for
// that. Its time is linear in the length of the text. A Hider also removes known
// tokens, and reads headers, queries and JSON.
//
// The journal shows exchanges with a Hider; the rows of a world are shown with Hide,
// and their secrets restored with Kept. Start reading at Hide, then at Hider.
package secret

import (
	"encoding/hex"
	"net/url"
	"strings"
)

// Hidden replaces a secret.
const Hidden = "[hidden]"

// Hide hides the secrets of the URLs in a text.
func Hide(text string) string { return through(text, inURLs) }

// through hides what a function finds in a text. If a secret is escaped as in a URL,
// even in a URL within a URL, the text is shown unescaped.
func through(s string, hide func(string) string) string {
	s = hide(s)
	for plain, depth := s, 0; depth < 3 && strings.IndexByte(plain, '%') >= 0; depth++ {
		before := plain
		if plain = unescape(plain); plain == before {
			break
		}
		if shown := hide(plain); shown != plain {
			s, plain = shown, shown
		}
	}
	return s
}

// inURLs is Hide for a text that is not escaped.
func inURLs(s string) string {
	s = hideParameters(s)
	if strings.IndexByte(s, '@') >= 0 && strings.Contains(s, "//") {
		s = hideUserinfo(s)
	}
	return s
}

// hideParameters hides the values of secret parameters.
func hideParameters(s string) string {
	var shown strings.Builder
	done, from := 0, 0
	for {
		length := strings.IndexByte(s[from:], '=')
		if length < 0 {
			break
		}
		equals := from + length
		name, begins := nameBefore(s[:equals], from)
		from = equals + 1
		value := s[from:]
		if end := strings.IndexAny(value, "&\"'<>\\# \t\n\f\r"); end >= 0 {
			value = value[:end]
		}
		if value != "" && begins && isParameter(name) {
			shown.WriteString(s[done:from])
			shown.WriteString(Hidden)
			from += len(value)
			done = from
		}
	}
	if done == 0 {
		return s
	}
	return shown.String() + s[done:]
}

// nameBefore is the name at the end of a text, which starts at from or later, and
// whether it begins a parameter.
func nameBefore(s string, from int) (name string, begins bool) {
	start := len(s)
	for start > from && isNameByte(s[start-1]) {
		start--
	}
	name = s[start:]
	if start == 0 {
		return name, true
	}
	if rest, ok := strings.CutPrefix(name, "u0026"); ok && s[start-1] == '\\' { // & as JSON may have it
		return rest, true
	}
	return name, strings.IndexByte("?&;#\n", s[start-1]) >= 0
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_.[]-", c) >= 0
}

// hideUserinfo hides the name and the password before the host of a URL.
func hideUserinfo(s string) string {
	var shown strings.Builder
	done := 0
	for from := 0; ; {
		slashes := strings.Index(s[from:], "//")
		if slashes < 0 {
			break
		}
		start := from + slashes + len("//")
		end := start
		if length := strings.IndexAny(s[start:], "/?#\"'<>\\ \t\n\f\r"); length >= 0 {
			end += length
		} else {
			end = len(s)
		}
		if at := strings.LastIndexByte(s[start:end], '@'); at >= 0 {
			shown.WriteString(s[done:start])
			shown.WriteString(Hidden)
			done = start + at
		}
		from = max(start, end) - 1 // the last slash may be the first of two
	}
	return shown.String() + s[done:]
}

// unescape removes the escapes of a URL that are no control characters, even if
// other escapes are invalid.
func unescape(s string) string {
	plain := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) {
			var b [1]byte
			if _, err := hex.Decode(b[:], []byte(s[i+1:i+3])); err == nil && b[0] >= ' ' && b[0] != 0x7f {
				c, i = b[0], i+2
			}
		}
		plain = append(plain, c)
	}
	return strings.ToValidUTF8(string(plain), "\uFFFD")
}

// Parameter reports whether a parameter of a query, with its name as in the query, is
// a secret. One whose name cannot be read may be.
func Parameter(name string) bool {
	plain, err := url.QueryUnescape(name)
	return err != nil || isParameter(strings.TrimSpace(plain))
}
