package secret

import (
	"cmp"
	"encoding/base64"
	"math"
	"net/textproto"
	"slices"
	"strings"
	"sync"

	"understudy/spec/pattern"
)

// Known are tokens whose kind is known. Nil knows none.
type Known struct {
	kinds map[string]string

	once sync.Once
	// forms replaces each form of a token by its kind; no form is shorter than
	// shortest bytes.
	forms    *strings.Replacer
	shortest int
	// short are the tokens that are replaced only where they stand alone, the longest
	// first.
	short []string
}

// Know makes a Known of the kind of each token, such as "workspace token".
func Know(kinds map[string]string) *Known { return &Known{kinds: kinds} }

// Kind is the kind of a token, empty if it is not known.
func (k *Known) Kind(token string) string {
	if k == nil {
		return ""
	}
	return k.kinds[token]
}

// In reports whether a text contains a known token; a short one has to stand alone.
func (k *Known) In(text string) bool {
	if k == nil {
		return false
	}
	for token := range k.kinds {
		switch {
		case token == "":
		case len(token) >= Shortest && strings.Contains(text, token), len(token) < Shortest && pattern.ReplaceAlone(text, token, "") != text:
			return true
		}
	}
	return false
}

// hide removes the known tokens from a text.
func (k *Known) hide(s string) string {
	if k == nil {
		return s
	}
	k.once.Do(k.prepare)
	if len(s) >= k.shortest {
		s = k.forms.Replace(s)
	}
	for _, token := range k.short {
		s = pattern.ReplaceAlone(s, token, "["+k.kinds[token]+"]")
	}
	return s
}

func (k *Known) prepare() {
	type form struct{ text, kind string }
	var all []form
	k.shortest = math.MaxInt
	for token, kind := range k.kinds {
		if len(token) < Shortest {
			if token != "" {
				k.short = append(k.short, token)
			}
			continue
		}
		for _, text := range formsOf(token) {
			all = append(all, form{text, kind})
			k.shortest = min(k.shortest, len(text))
		}
	}
	slices.SortFunc(all, func(a, b form) int { // one may be a part of another
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text))
	})
	slices.SortFunc(k.short, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	pairs := make([]string, 0, 2*len(all))
	for _, f := range all {
		pairs = append(pairs, f.text, "["+f.kind+"]")
	}
	k.forms = strings.NewReplacer(pairs...)
}

// Shortest is the minimum length of a token to replace within words, too: a shorter one
// would be found everywhere.
const Shortest = 6

// formsOf are the forms that a token may have in a text. The escaped form of URLs is
// not among them: texts are unescaped first.
func formsOf(token string) []string {
	return append(inBase64(token), token, slashed(token), textproto.CanonicalMIMEHeaderKey(token))
}

// slashed is a text with slashes escaped as JSON allows.
func slashed(text string) string { return strings.ReplaceAll(text, "/", `\/`) }

// inBase64 is what the base64 of every text with the token in it has in common, for
// each position of the token modulo three bytes.
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
