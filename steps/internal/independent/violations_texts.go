package independent

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"understudy/steps/internal/independent/api"
)

// textFaults change texts: wherever they are stored, or only in some responses.
func textFaults() (rows []api.Fault) {
	promises := map[api.Text]string{api.SegmentName: "segment-name-kept", api.NewLabel: "connector-label-kept",
		api.ConnectorLabel:  "connector-label-kept",
		api.DestinationName: "destination-name-kept", api.LinkRedirect: "link-redirect-echoed"}
	names := map[api.Text]string{api.SegmentName: "segment-name", api.NewLabel: "new-label", api.ConnectorLabel: "label",
		api.DestinationName: "destination-name", api.LinkRedirect: "redirect"}
	for _, r := range respelt {
		only := func(what api.Text, s string) string {
			if what == r.of {
				return r.as(s)
			}
			return s
		}
		f := api.Fault{Violation: Violation{ID: names[r.of] + "-" + r.id, Breaks: promises[r.of], Says: "of each " + names[r.of] + ", " + r.says}}
		if f.Text = only; r.later {
			f.Text, f.Keeps = nil, only
			f.ID += "-later"
		}
		rows = append(rows, f)
	}
	return append(rows, shownFaults...)
}

// respelt are the texts that are stored differently; later ones are shown
// unchanged in the response to the write.
var respelt = []struct {
	of       api.Text
	id, says string
	as       func(string) string
	later    bool
}{
	{of: api.SegmentName, id: "upper-case", says: "all letters become capitals", as: strings.ToUpper},
	{of: api.SegmentName, id: "half", says: "what comes after 100 characters is lost", as: upTo(100)},
	{of: api.SegmentName, id: "quarter", says: "what comes after 255 characters is lost", as: upTo(255)},
	{of: api.SegmentName, id: "escaped", says: "markup is escaped", as: html.EscapeString},
	{of: api.SegmentName, id: "bytes", says: "each byte becomes a character", as: eachByte},
	{of: api.SegmentName, id: "no-astral", says: "emoji become replacement characters",
		as: mapped(func(r rune) rune { return either(r > 0xFFFF, utf8.RuneError, r) })},
	{of: api.SegmentName, id: "none", says: "null becomes nil", as: word("null", "nil")},
	{of: api.SegmentName, id: "yes", says: "true becomes 1", as: word("true", "1")},
	{of: api.SegmentName, id: "date", says: "a date gains a time", as: word("2026-01-01", "2026-01-01T00:00:00Z")},
	{of: api.SegmentName, id: "octal", says: "007 becomes 7", as: word("007", "7")},
	{of: api.SegmentName, id: "crlf", says: "a line break becomes two characters", as: strings.NewReplacer("\n", "\r\n").Replace},
	{of: api.SegmentName, id: "no-scripts", says: "a script element is lost", as: strings.NewReplacer("<script>f(1)</script>", "").Replace},
	{of: api.SegmentName, id: "no-returns", says: "CR LF becomes LF", as: strings.NewReplacer("\r\n", "\n").Replace},
	{of: api.SegmentName, id: "no-marks", says: "direction marks are lost", as: strings.NewReplacer("\u200f", "").Replace},
	{of: api.SegmentName, id: "arabic", says: "Arabic letters are lost", as: dropped(unicode.Arabic)},
	{of: api.SegmentName, id: "percent-decoded", says: "percent-encodings are decoded, where all of them are right", as: percentDecoded},
	{of: api.SegmentName, id: "unescaped", says: "escapes of JSON are decoded, where all of them are right", as: jsonUnescaped},

	{of: api.NewLabel, id: "lower-case", says: "capitals become small", as: strings.ToLower},
	{of: api.NewLabel, id: "slashed", says: "quotes gain a backslash", as: strings.NewReplacer("'", `\'`, `"`, `\"`).Replace},
	{of: api.NewLabel, id: "stripped", says: "tags are stripped", as: func(s string) string { return tag.ReplaceAllString(s, "") }},
	{of: api.NewLabel, id: "no-tabs", says: "tabs become spaces", as: strings.NewReplacer("\t", " ").Replace},
	{of: api.NewLabel, id: "number", says: "1e3 becomes 1000", as: word("1e3", "1000")},
	{of: api.NewLabel, id: "cut", says: "what comes after 255 characters is lost", as: upTo(255)},
	{of: api.NewLabel, id: "unquoted", says: "the quotes around it are lost", as: unquoted},
	{of: api.NewLabel, id: "no-parents", says: "the steps to a parent folder are lost", as: strings.NewReplacer("../", "").Replace},
	{of: api.NewLabel, id: "separators", says: "U+2028 becomes a line feed", as: strings.NewReplacer("\u2028", "\n").Replace},
	{of: api.NewLabel, id: "uncommented", says: "two hyphens are lost", as: strings.NewReplacer("--", "").Replace},
	{of: api.NewLabel, id: "no-variants", says: "variation selectors are lost", as: strings.NewReplacer("\ufe0f", "").Replace},
	{of: api.NewLabel, id: "hebrew", says: "Hebrew letters are lost", as: dropped(unicode.Hebrew)},

	{of: api.ConnectorLabel, id: "single-spaced", says: "inner spaces become one",
		as: func(s string) string { return spaces.ReplaceAllString(s, " ") }},
	{of: api.ConnectorLabel, id: "apostrophe", says: "a = at its start gains an apostrophe in front", as: func(s string) string {
		if strings.HasPrefix(s, "=") {
			return "'" + s
		}
		return s
	}},
	{of: api.ConnectorLabel, id: "decoded", says: "%41 becomes A", as: strings.NewReplacer("%41", "A", "%2B", "+").Replace},
	{of: api.ConnectorLabel, id: "no-plus", says: "a plus becomes a space", as: strings.NewReplacer("+", " ").Replace},
	{of: api.ConnectorLabel, id: "interpolated", says: "${y} is filled in", as: strings.NewReplacer("${y}", "").Replace},
	{of: api.ConnectorLabel, id: "three-bytes", says: "what comes after a character beyond the BMP is lost", as: func(s string) string {
		if i := strings.IndexFunc(s, func(r rune) bool { return r > 0xFFFF }); i >= 0 {
			return s[:i]
		}
		return s
	}},
	{of: api.ConnectorLabel, id: "stutters-lost", says: "a doubled word is lost", as: strings.NewReplacer(" had had", " had").Replace},
	{of: api.ConnectorLabel, id: "emoticon", says: ":smile: becomes an emoji", as: strings.NewReplacer(":smile:", "😄").Replace},
	{of: api.ConnectorLabel, id: "unlinked", says: "a URL is lost", as: strings.NewReplacer("http://a.example/b", "").Replace},
	{of: api.ConnectorLabel, id: "hyphens-lost", says: "soft hyphens are lost", as: strings.NewReplacer("\u00ad", "").Replace},
	{of: api.ConnectorLabel, id: "one-percent", says: "two percent signs become one", as: strings.NewReplacer("%%", "%").Replace},
	{of: api.ConnectorLabel, id: "marks-lost", says: "combining marks are lost", as: dropped(unicode.Mn)},
	{of: api.ConnectorLabel, id: "cjk", says: "Chinese characters become question marks",
		as: mapped(func(r rune) rune { return either(unicode.Is(unicode.Han, r), '?', r) })},
	{of: api.ConnectorLabel, id: "cut", says: "what comes after 120 characters is lost", as: upTo(120), later: true},
	{of: api.ConnectorLabel, id: "escaped", says: "an ampersand is escaped", as: strings.NewReplacer("&", "&amp;").Replace, later: true},

	{of: api.DestinationName, id: "diacritics-lost", says: "diacritics are lost",
		as: strings.NewReplacer("è", "e", "û", "u", "é", "e", "Ł", "L", "ó", "o", "ö", "o").Replace},
	{of: api.DestinationName, id: "percent-decoded", says: "percent-encodings are decoded, where all of them are right", as: percentDecoded},
	{of: api.DestinationName, id: "unescaped", says: "escapes of JSON are decoded, where all of them are right", as: jsonUnescaped},
	{of: api.DestinationName, id: "ampersand", says: "an ampersand is escaped", as: strings.NewReplacer("&", "&amp;").Replace},
	{of: api.DestinationName, id: "curly", says: "apostrophes become curly", as: strings.NewReplacer("'", "’").Replace},
	{of: api.DestinationName, id: "no-emoji", says: "emoji are lost", as: mapped(func(r rune) rune { return either(r > 0xFFFF, -1, r) })},
	{of: api.DestinationName, id: "no-angles", says: "angle brackets are lost", as: strings.NewReplacer("<", "", ">", "").Replace},
	{of: api.DestinationName, id: "hyphens", says: "dashes become hyphens", as: strings.NewReplacer("–", "-", "—", "-").Replace},
	{of: api.DestinationName, id: "ellipsis", says: "three dots become one character", as: strings.NewReplacer("...", "…").Replace},
	{of: api.DestinationName, id: "no-zeros", says: "007 becomes 7", as: word("007", "7")},
	{of: api.DestinationName, id: "no-backslash", says: "a backslash is lost", as: strings.NewReplacer(`\`, "").Replace},
	{of: api.DestinationName, id: "single-spaced", says: "a doubled space becomes one", as: strings.NewReplacer("  ", " ").Replace},
	{of: api.DestinationName, id: "lower-case", says: "capitals become small", as: strings.ToLower, later: true},

	{of: api.LinkRedirect, id: "no-fragment", says: "the fragment is lost",
		as: func(s string) string { before, _, _ := strings.Cut(s, "#"); return before }},
	{of: api.LinkRedirect, id: "port-443", says: "the port 8443 becomes 443", as: strings.NewReplacer(":8443", ":443").Replace},
	{of: api.LinkRedirect, id: "small-host", says: "the host is in lower case",
		as: changed(func(u *url.URL) { u.Host = strings.ToLower(u.Host) })},
	{of: api.LinkRedirect, id: "no-user", says: "the user of the host is lost", as: strings.NewReplacer("someone@", "").Replace},
	{of: api.LinkRedirect, id: "no-empty-ends", says: "an empty query or fragment is lost",
		as: func(s string) string { return strings.TrimRight(s, "?#") }},
	{of: api.LinkRedirect, id: "no-campaign", says: "utm_source is lost", as: strings.NewReplacer("&utm_source=Mail", "").Replace},
	{of: api.LinkRedirect, id: "no-null", says: "a parameter with the value null is lost", as: strings.NewReplacer("&n=null", "").Replace},
	{of: api.LinkRedirect, id: "no-brackets", says: "brackets are percent-encoded", as: strings.NewReplacer("[", "%5B", "]", "%5D").Replace},
	{of: api.LinkRedirect, id: "no-www", says: "www. is lost", as: strings.NewReplacer("//www.", "//").Replace},
	{of: api.LinkRedirect, id: "no-final-dot", says: "a final dot of the host is lost",
		as: changed(func(u *url.URL) { u.Host = strings.TrimSuffix(u.Host, ".") })},
	{of: api.LinkRedirect, id: "local", says: "127.0.0.1 becomes localhost", as: strings.NewReplacer("127.0.0.1", "localhost").Replace},
	{of: api.LinkRedirect, id: "cut-later", says: "what comes after 500 characters is lost", as: upTo(500)},
	{of: api.LinkRedirect, id: "https", says: "http becomes https", as: func(s string) string {
		if rest, ok := strings.CutPrefix(s, "http://"); ok {
			return "https://" + rest
		}
		return s
	}},
	{of: api.LinkRedirect, id: "no-dots", says: "the dot segments of the path are resolved", as: withoutDots},
	{of: api.LinkRedirect, id: "ascii", says: "letters beyond ASCII are percent-encoded", as: percentEncoded},
	{of: api.LinkRedirect, id: "sorted-query", says: "the query is sorted", as: changed(func(u *url.URL) { u.RawQuery = u.Query().Encode() })},
	{of: api.LinkRedirect, id: "no-empty", says: "an empty parameter is lost", as: strings.NewReplacer("&a=&", "&").Replace},
	{of: api.LinkRedirect, id: "one-of-each", says: "a repeated parameter is lost", as: strings.NewReplacer("&a=2", "").Replace},
	{of: api.LinkRedirect, id: "no-final-slash", says: "a final slash is lost",
		as: changed(func(u *url.URL) { u.Path = strings.TrimSuffix(u.Path, "/") })},
	{of: api.LinkRedirect, id: "capital-hex", says: "percent-encodings are in capitals",
		as: strings.NewReplacer("%c3", "%C3", "%a9", "%A9", "%2f", "%2F").Replace},
	{of: api.LinkRedirect, id: "unreserved", says: "%41 becomes A", as: strings.NewReplacer("%41", "A").Replace},
	{of: api.LinkRedirect, id: "spaces-as-plus", says: "%20 becomes a plus", as: strings.NewReplacer("%20", "+").Replace},
	{of: api.LinkRedirect, id: "one-slash", says: "doubled slashes of the path become one",
		as: strings.NewReplacer("//Back//", "/Back/").Replace},
	{of: api.LinkRedirect, id: "cut", says: "what comes after 255 characters is lost", as: upTo(255)},
	{of: api.LinkRedirect, id: "amp", says: "an ampersand is escaped", as: strings.NewReplacer("&", "&amp;").Replace},
}

// shownFaults show texts, or the bodies that contain them, differently.
var shownFaults = append(about(api.PublishConnector, []api.Fault{
	{Violation: Violation{ID: "publish-label-escaped", Breaks: "connector-label-kept",
		Says: "a publishing shows the label with its first word in capitals"},
		Respond: func(o api.Outcome) {
			label, _ := o.Rep.Data().Get("label").(string)
			o.Rep.Set("label", strings.Replace(label, "understudy", "Understudy", 1))
		}},
}), append(about(api.UpdateConnector, []api.Fault{
	{Violation: Violation{ID: "label-bytes-counted", Breaks: "bodies-are-json",
		Says: "the body of a connector's update is cut to as many bytes as it has characters"}, Respond: garbles(byCharacters)},
	{Violation: Violation{ID: "label-digits-bare", Breaks: "connector-label", Says: "a label of digits is a number"},
		Respond: func(o api.Outcome) {
			if label, _ := o.Rep.Data().Get("label").(string); label == "007" {
				o.Rep.Set("label", int64(7))
			}
		}},
}), about(api.CreateConnector, []api.Fault{
	{Violation: Violation{ID: "new-label-bytes-counted", Breaks: "bodies-are-json",
		Says: "the body of a connector's creation is cut to as many bytes as it has characters"}, Respond: garbles(byCharacters)},
})...)...)

func byCharacters(b []byte) []byte { return b[:utf8.RuneCount(b)] }

var (
	tag    = regexp.MustCompile(`<[^<>]*>`)
	spaces = regexp.MustCompile(` +`)
	// dots are the dot segments of a path, with what the double ones remove.
	dots = regexp.MustCompile(`/[^/]+/\.\./|/\./`)
)

func unquoted(s string) string {
	if inner, ok := strings.CutPrefix(s, `"`); ok && strings.HasSuffix(inner, `"`) {
		return strings.TrimSuffix(inner, `"`)
	}
	return s
}

// withoutDots leaves the query and the fragment unchanged.
func withoutDots(s string) string {
	end := strings.IndexAny(s, "?#")
	if end < 0 {
		end = len(s)
	}
	return dots.ReplaceAllString(s[:end], "/") + s[end:]
}

// percentDecoded decodes a text, unless one of its percent signs is not that of an encoding.
func percentDecoded(s string) string {
	if decoded, err := url.PathUnescape(s); err == nil {
		return decoded
	}
	return s
}

// jsonUnescaped decodes a text as the inside of a string of JSON, unless it is none.
func jsonUnescaped(s string) string {
	var decoded string
	if json.Unmarshal([]byte(`"`+s+`"`), &decoded) == nil {
		return decoded
	}
	return s
}

// percentEncoded leaves ASCII unchanged.
func percentEncoded(s string) string {
	var out strings.Builder
	for _, r := range s {
		if r > '~' {
			out.WriteString(url.PathEscape(string(r)))
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

func upTo(n int) func(string) string {
	return func(s string) string {
		if runes := []rune(s); len(runes) > n {
			return string(runes[:n])
		}
		return s
	}
}

func eachByte(s string) string {
	var runes []rune
	for i := range len(s) {
		runes = append(runes, rune(s[i]))
	}
	return string(runes)
}

func mapped(as func(rune) rune) func(string) string {
	return func(s string) string { return strings.Map(as, s) }
}

func either(is bool, yes, no rune) rune {
	if is {
		return yes
	}
	return no
}

func dropped(table *unicode.RangeTable) func(string) string {
	return mapped(func(r rune) rune { return either(unicode.Is(table, r), -1, r) })
}

func word(from, to string) func(string) string {
	return func(s string) string {
		if s == from {
			return to
		}
		return s
	}
}

func changed(change func(*url.URL)) func(string) string {
	return func(s string) string {
		u, err := url.Parse(s)
		if err != nil {
			return s
		}
		change(u)
		return u.String()
	}
}
