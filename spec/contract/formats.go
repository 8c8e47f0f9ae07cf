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
	"uri":     {"an absolute http or https URL", ofStrings(isURL)},
	// A URL of any scheme: the document does not restrict it.
	"uri-reference": {"a URL", ofStrings(isReference)},
	"email":         {"an e-mail address", ofStrings(isEmail)},
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

func isURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" {
		return errors.New("no absolute http or https URL")
	}
	return nil
}

func isReference(s string) error {
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return errors.New("no URL")
	}
	_, err := url.Parse(s)
	return err
}

func isEmail(s string) error {
	before, after, _ := strings.Cut(s, "@")
	if strings.TrimSpace(before) == "" || strings.TrimSpace(after) == "" || strings.Contains(after, "@") {
		return errors.New("no e-mail address")
	}
	return nil
}
