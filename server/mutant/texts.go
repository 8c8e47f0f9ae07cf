package mutant

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"understudy/server/mutant/edit"
)

// texts returns the mutants that store or show a text differently.
func texts() []Mutant {
	var all []Mutant
	for _, s := range []struct {
		kind, promise string
		change        func(respeller) wrapper
		how           []respelling
	}{
		{"segment-name", "segment-name-kept", segmentStored, []respelling{inLowerCase, unescaped, cut30, cut100, cut255, mojibake, withoutAstral, twiceEscaped, onOneLine, ascii, nullWord, zerosLost, numeralOf, unquoted, defused, withoutParents, withoutSeparators, withoutDoubles}},
		{"new-label", "connector-label-kept", labelStored(connecting), []respelling{inTitleCase, htmlEscaped, apostrophesDoubled, squeezed, folded, withoutMarks, filledIn, cut150Bytes, decodedOnce, plusAsSpace, unquoted, breakable, withoutScripts, linked, withoutHyphens, withoutReturns, withoutLinks, dotted}},
		{"label", "connector-label-kept", labelStored(reconnecting), []respelling{inLowerCase, tagless, cut64, cut255, mojibake, withoutAstral, twiceEscaped, onOneLine, nullWord, zerosLost, defused, printed, starsEscaped, withoutDirections, withoutComments, smiling}},
		{"name", "destination-name-kept", nameStored, []respelling{inLowerCase, htmlEscaped, mojibake, withoutAstral, apostrophesDoubled, zerosLostInside, plusAsSpace, squeezed, backslashesLost, tagless, withoutVariants, dashed}},
		{"redirect", "link-redirect-echoed", redirectShown, []respelling{reencoded, withoutFragment, withoutPort, hostInLowerCase, withoutEmpty, withoutRepeated, withoutFinalSlash,
			withFinalSlash, slashesMerged, decodedOnce, plusAsEncoded, hexInCapitals, htmlEscaped, cut255, secured, withoutDots, inASCIIOnly, twiceEscaped, withoutAstral, blanksMerged, withoutUser,
			withoutEmptyEnds, withoutCampaign, withoutNulls, withoutBrackets, withoutWWW, withoutFinalDot, named, cut500}},
	} {
		for _, h := range s.how {
			all = append(all, Mutant{ID: s.kind + "-" + h.id, Breaks: s.promise, Says: s.kind + ": " + h.says, Change: s.change(h.respell)})
		}
	}
	return append(all, brokenTexts()...)
}

// brokenTexts returns the mutants whose bodies or types break on some texts.
func brokenTexts() []Mutant {
	return []Mutant{
		{ID: "new-label-cut-to-its-characters", Breaks: "bodies-are-json", Says: "the Content-Length of a connector's creation counts characters, not bytes", Change: edit.OnBytes(connecting, countedInCharacters)},
		{ID: "label-cut-to-its-characters", Breaks: "bodies-are-json", Says: "the Content-Length of a connector's update counts characters, not bytes", Change: edit.OnBytes(reconnecting, countedInCharacters)},
		{ID: "update-cut-to-its-characters", Breaks: "bodies-are-json", Says: "the Content-Length of a destination's update counts characters, not bytes", Change: edit.OnBytes(patched, countedInCharacters)},
		{ID: "source-cut-to-its-characters", Breaks: "bodies-are-json", With: []string{"segment-source-completes"}, Says: "the Content-Length of the source URL counts characters, not bytes", Change: edit.OnBytes(source, countedInCharacters)},
		{ID: "label-written-in-latin-1", Breaks: "bodies-are-json", With: []string{"connector-label-kept"}, Says: "a connector's update is written in ISO 8859-1", Change: edit.OnBytes(reconnecting, inLatin1)},
		{ID: "new-label-breaks-off", Breaks: "bodies-are-json", Says: "a connector's creation breaks off where its label has letters beyond ASCII", Change: breaksOff(connecting)},
		{ID: "label-a-number", Breaks: "connector-label", Says: "a label of digits is shown as a number", Change: labelAs(func(label string) any {
			if label != "" && strings.Trim(label, "0123456789") == "" {
				return json.Number(strings.TrimLeft(label, "0") + "0")
			}
			return label
		})},
		{ID: "name-a-number", Breaks: "destination-name", Says: "a destination's name of digits is shown as a number", Change: digitsShown},
		{ID: "connector-path-cut-at-a-dot", Breaks: "connector-service-name-kept", Says: "the service_name of a path ends before its dot", Change: misread(func(s string) string {
			before, _, _ := strings.Cut(s, ".")
			return before
		})},
		{ID: "label-null", Breaks: "connector-label", Says: "the label null is shown as null", Change: labelAs(func(label string) any {
			if label == "null" {
				return nil
			}
			return label
		})},
	}
}

// respeller changes a text, or leaves it as it is.
type respeller func(string) string

// respelling is a respeller with its description.
type respelling struct {
	id, says string
	respell  respeller
}

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
		if strings.HasPrefix(s, "=") {
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
	withoutAstral = respelling{"without-emoji", "characters beyond the BMP are lost", func(s string) string { return keep(s, func(r rune) bool { return r <= 0xFFFF }) }}
	mojibake      = respelling{"in-latin-1", "its bytes are read as ISO 8859-1", readAsLatin1}
	decodedOnce   = respelling{"percent-decoded", "it is percent-decoded once more", func(s string) string {
		if decoded, err := url.PathUnescape(s); err == nil {
			return decoded
		}
		return strings.ReplaceAll(s, "%41", "A")
	}}
	plusAsSpace   = respelling{"plus-as-space", "a plus becomes a space", func(s string) string { return strings.ReplaceAll(s, "+", " ") }}
	plusAsEncoded = respelling{"plus-as-encoded-space", "a plus becomes %20", func(s string) string { return strings.ReplaceAll(s, "+", "%20") }}
	cut30         = respelling{"cut-at-30", "it is cut after 30 characters", cut(30)}
	cut64         = respelling{"cut-at-64", "it is cut after 64 characters", cut(64)}
	cut100        = respelling{"cut-at-100", "it is cut after 100 characters", cut(100)}
	cut255        = respelling{"cut-at-255", "it is cut after 255 characters", cut(255)}
	cut150Bytes   = respelling{"cut-at-150-bytes", "it is cut after 150 bytes", func(s string) string { return strings.ToValidUTF8(s[:min(150, len(s))], "") }}
	nullWord      = respelling{"null-as-none", "the word null becomes None", whenIs("null", "None")}
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
	withFinalSlash    = respelling{"with-a-final-slash", "it gains a final slash where it has no query", func(s string) string {
		if strings.ContainsAny(s, "?#") || strings.HasSuffix(s, "/") {
			return s
		}
		return s + "/"
	}}
	slashesMerged = respelling{"slashes-merged", "doubled slashes of its path become one", inURL(func(u *url.URL) {
		u.Path, u.RawPath = strings.ReplaceAll(u.Path, "//", "/"), ""
	})}
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

func cut(n int) respeller {
	return func(s string) string {
		runes := []rune(s)
		return string(runes[:min(n, len(runes))])
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

// stored changes a text of a body before the fake stores it.
func stored(operation string, respell respeller, in func(object) object, member string) wrapper {
	return edit.OnInput(operation, func(body object, _ *Lab) {
		if holder := in(body); holder != nil {
			if text, ok := holder[member].(string); ok {
				holder[member] = respell(text)
			}
		}
	})
}

func segmentStored(respell respeller) wrapper {
	return stored(creation, respell, func(body object) object { return body }, "name")
}

func nameStored(respell respeller) wrapper {
	return stored(patched, respell, func(body object) object { o, _ := body["service_connection"].(object); return o }, "name")
}

func labelStored(operation string) func(respeller) wrapper {
	return func(respell respeller) wrapper {
		return stored(operation, respell, func(body object) object { o, _ := body["connector"].(object); return o }, "label")
	}
}

func redirectShown(respell respeller) wrapper {
	return edit.OnBody(linking, func(body object, _ url.Values) {
		data := body["data"].(object)
		data["redirect_uri"] = respell(data["redirect_uri"].(string))
	})
}

// labelAs changes the label that an update shows.
func labelAs(change func(string) any) wrapper {
	return edit.OnBody(reconnecting, func(body object, _ url.Values) {
		data := body["data"].(object)
		data["label"] = change(data["label"].(string))
	})
}

func countedInCharacters(b []byte) []byte { return b[:utf8.RuneCount(b)] }

func inLatin1(b []byte) []byte {
	var out []byte
	for _, r := range string(b) {
		if r > 0xFF {
			r = '?'
		}
		out = append(out, byte(r))
	}
	return out
}

// breaksOff ends the body of a success before its announced length, if it
// contains letters beyond ASCII.
func breaksOff(operation string) wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := edit.Record(next, r)
		body := rec.Body.Bytes()
		if rec.Code/100 != 2 || utf8.RuneCount(body) == len(body) {
			edit.Reply(w, rec, body)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		w.WriteHeader(rec.Code)
		w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush() // if it cannot flush, the code is lost too
		panic(http.ErrAbortHandler)
	})
}
