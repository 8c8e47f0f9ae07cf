package secret

import (
	"slices"
	"strings"
	"unicode"
)

var (
	// words are parts of the names of secrets, and names are whole ones, all without -
	// and _.
	words = []string{"token", "secret", "passw", "passphrase", "pwd", "signature", "credential", "cookie", "bearer", "jwt", "sessionid", "sessid",
		"apikey", "accesskey", "privatekey", "authkey", "subscriptionkey", "functionskey", "masterkey", "signingkey", "sharedkey"}
	names = []string{"auth", "authorization", "authentication", "session", "sid"}
	// parameters are more names of secret parameters, as in signed URLs.
	parameters = []string{"sig", "pass", "key"}
)

// Named reports whether the name of a header, or of a member of JSON, is that of a
// secret.
func Named(name string) bool { return isNamed(folded(name)) }

func isNamed(name string) bool {
	if hasWord(name) {
		return true
	}
	for _, prefix := range []string{"x", "proxy"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if end := strings.IndexAny(name, ".["); end >= 0 { // auth[0] is auth
		name = name[:end]
	}
	return slices.Contains(names, name)
}

func isParameter(name string) bool {
	plain, lower := folded(name), strings.ToLower(name)
	return isNamed(plain) || slices.Contains(parameters, plain) || strings.HasSuffix(lower, "_key") || strings.HasSuffix(lower, "-key")
}

func hasWord(folded string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(folded, w) })
}

// Mentioned reports whether a text of any kind mentions a secret, which may then be
// anywhere in it.
func Mentioned(text string) bool {
	text = folded(text)
	if hasWord(text) {
		return true
	}
	for {
		_, after, found := strings.Cut(text, "auth")
		switch {
		case !found:
			return false
		case after == "" || !unicode.IsLetter(rune(after[0])), strings.HasPrefix(after, "oriz"), strings.HasPrefix(after, "entic"):
			return true
		}
		text = after
	}
}

// folded is a text in lower case, without - and _.
func folded(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '-' || c == '_' {
			return -1
		}
		return unicode.ToLower(c)
	}, text)
}
