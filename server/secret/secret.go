// Package secret finds what opens something in any text, such as a URL that a
// client gave, and puts Hidden in its place: the name and the password before
// the host of a URL, and the parameters that are called like a secret. It needs
// to know no token for that.
//
// The journal hides more with it, in what it shows of an exchange; the rows of a
// world are shown with it. Start reading at Hide.
package secret

import (
	"encoding/hex"
	"net/url"
	"strings"

	"understudy/spec/pattern"
)

// Hidden stands where a secret was.
const Hidden = "[hidden]"

// anyName is what whatever opens something is called, and parameterName what
// parameters of a URL are called beside that, as those of signed URLs are.
const (
	anyName = `[\w.\[\]-]*(?:token|secret|passw|signature|credential|cookie|(?:api|access|private|auth)[_-]?key)[\w.\[\]-]*` +
		`|(?:x-|proxy-)?auth(?:orization|entication)?(?:[.\[][\w.\[\]-]*)?`
	parameterName = anyName + `|sig|pwd|pass|key|[\w.-]*[_-]key`
)

var (
	secretName      = pattern.Lazy(`(?i)^(?:` + anyName + `)$`)
	secretParameter = pattern.Lazy(`(?i)^(?:` + parameterName + `)$`)
	parameter       = pattern.Lazy(`(?im)((?:^|[?&;#]|\\u0026)(?:` + parameterName + `)=)[^&\s"'<>\\#]+`)
	// userinfo is the name and the password before the host of a URL.
	userinfo = pattern.Lazy(`//[^/?#\s"'<>\\]*@`)
	escaped  = pattern.Lazy(`%(?:[2-689A-Fa-f][0-9A-Fa-f]|7[0-9A-Ea-e])`)
)

// Hide hides the secrets of the URLs in a text.
func Hide(text string) string { return Through(text, InURLs) }

// Through hides with a function what it finds in a text. Where a secret is
// escaped as in a URL, be it in a URL within a URL, the text is shown unescaped.
func Through(s string, hide func(string) string) string {
	s = hide(s)
	for plain, depth := s, 0; depth < 3 && strings.IndexByte(plain, '%') >= 0; depth++ {
		plain = unescape(plain)
		if shown := hide(plain); shown != plain {
			s, plain = shown, shown
		}
	}
	return s
}

// InURLs is Hide for a text that is not escaped. It asks first for what every
// secret has, for most texts have none.
func InURLs(s string) string {
	if strings.IndexByte(s, '=') >= 0 {
		s = parameter().ReplaceAllString(s, "${1}"+Hidden)
	}
	if strings.IndexByte(s, '@') >= 0 && strings.Contains(s, "//") {
		s = userinfo().ReplaceAllString(s, "//"+Hidden+"@")
	}
	return s
}

// Named tells whether a header, or a member of JSON, is called like one that opens
// something.
func Named(name string) bool { return secretName().MatchString(name) }

// Parameter tells whether a parameter of a query, named as it stands there,
// opens something. One whose name cannot be read may.
func Parameter(name string) bool {
	plain, err := url.QueryUnescape(name)
	return err != nil || secretParameter().MatchString(strings.TrimSpace(plain))
}

// unescape undoes the escapes of a URL that stand for no control characters,
// also where others are broken.
func unescape(s string) string {
	plain := escaped().ReplaceAllStringFunc(s, func(e string) string {
		b, _ := hex.DecodeString(e[1:])
		return string(b)
	})
	return strings.ToValidUTF8(plain, "\uFFFD")
}
