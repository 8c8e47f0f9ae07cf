package journal

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/secret"
	"understudy/spec/pattern"
)

// Known are the tokens that a world knows, each with what it is, such as
// "workspace token".
type Known map[string]string

// hider takes secrets out of the texts of one exchange.
type hider struct {
	known Known
	// secrets are the known tokens and what the exchange came with to open
	// something, as they may stand in a text, the longest first.
	secrets []opener
	// places says that the JSON at hand may have secret places.
	places bool
}

// opener is a text that opens something, and what is shown in its place.
type opener struct{ text, shown string }

// shortest is the length from which on a token is looked for in texts: a
// shorter one would be found everywhere.
const shortest = 6

var (
	// placeWords are what JSON with a secret place has in it: see secretPlace.
	placeWords = []string{"credential", "headers", "auth", "token", "key", "passw", "secret", "signature", "cookie", "configuration_definition", `\u`}
	// grave is what a text may speak of that is not read as JSON.
	grave = pattern.Lazy(`(?i)credential|header|password|default|form-data|\bauth\b|\\u`)
)

func newHider(known Known, e *Exchange) hider {
	h := hider{known: known}
	for token := range known {
		h.learn(token)
	}
	h.learnHeader(&e.Request)
	if e.Page {
		h.learnAuth(e)
	}
	slices.SortFunc(h.secrets, func(a, b opener) int {
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), strings.Compare(a.text, b.text))
	})
	return h
}

// learn notes a token.
func (h *hider) learn(token string) { h.conceal(token, "["+h.name(token)+"]") }

// conceal notes a text that opens something, in each way in which it may be
// escaped in JSON. What is escaped as in URLs is found by unescaping.
func (h *hider) conceal(text, shown string) {
	if len(text) < shortest {
		return
	}
	h.secrets = append(h.secrets, opener{text, shown})
	if slashed := strings.ReplaceAll(text, "/", `\/`); slashed != text {
		h.secrets = append(h.secrets, opener{slashed, shown})
	}
}

// learnHeader notes the tokens of the header Authorization.
func (h *hider) learnHeader(m *Message) {
	for _, f := range m.Header {
		if f.Name != "Authorization" {
			continue
		}
		for _, token := range append(strings.Fields(f.Value), basicPassword(f.Value)) {
			if _, isKnown := h.known[token]; !isKnown && !strings.EqualFold(token, "Bearer") {
				h.learn(token)
			}
		}
	}
}

// basicPassword is the password of HTTP Basic.
func basicPassword(value string) string {
	scheme, text, _ := strings.Cut(value, " ")
	if !strings.EqualFold(scheme, "Basic") {
		return ""
	}
	decoded, _ := base64.StdEncoding.DecodeString(text)
	_, password, _ := strings.Cut(string(decoded), ":")
	return password
}

// name is what a token is.
func (h *hider) name(token string) string { return cmp.Or(h.known[token], "unknown token") }

// text takes secrets out of any text, also where one is escaped as in a URL.
func (h *hider) text(s string) string { return secret.Through(s, h.plain) }

// plain takes secrets out of a text that is not escaped.
func (h *hider) plain(s string) string {
	s = secret.InURLs(s)
	for _, known := range h.secrets {
		if strings.Contains(s, known.text) {
			s = strings.ReplaceAll(s, known.text, known.shown)
		}
	}
	return s
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

// field shows a value of a header: of Authorization only the scheme and the
// kind of the token.
func (h *hider) field(name, value string) string {
	switch {
	case !secret.Named(name):
		return h.text(value)
	case name != "Authorization":
		return secret.Hidden
	}
	scheme, token, _ := strings.Cut(value, " ")
	switch token = strings.TrimSpace(token); {
	case value == "":
		return ""
	case token == "" && strings.EqualFold(scheme, "Bearer"):
		return scheme
	case token == "" || !slices.Contains([]string{"bearer", "basic", "token", "digest"}, strings.ToLower(scheme)):
		return secret.Hidden
	case strings.EqualFold(scheme, "Basic"):
		token = basicPassword(value)
	}
	return scheme + " [" + h.name(token) + "]"
}

// json takes secrets out of a body and keeps its layout. Where it is no JSON,
// or goes on after the part that was kept, the rest is shown only if it is
// whole and cannot hold one.
func (h *hider) json(body []byte, cut bool) string {
	h.places = mayHaveSecretPlaces(body)
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var shown []byte
	done := 0
	for {
		value, err := next(d)
		if err != nil {
			cut = cut || errors.Is(err, io.ErrUnexpectedEOF) // the client may have cut a secret in two
			break
		}
		end := int(d.InputOffset())
		start := end - len(value)
		shown = append(shown, body[done:start]...)
		shown = append(shown, h.value(d, value)...)
		done = end
	}
	rest := body[done:]
	switch {
	case len(bytes.TrimSpace(rest)) == 0:
		return string(append(shown, rest...))
	case cut:
		return string(shown) + "…"
	case secretPlace(string(d.StackPointer())) || grave().Match(rest):
		return string(shown) + "… " + secret.Hidden
	}
	return string(shown) + h.text(string(rest))
}

// next reads a delimiter, a name or a scalar, as it stands.
func next(d *jsontext.Decoder) (jsontext.Value, error) {
	switch d.PeekKind() {
	case '{', '}', '[', ']':
		t, err := d.ReadToken()
		return jsontext.Value(t.String()), err
	}
	return d.ReadValue()
}

// value shows what next has read.
func (h *hider) value(d *jsontext.Decoder, v jsontext.Value) jsontext.Value {
	kind, length := d.StackIndex(d.StackDepth())
	isName := kind == '{' && length%2 == 1
	switch {
	case v.Kind() != '"' && (len(v) == 1 && bytes.ContainsAny(v, "{}[]") || v.Kind() == 'n'):
		return v
	case !isName && h.places && secretPlace(string(d.StackPointer())) && v.Kind() != 't' && v.Kind() != 'f':
		return jsontext.Value(`"` + secret.Hidden + `"`)
	case v.Kind() != '"':
		return v
	}
	text, err := jsontext.AppendUnquote(nil, v)
	if shown := h.text(string(text)); err != nil || shown != string(text) {
		v, _ = jsontext.AppendQuote(nil, shown) // invalid UTF-8 is replaced
	}
	return v
}

// mayHaveSecretPlaces is quick and may be mistaken, in that there are none.
func mayHaveSecretPlaces(body []byte) bool {
	lower := bytes.ToLower(body)
	return slices.ContainsFunc(placeWords, func(w string) bool { return bytes.Contains(lower, []byte(w)) })
}

// secretPlace tells whether a member holds what opens something: credentials,
// headers that are sent elsewhere, the default of a field that may be secret.
func secretPlace(pointer string) bool {
	steps := strings.Split(strings.ToLower(pointer), "/")
	last := steps[len(steps)-1]
	return slices.Contains(steps, "credentials") || slices.Contains(steps, "headers") || secret.Named(last) ||
		last == "default" && slices.Contains(steps, "configuration_definition")
}
