package contract

import (
	"errors"
	"net/url"
	"strings"
)

// format is a check of strings by the name that a schema gives it. The
// validator has its own formats under some of these names; ours are no stricter
// than the document's words.
type format struct {
	phrase string
	check  func(any) error
}

var formats = map[string]format{
	"iso8601": {"an ISO 8601 timestamp", ofStrings(isTime)},
	"uri":     {"an absolute http or https URL", ofStrings(CheckURL)},
	// A URL of any scheme: the document does not restrict it.
	"uri-reference": {"a URL", ofStrings(isReference)},
	"url":           {"an absolute URL", ofStrings(isLink)},
	"email":         {"an e-mail address", ofStrings(isEmail)},
	"pattern":       {"a regular expression", ofStrings(isPattern)},
}

// ofStrings lets every other type pass: the keyword type checks those.
func ofStrings(check func(string) error) func(any) error {
	return func(v any) error {
		if s, ok := v.(string); ok {
			return check(s)
		}
		return nil
	}
}

func isTime(s string) error {
	_, _, err := ParseTime(s)
	return err
}

// CheckURL returns an error where a text is no absolute http or https URL. It checks up to
// the query, which may hold what a client sent.
func CheckURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || strings.ContainsFunc(beforeQuery(s), isBlank) {
		return errors.New("no absolute http or https URL")
	}
	return nil
}

func beforeQuery(s string) string {
	before, _, _ := strings.Cut(s, "?")
	return before
}

func isBlank(r rune) bool { return r <= ' ' || r == 0x7f }

// isLink allows what a person can follow: a web page, or an address to write to.
func isLink(s string) error {
	if scheme, address, ok := strings.Cut(s, ":"); ok && strings.EqualFold(scheme, "mailto") {
		return isEmail(beforeQuery(address))
	}
	return CheckURL(s)
}

func isReference(s string) error {
	if strings.ContainsFunc(s, isBlank) {
		return errors.New("no URL")
	}
	_, err := url.Parse(s)
	return err
}

// isEmail looks for the last @ with text on both sides. What stands before it may be in
// quotes; elsewhere blanks and signs that separate addresses are in none, so that one that is
// escaped for HTML, as in o&#39;hara@example.com, is none either.
func isEmail(s string) error {
	s = strings.TrimSpace(s)
	at := strings.LastIndexByte(s, '@')
	if at <= 0 || at == len(s)-1 {
		return errors.New("no e-mail address")
	}
	local, domain := s[:at], s[at+1:]
	quoted := len(local) > 2 && strings.HasPrefix(local, `"`) && strings.HasSuffix(local, `"`)
	if !quoted && strings.ContainsAny(local, "@:;<>, \t") || strings.ContainsAny(domain, ";<>, \t") {
		return errors.New("no e-mail address")
	}
	return nil
}

// isPattern rejects what is a regular expression in no dialect: a set of characters without
// an end, as in [a-z, and a backslash at the end.
func isPattern(s string) error {
	for _, mark := range []string{`\Q`, "(?#", "(?x"} { // before quoted text, and comments
		if strings.Contains(s, mark) {
			return nil
		}
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i == len(s)-1, s[i] == '[' && !strings.Contains(s[i:], "]"):
			return errors.New("no regular expression")
		case s[i] == '\\':
			i++
			if s[i] == 'c' { // a control character, as in \c[
				i++
			}
		}
	}
	return nil
}
