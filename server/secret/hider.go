package secret

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
)

// Hider removes secrets from texts: those that Hide finds, the known tokens and what
// was concealed.
type Hider struct {
	known *Known
	// longer and others are the concealed texts, the longest first: longer has those
	// that contain a known token, others the rest.
	longer, others []opener
}

// opener is a text that grants access to something, and what is shown in its place.
type opener struct{ text, shown string }

// NewHider returns a Hider of some tokens.
func NewHider(known *Known) Hider { return Hider{known: known} }

// Conceal adds a text that grants access to something, and what is shown in its place.
func (h *Hider) Conceal(text, shown string) {
	if len(text) < Shortest {
		return
	}
	to := &h.others
	if h.known.In(text) {
		to = &h.longer
	}
	*to = append(*to, opener{text, shown})
	if quoted := slashed(text); quoted != text {
		*to = append(*to, opener{quoted, shown})
	}
	slices.SortFunc(*to, func(a, b opener) int { // one may be a part of another
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text))
	})
}

// LearnHeader adds the tokens of a header.
func (h *Hider) LearnHeader(name, value string) {
	_, token := credentials(value)
	tokens := []string{token}
	if name == "Authorization" {
		tokens = append(tokens, strings.Fields(value)...)
	}
	for _, token := range tokens {
		if h.known.Kind(token) == "" && !strings.EqualFold(token, "Bearer") {
			h.Conceal(token, "["+unknown+"]")
		}
	}
}

// credentials are the scheme and the token of an authorization header of any name;
// the token is empty if the header is none.
func credentials(value string) (scheme, token string) {
	scheme, token, _ = strings.Cut(value, " ")
	token = strings.TrimSpace(token)
	switch strings.ToLower(scheme) {
	case "bearer", "token", "digest":
		return scheme, token
	case "basic":
		decoded, _ := base64.StdEncoding.DecodeString(token)
		_, password, _ := strings.Cut(string(decoded), ":")
		return scheme, password
	}
	return "", ""
}

// unknown is what is shown for a token that no world knows.
const unknown = "unknown token"

// Text removes secrets from any text, also those that are escaped as in a URL.
func (h *Hider) Text(s string) string { return through(s, h.plain) }

// plain removes secrets from a text that is not escaped.
func (h *Hider) plain(s string) string {
	s = hideAll(inURLs(s), h.longer)
	s = hideAll(h.known.hide(s), h.others)
	return hideAuth(s)
}

func hideAll(s string, openers []opener) string {
	for _, o := range openers {
		s = strings.ReplaceAll(s, o.text, o.shown)
	}
	return s
}

// authLength is how many letters the authorization value of a link has: it is a
// hash, in base64 as URLs have it.
var authLength = base64.RawURLEncoding.EncodedLen(sha256.Size)

// hideAuth hides what looks like the authorization value of a link. The fake keeps
// only hashes of these values, and loses them when a state is restored.
func hideAuth(s string) string {
	if len(s) < authLength {
		return s
	}
	var shown strings.Builder
	done := 0
	for start := 0; start < len(s); {
		end, upper, lower := start, false, false
		for ; end < len(s) && isAuthByte(s[end]); end++ {
			upper, lower = upper || 'A' <= s[end] && s[end] <= 'Z', lower || 'a' <= s[end] && s[end] <= 'z'
		}
		if end-start == authLength && upper && lower {
			shown.WriteString(s[done:start])
			shown.WriteString(Hidden)
			done = end
		}
		start = end + 1
	}
	if done == 0 {
		return s
	}
	return shown.String() + s[done:]
}

func isAuthByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// Query removes secrets from a query.
func (h *Hider) Query(raw string) string {
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		if name, _, valued := strings.Cut(pair, "="); valued && Parameter(name) {
			pairs[i] = h.Text(name) + "=" + Hidden
		} else {
			pairs[i] = h.Text(pair)
		}
	}
	return strings.Join(pairs, "&")
}

// Header shows a value of a header. Of an authorization header it shows only the
// scheme and the kind of the token.
func (h *Hider) Header(name, value string) string {
	switch scheme, token := credentials(value); {
	case name != "Authorization" && Named(name):
		return Hidden
	case token != "":
		return scheme + " [" + cmp.Or(h.known.Kind(token), unknown) + "]"
	case name != "Authorization", value == "", strings.EqualFold(strings.TrimSpace(value), "Bearer"):
		return h.Text(value)
	}
	return Hidden
}
