package text

import (
	"fmt"
	"html"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// respeller changes a text, or leaves it as it is.
type respeller func(string) string

// respelling is a respeller with its description.
type respelling struct {
	id, says string
	respell  respeller
}

// The respellings of words, and of parts of URLs.
var (
	inLowerCase        = respelling{"in-lower-case", "capitals become small", strings.ToLower}
	inTitleCase        = respelling{"capitalised", "its first letter becomes a capital", func(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }}
	htmlEscaped        = respelling{"html-escaped", "its signs are escaped as in HTML", html.EscapeString}
	unescaped          = respelling{"html-unescaped", "&amp; becomes &", html.UnescapeString}
	twiceEscaped       = respelling{"backslashes-doubled", "its backslashes are doubled", func(s string) string { return strings.ReplaceAll(s, `\`, `\\`) }}
	tagless            = respelling{"without-tags", "its tags are stripped", func(s string) string { return regexp.MustCompile(`</?[A-Za-z]+>`).ReplaceAllString(s, "") }}
	apostrophesDoubled = respelling{"apostrophes-doubled", "its apostrophes are doubled", func(s string) string { return strings.ReplaceAll(s, "'", "''") }}
	squeezed           = respelling{"spaces-squeezed", "its inner spaces become one", func(s string) string { return strings.Join(strings.Fields(s), " ") }}
	blanksMerged       = respelling{"blanks-merged", "blanks side by side become one", func(s string) string { return regexp.MustCompile(` {2,}`).ReplaceAllString(s, " ") }}
	onOneLine          = respelling{"on-one-line", "its line breaks become spaces", func(s string) string { return strings.ReplaceAll(s, "\n", " ") }}
	filledIn           = respelling{"filled-in", "what stands in braces is filled in", func(s string) string { return regexp.MustCompile(`\{\{.*?\}\}`).ReplaceAllString(s, "") }}
	folded             = respelling{"folded", "compatibility forms are folded", strings.NewReplacer("ﬁ", "fi", "①", "1", "Ａ", "A", "²", "2", "™", "TM").Replace}
	withoutMarks       = respelling{"without-marks", "combining marks are lost", func(s string) string { return keep(s, func(r rune) bool { return r < 0x300 || r > 0x36F }) }}
	ascii              = respelling{"in-ascii", "letters beyond ISO 8859-1 become question marks", func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > 0xFF {
				return '?'
			}
			return r
		}, s)
	}}
	unquoted = respelling{"unquoted", "quotes around it are lost", func(s string) string { return strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`) }}
	defused  = respelling{"defused", "it gains an apostrophe where it begins as a formula", func(s string) string {
		if s != "" && strings.Contains("=+-@", s[:1]) {
			return "'" + s
		}
		return s
	}}
	withoutParents = respelling{"without-parents", "steps to a parent folder are lost", func(s string) string { return strings.ReplaceAll(s, "../", "") }}
	withoutScripts = respelling{"without-scripts", "script elements are lost with their text", func(s string) string {
		return regexp.MustCompile(`(?is)<script.*?</script>`).ReplaceAllString(s, "")
	}}
	linked       = respelling{"linked", "@name becomes a link", func(s string) string { return strings.ReplaceAll(s, " @name", " <@name>") }}
	printed      = respelling{"printed", "it is printed as a format", func(s string) string { return strings.NewReplacer("%%", "%", "%d", "0").Replace(s) }}
	starsEscaped = respelling{"escaped-as-markdown", "underscores and stars gain a backslash", func(s string) string { return strings.NewReplacer("_", `\_`, "*", `\*`).Replace(s) }}
	withoutUser  = respelling{"without-user", "the user of the host is lost", func(s string) string { return regexp.MustCompile(`//[^/?#@]*@`).ReplaceAllString(s, "//") }}

	breakable       = respelling{"breakable", "no-break spaces become plain ones", func(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }}
	backslashesLost = respelling{"backslashes-lost", "its backslashes are lost", func(s string) string { return strings.ReplaceAll(s, `\`, "") }}
	secured         = respelling{"secured", "http becomes https", func(s string) string { return strings.Replace(s, "http://", "https://", 1) }}
	withoutDots     = respelling{"without-dots", "dots of its path are resolved", inURL(func(u *url.URL) {
		*u = *u.ResolveReference(&url.URL{Path: path.Clean(u.Path), RawQuery: u.RawQuery, Fragment: u.Fragment})
	})}
	inASCIIOnly = respelling{"in-ascii-only", "letters beyond ASCII are percent-encoded", func(s string) string {
		var b strings.Builder
		for _, c := range []byte(s) {
			if c < utf8.RuneSelf {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		return b.String()
	}}
	withoutTurkish   = respelling{"without-turkish-letters", "the letters İ and ı become I and i", strings.NewReplacer("İ", "I", "ı", "i").Replace}
	withoutFinalSign = respelling{"without-a-final-dot", "a dot at its end is lost", func(s string) string { return strings.TrimSuffix(s, ".") }}
	withoutAstral    = respelling{"without-emoji", "characters beyond the BMP are lost", func(s string) string { return keep(s, func(r rune) bool { return r <= 0xFFFF }) }}
	mojibake         = respelling{"in-latin-1", "its bytes are read as ISO 8859-1", readAsLatin1}
	decodedOnce      = respelling{"percent-decoded", "it is percent-decoded once more", func(s string) string {
		if decoded, err := url.PathUnescape(s); err == nil {
			return decoded
		}
		return strings.NewReplacer("%41", "A", "%25", "%").Replace(s)
	}}
	plusAsSpace   = respelling{"plus-as-space", "a plus becomes a space", func(s string) string { return strings.ReplaceAll(s, "+", " ") }}
	plusAsEncoded = respelling{"plus-as-encoded-space", "a plus becomes %20", func(s string) string { return strings.ReplaceAll(s, "+", "%20") }}
	cut30         = respelling{"cut-at-30", "it is cut after 30 characters", Cut(30)}
	cut64         = respelling{"cut-at-64", "it is cut after 64 characters", Cut(64)}
	cut100        = respelling{"cut-at-100", "it is cut after 100 characters", Cut(100)}
	cut191        = respelling{"cut-at-191", "it is cut after 191 characters, where it has at most 255", cutWithin255(191)}
	cut254        = respelling{"cut-at-254", "the last of 255 characters is lost", cutWithin255(254)}
	cut255        = respelling{"cut-at-255", "it is cut after 255 characters", Cut(255)}
	cut150Bytes   = respelling{"cut-at-150-bytes", "it is cut after 150 bytes", func(s string) string { return strings.ToValidUTF8(s[:min(150, len(s))], "") }}
	nullWord      = respelling{"null-as-none", "the word null becomes None", whenIs("null", "None")}
	zeroLost      = respelling{"zero-as-none", "the text 0 becomes none", whenIs("0", "none")}
	zerosLost     = respelling{"zeros-lost", "leading zeros are lost where it is a number", func(s string) string {
		if s != "" && strings.Trim(s, "0123456789") == "" {
			return strings.TrimLeft(s, "0")
		}
		return s
	}}
	zerosLostInside = respelling{"zeros-lost", "leading zeros of a number in it are lost", func(s string) string { return strings.ReplaceAll(s, " 00", " ") }}
	numeralOf       = respelling{"as-a-number", "a text that is a number is written as one", func(s string) string {
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return strconv.FormatFloat(f, 'f', -1, 64)
		}
		return s
	}}

	reencoded         = respelling{"reencoded", "its query is encoded again", inURL(func(u *url.URL) { u.RawQuery = u.Query().Encode() })}
	withoutFragment   = respelling{"without-its-fragment", "its fragment is lost", func(s string) string { before, _, _ := strings.Cut(s, "#"); return before }}
	withoutPort       = respelling{"without-its-port", "its port is lost", inURL(func(u *url.URL) { u.Host = u.Hostname() })}
	hostInLowerCase   = respelling{"host-in-lower-case", "capitals of its host become small", inURL(func(u *url.URL) { u.Host = strings.ToLower(u.Host) })}
	withoutEmpty      = respelling{"without-empty-parameters", "an empty parameter is lost", func(s string) string { return strings.ReplaceAll(s, "a=&", "") }}
	withoutRepeated   = respelling{"without-repeated-parameters", "a repeated parameter is lost", func(s string) string { return strings.ReplaceAll(s, "&a=2", "") }}
	withoutFinalSlash = respelling{"without-its-final-slash", "its final slash is lost", inURL(func(u *url.URL) { u.Path = strings.TrimSuffix(u.Path, "/") })}
	withoutEndSlash   = respelling{"without-slashes-at-its-end", "slashes at its very end are lost", func(s string) string { return strings.TrimRight(s, "/") }}
	withFinalSlash    = respelling{"with-a-final-slash", "it gains a final slash where it has no query", func(s string) string {
		if strings.ContainsAny(s, "?#") || strings.HasSuffix(s, "/") {
			return s
		}
		return s + "/"
	}}
	slashesMerged = respelling{"slashes-merged", "doubled slashes of its path become one", inURL(func(u *url.URL) {
		u.Path, u.RawPath = strings.ReplaceAll(u.Path, "//", "/"), ""
	})}
	hostInASCII   = respelling{"host-in-ascii", "letters of its host beyond ASCII are written in Punycode", func(s string) string { return strings.Replace(s, "//bücher.", "//xn--bcher-kva.", 1) }}
	hexInCapitals = respelling{"hex-in-capitals", "percent-encodings become capitals", func(s string) string {
		return regexp.MustCompile(`%[0-9a-f]{2}`).ReplaceAllStringFunc(s, strings.ToUpper)
	}}
)

func keep(s string, want func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if want(r) {
			return r
		}
		return -1
	}, s)
}

// Cut keeps the first n characters of a text.
func Cut(n int) func(string) string {
	return func(s string) string {
		runes := []rune(s)
		return string(runes[:min(n, len(runes))])
	}
}

// cutWithin255 keeps the first n characters of a text that has at most 255.
func cutWithin255(n int) respeller {
	return func(s string) string {
		if utf8.RuneCountInString(s) > 255 {
			return s
		}
		return Cut(n)(s)
	}
}

func whenIs(word, becomes string) respeller {
	return func(s string) string {
		if s == word {
			return becomes
		}
		return s
	}
}

func readAsLatin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

func inURL(change func(*url.URL)) respeller {
	return func(s string) string {
		u, err := url.Parse(s)
		if err != nil {
			return s
		}
		change(u)
		return u.String()
	}
}

// The respellings of single characters, and of what looks like a word of another language.
var (
	withoutVariants   = respelling{"without-variation-selectors", "variation selectors are lost", without("\ufe0f")}
	withoutDirections = respelling{"without-direction-marks", "direction marks are lost", without("\u200f")}
	withoutHyphens    = respelling{"without-soft-hyphens", "soft hyphens are lost", without("\u00ad")}
	withoutSeparators = respelling{"without-line-separators", "U+2028 becomes a line feed", replaces("\u2028", "\n")}
	withoutReturns    = respelling{"without-carriage-returns", "CR LF becomes LF", replaces("\r\n", "\n")}
	withoutComments   = respelling{"without-comments", "comments of SQL are lost", func(s string) string { return regexp.MustCompile(`--|/\*.*?\*/`).ReplaceAllString(s, "") }}
	withoutLinks      = respelling{"without-links", "URLs are lost", func(s string) string { return regexp.MustCompile(`https?://\S+`).ReplaceAllString(s, "") }}
	withoutDoubles    = respelling{"without-doubled-words", "a doubled word is lost", replaces(" had had", " had")}
	dashed            = respelling{"dashed", "dashes become hyphens", strings.NewReplacer("–", "-", "—", "-").Replace}
	dotted            = respelling{"dotted", "three dots become one character", replaces("...", "…")}
	smiling           = respelling{"smiling", "the name of an emoji becomes one", replaces(":smile:", "😄")}

	withoutEmptyEnds = respelling{"without-empty-ends", "an empty query or fragment is lost", func(s string) string { return strings.TrimRight(s, "?#") }}
	withoutCampaign  = respelling{"without-campaign", "parameters whose names begin with utm_ are lost", func(s string) string { return regexp.MustCompile(`&utm_[^&#]*`).ReplaceAllString(s, "") }}
	withoutNulls     = respelling{"without-nulls", "a parameter with the value null becomes empty", replaces("=null", "=")}
	withoutBrackets  = respelling{"without-brackets", "brackets of its query are percent-encoded", strings.NewReplacer("[", "%5B", "]", "%5D").Replace}
	withoutWWW       = respelling{"without-www", "www. is lost", replaces("//www.", "//")}
	withoutFinalDot  = respelling{"without-final-dot", "a final dot of the host is lost", func(s string) string { return regexp.MustCompile(`^(https?://[^/]*)\./`).ReplaceAllString(s, "$1/") }}
	named            = respelling{"named", "the host 127.0.0.1 becomes localhost", replaces("//127.0.0.1", "//localhost")}
	cut500           = respelling{"cut-at-500", "it is cut after 500 characters", Cut(500)}
)

func replaces(old, by string) respeller {
	return func(s string) string { return strings.ReplaceAll(s, old, by) }
}

func without(what string) respeller { return replaces(what, "") }
