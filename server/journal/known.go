package journal

import (
	"cmp"
	"encoding/base64"
	"net/textproto"
	"slices"
	"strings"
)

// Known are tokens of which it is known what they are. Nil knows none.
type Known struct {
	kinds map[string]string
	// forms replaces each form of a token by its kind; no form is shorter than
	// shortest bytes.
	forms    *strings.Replacer
	shortest int
}

// Know makes it of each token's kind, such as "workspace token".
func Know(kinds map[string]string) *Known {
	type form struct{ text, kind string }
	var all []form
	for token, kind := range kinds {
		for _, text := range formsOf(token) {
			all = append(all, form{text, kind})
		}
	}
	if len(all) == 0 {
		return &Known{kinds: kinds}
	}
	slices.SortFunc(all, func(a, b form) int { // one may be a part of another
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text))
	})
	pairs := make([]string, 0, 2*len(all))
	for _, f := range all {
		pairs = append(pairs, f.text, "["+f.kind+"]")
	}
	return &Known{kinds: kinds, forms: strings.NewReplacer(pairs...), shortest: len(all[len(all)-1].text)}
}

// Kind is what a token is, empty where that is not known.
func (k *Known) Kind(token string) string {
	if k == nil {
		return ""
	}
	return k.kinds[token]
}

// In reports whether a text is or holds a token that is known.
func (k *Known) In(text string) bool { return k.Kind(text) != "" || k.hide(text) != text }

// hide takes the known tokens out of a text.
func (k *Known) hide(s string) string {
	if k == nil || k.forms == nil || len(s) < k.shortest {
		return s
	}
	return k.forms.Replace(s)
}

// shortest is the length from which on a token is looked for in texts: a
// shorter one would be found everywhere.
const shortest = 6

// formsOf are the forms in which a token may stand in a text. What is escaped as in
// URLs is found by unescaping.
func formsOf(token string) []string {
	if len(token) < shortest {
		return nil
	}
	return append(inBase64(token), token, slashed(token), textproto.CanonicalMIMEHeaderKey(token))
}

// slashed is a text as JSON may have it.
func slashed(text string) string { return strings.ReplaceAll(text, "/", `\/`) }

// inBase64 is what the base64 of every text that holds a token has in common, for
// each place of the token modulo three bytes.
func inBase64(token string) (all []string) {
	for before := range 3 {
		text := append(make([]byte, before), token...)
		first, last := (before*8+5)/6, len(text)*8/6 // letters on the edge hold bits of other bytes
		for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			all = append(all, e.EncodeToString(text)[first:last])
		}
	}
	return all
}
