package api

import (
	"strings"
	"unicode/utf8"
)

// Text is a kind of text that a client writes and reads back.
type Text int

// The kinds of text.
const (
	SegmentName Text = iota
	NewLabel
	ConnectorLabel
	DestinationName
	LinkRedirect
)

// Respelling changes a text of a kind, or leaves it as it is.
type Respelling func(Text, string) string

// accept returns how a text is stored and shown, or what is wrong with it.
func (s *Server) accept(what Text, sent string) (kept, problem string) {
	if s.choice.unfit != nil {
		if problem := s.choice.unfit(what, sent); problem != "" {
			return sent, problem
		}
	}
	if s.choice.normalised != nil && what != LinkRedirect {
		sent = s.choice.normalised(sent)
	}
	for _, f := range s.faults {
		if f.Text != nil {
			sent = f.Text(what, sent)
		}
	}
	return sent, ""
}

// kept returns how a text is stored where the response shows what was sent.
func (s *Server) kept(what Text, shown string) string {
	for _, f := range s.faults {
		if f.Keeps != nil {
			shown = f.Keeps(what, shown)
		}
	}
	return shown
}

// unfit rejects a text that contains one of some characters.
func unfit(has func(string) bool) func(Text, string) string {
	return func(_ Text, s string) string {
		if has(s) {
			return "this text is not accepted"
		}
		return ""
	}
}

func anyRune(is func(rune) bool) func(string) bool {
	return func(s string) bool { return strings.ContainsFunc(s, is) }
}

func longer(n int) func(string) bool {
	return func(s string) bool { return utf8.RuneCountInString(s) > n }
}

// composed returns a text with the marks of the letters below composed, as in
// Unicode's form C.
var composed = strings.NewReplacer("e\u0301", "é", "n\u0303", "ñ", "q\u0323\u0307", "q\u0323\u0307").Replace

var textVariations = []variation{
	{Switch{ID: "texts-ascii-only", Says: "a text with characters beyond ASCII is rejected"},
		func(c *choices) { c.unfit = unfit(anyRune(func(r rune) bool { return r > '~' })) }},
	{Switch{ID: "texts-without-emoji", Says: "a text with characters beyond the BMP is rejected"},
		func(c *choices) { c.unfit = unfit(anyRune(func(r rune) bool { return r > 0xFFFF })) }},
	{Switch{ID: "texts-without-control", Says: "a text with line breaks or tabs is rejected"},
		func(c *choices) { c.unfit = unfit(anyRune(func(r rune) bool { return r < ' ' })) }},
	{Switch{ID: "texts-without-markup", Says: "a text with angle brackets is rejected, as by a gateway"},
		func(c *choices) { c.unfit = unfit(func(s string) bool { return strings.ContainsAny(s, "<>") }) }},
	{Switch{ID: "texts-up-to-100", Says: "a text of more than 100 characters is rejected"}, func(c *choices) { c.unfit = unfit(longer(100)) }},
	{Switch{ID: "texts-up-to-40", Says: "a name or label of more than 40 characters is rejected"}, func(c *choices) {
		c.unfit = func(what Text, s string) string {
			if what == LinkRedirect {
				return ""
			}
			return unfit(longer(40))(what, s)
		}
	}},
	{Switch{ID: "names-of-letters", Says: "a name or label has letters, digits, spaces and hyphens only"}, func(c *choices) {
		c.unfit = func(what Text, s string) string {
			if what == LinkRedirect || what == DestinationName {
				return ""
			}
			return unfit(anyRune(func(r rune) bool {
				return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", r)
			}))(what, s)
		}
	}},
	{Switch{ID: "redirects-registered", Says: "only the redirect_uri that was registered is accepted"}, func(c *choices) {
		c.unfit = func(what Text, s string) string {
			if what == LinkRedirect && s != "" && s != registeredRedirect {
				return "this redirect_uri is not registered"
			}
			return ""
		}
	}},
	{Switch{ID: "texts-composed", Says: "names and labels are kept in Unicode's form C"}, func(c *choices) { c.normalised = composed }},
	{Switch{ID: "texts-trimmed", Says: "white space around a name or label is lost"}, func(c *choices) { c.normalised = strings.TrimSpace }},
	{Switch{ID: "ascii-json", Says: `characters beyond ASCII are written as \u escapes`}, func(c *choices) { c.script.ascii = true }},
	{Switch{ID: "slashes-escaped", Says: `a slash is written \/`}, func(c *choices) { c.script.slashes = true }},
}
