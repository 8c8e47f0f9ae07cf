package mutant

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"understudy/server/mutant/edit"
)

// The respellings of single characters, and of what looks like a word of another language.
var (
	withoutVariants   = respelling{"without-variation-selectors", "variation selectors are lost", without("\ufe0f")}
	withoutDirections = respelling{"without-direction-marks", "direction marks are lost", without("\u200f")}
	withoutHyphens    = respelling{"without-soft-hyphens", "soft hyphens are lost", without("\u00ad")}
	withoutSeparators = respelling{"without-line-separators", "U+2028 becomes a line feed", replaces("\u2028", "\n")}
	withoutReturns    = respelling{"without-carriage-returns", "CR LF becomes LF", replaces("\r\n", "\n")}
	withoutComments   = respelling{"without-comments", "comments of SQL are lost", func(s string) string { return regexp.MustCompile(`--|/\*.*?\*/`).ReplaceAllString(s, "") }}
	withoutLinks      = respelling{"without-links", "URLs are lost", func(s string) string { return regexp.MustCompile(`https?://\S+`).ReplaceAllString(s, "") }}
	withoutDoubles    = respelling{"without-doubled-words", "a doubled word is lost", replaces(" so so", " so")}
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
	cut500           = respelling{"cut-at-500", "it is cut after 500 characters", cut(500)}
)

func replaces(old, by string) respeller {
	return func(s string) string { return strings.ReplaceAll(s, old, by) }
}

func without(what string) respeller { return replaces(what, "") }

// digitsShown shows a destination's name as a number, where it has digits only.
var digitsShown = edit.OnBody(patched, func(body object, _ url.Values) {
	data := body["data"].(object)
	if name, _ := data["name"].(string); name != "" && strings.Trim(name, "0123456789") == "" {
		data["name"] = json.Number("1" + name)
	}
})

// misread changes the service_name in a path before the fake sees it.
func misread(respell respeller) wrapper {
	return edit.On(reconnecting, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		r.URL.Path, r.URL.RawPath = connectorsPath+respell(strings.TrimPrefix(r.URL.Path, connectorsPath)), ""
		next.ServeHTTP(w, r)
	})
}
