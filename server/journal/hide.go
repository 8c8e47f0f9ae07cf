package journal

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"understudy/server/secret"
)

// hider takes secrets out of the texts of one exchange.
type hider struct {
	known *Known
	// longer and others are what the exchange came with to open something, as it may
	// stand in a text: those that have a known token in them, and those that have not.
	longer, others []opener
}

// opener is a text that opens something, and what is shown in its place.
type opener struct{ text, shown string }

func newHider(known *Known, e *Exchange) hider {
	h := hider{known: known}
	for _, f := range e.Request.Header {
		h.learnField(f)
	}
	if e.Page {
		h.learnAuth(e)
	}
	for _, openers := range [][]opener{h.longer, h.others} {
		slices.SortFunc(openers, func(a, b opener) int {
			return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text))
		})
	}
	return h
}

// conceal notes a text that opens something.
func (h *hider) conceal(text, shown string) {
	if len(text) < shortest {
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
}

// learnField notes the tokens of a header.
func (h *hider) learnField(f Field) {
	_, token := credentials(f.Value)
	tokens := []string{token}
	if f.Name == "Authorization" {
		tokens = append(tokens, strings.Fields(f.Value)...)
	}
	for _, token := range tokens {
		if h.known.Kind(token) == "" && !strings.EqualFold(token, "Bearer") {
			h.conceal(token, "["+unknown+"]")
		}
	}
}

// credentials are the scheme and the token of a header that authorizes, whatever
// its name; the token is empty where it does not.
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

// unknown is what a token is that no world knows.
const unknown = "unknown token"

// text takes secrets out of any text, also where one is escaped as in a URL.
func (h *hider) text(s string) string { return secret.Through(s, h.plain) }

// plain takes secrets out of a text that is not escaped.
func (h *hider) plain(s string) string {
	s = hideAll(secret.InURLs(s), h.longer)
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
// only hashes of these values, and forgets them when a state is restored.
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
			shown.WriteString(secret.Hidden)
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

func (h *hider) query(raw string) string {
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		if name, _, valued := strings.Cut(pair, "="); valued && secret.Parameter(name) {
			pairs[i] = h.text(name) + "=" + secret.Hidden
		} else {
			pairs[i] = h.text(pair)
		}
	}
	return strings.Join(pairs, "&")
}

// field shows a value of a header: of one that authorizes only the scheme and the
// kind of the token.
func (h *hider) field(name, value string) string {
	switch scheme, token := credentials(value); {
	case name != "Authorization" && secret.Named(name):
		return secret.Hidden
	case token != "":
		return scheme + " [" + cmp.Or(h.known.Kind(token), unknown) + "]"
	case name != "Authorization", value == "", strings.EqualFold(strings.TrimSpace(value), "Bearer"):
		return h.text(value)
	}
	return secret.Hidden
}
