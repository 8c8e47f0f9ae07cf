package journal

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const hidden = "[hidden]"

// hider takes secrets out of texts.
type hider struct {
	kind Kind
	// own are the tokens that the exchange came with, each with what stands
	// in its place.
	own []string
}

var (
	secretField = regexp.MustCompile(`(?i)^(proxy-)?authorization$|cookie|token|secret|password|api-?key`)
	secretName  = regexp.MustCompile(`(?i)^(auth|authorization|token|access_token|api_?key|password|secret)$`)
	// authValue is the authorization value of a link in a URL, which may itself
	// be escaped.
	authValue = regexp.MustCompile(`(?i)((?:^|[?&;#]|%26|%3F)auth(?:=|%3D))[^&\s"'<>\\#]+`)
	// word is what may be a token that the world knows.
	word = regexp.MustCompile(`[A-Za-z0-9._~+:%-]{6,}=*`)
	// grave is what a text may speak of that is not read as JSON.
	grave = regexp.MustCompile(`(?i)credential|header|password|default|\\u`)
)

// learn takes the tokens out of the header Authorization.
func (h *hider) learn(m *Message) {
	for _, f := range m.Header {
		if f.Name != "Authorization" {
			continue
		}
		for _, token := range append(strings.Fields(f.Value), basicPassword(f.Value)) {
			if len(token) < 6 || strings.EqualFold(token, "Bearer") {
				continue
			}
			for _, form := range []string{token, url.QueryEscape(token), url.PathEscape(token)} {
				h.own = append(h.own, form, "["+h.name(token)+"]")
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

// name is the kind of a token in words.
func (h *hider) name(token string) string {
	if h.kind != nil {
		if kind := h.kind(token); kind != "" {
			return kind
		}
	}
	return "unknown token"
}

// text takes secrets out of any text.
func (h *hider) text(s string) string {
	if s == "" {
		return s
	}
	s = authValue.ReplaceAllString(s, "${1}"+hidden)
	if h.own != nil {
		s = strings.NewReplacer(h.own...).Replace(s)
	}
	if h.kind == nil {
		return s
	}
	return word.ReplaceAllStringFunc(s, h.word)
}

// word replaces a token that the world knows, which may have an equals sign of
// a query, or the end of a sentence, behind it.
func (h *hider) word(w string) string {
	bare := strings.TrimRight(w, "=.:")
	for _, text := range []string{w, bare} {
		token, err := url.PathUnescape(text)
		if err != nil {
			continue
		}
		if kind := h.kind(token); kind != "" {
			return "[" + kind + "]" + w[len(text):]
		}
	}
	return w
}

func (h *hider) query(raw string) string {
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err == nil && secretName.MatchString(plain) {
			pairs[i] = name + "=" + hidden
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
	case !secretField.MatchString(name):
		return h.text(value)
	case name != "Authorization":
		return hidden
	}
	scheme, token, _ := strings.Cut(value, " ")
	switch token = strings.TrimSpace(token); {
	case value == "":
		return ""
	case token == "" && strings.EqualFold(scheme, "Bearer"):
		return scheme
	case token == "" || !slices.Contains([]string{"bearer", "basic", "token", "digest"}, strings.ToLower(scheme)):
		return hidden
	case strings.EqualFold(scheme, "Basic"):
		token = basicPassword(value)
	}
	return scheme + " [" + h.name(token) + "]"
}

// json takes secrets out of a body and keeps its layout. Where it is no JSON,
// or goes on after the part that was kept, the rest is shown only if it is
// whole and cannot hold one.
func (h *hider) json(body []byte, cut bool) string {
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
	case secretPlace(string(d.StackPointer())) || grave.Match(rest):
		return string(shown) + "… " + hidden
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
	case !isName && secretPlace(string(d.StackPointer())) && v.Kind() != 't' && v.Kind() != 'f':
		return jsontext.Value(`"` + hidden + `"`)
	case v.Kind() != '"':
		return v
	}
	text, err := jsontext.AppendUnquote(nil, v)
	if shown := h.text(string(text)); err != nil || shown != string(text) {
		v, _ = jsontext.AppendQuote(nil, shown) // invalid UTF-8 is replaced
	}
	return v
}

// secretPlace tells whether a member holds what opens something: credentials,
// headers that are sent elsewhere, the default of a field that may be secret.
func secretPlace(pointer string) bool {
	steps := strings.Split(strings.ToLower(pointer), "/")
	last := steps[len(steps)-1]
	return slices.Contains(steps, "credentials") || slices.Contains(steps, "headers") || secretName.MatchString(last) ||
		last == "default" && slices.Contains(steps, "configuration_definition")
}
