package client

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"understudy/steps/report"
	"understudy/steps/target"
)

// Redactor takes secrets and personal data out of texts. Secrets become the
// name of an environment variable or [redacted]; e-mail addresses and
// connection details keep their shape only.
type Redactor struct {
	secrets *strings.Replacer
	// whole are the secrets as they are, to find the start of one that was
	// cut off.
	whole        []string
	keepPersonal bool
}

// NewRedactor knows the secrets of a target.
func NewRedactor(t target.Target, keepPersonal bool) *Redactor {
	type pair struct{ secret, shown string }
	var pairs []pair
	add := func(secret, shown string) {
		if secret == "" {
			return
		}
		pairs = append(pairs, pair{secret, shown})
		quoted, _ := json.Marshal(secret)
		pairs = append(pairs, pair{strings.Trim(string(quoted), `"`), shown},
			pair{url.QueryEscape(secret), shown}, pair{url.PathEscape(secret), shown},
			pair{base64.StdEncoding.EncodeToString([]byte("bearer:" + secret)), shown})
	}
	for _, token := range []pair{
		{t.Tokens.Workspace, "$WORKSPACE_TOKEN"}, {t.Tokens.Personal, "$PERSONAL_TOKEN"},
		{t.Tokens.OtherWorkspace, "$OTHER_WORKSPACE_TOKEN"}, {t.Tokens.Revoked, "$REVOKED_TOKEN"},
	} {
		add(token.secret, token.shown)
		// Scenarios send tokens that were cut short or had a letter changed.
		bare := strings.TrimRight(token.secret, "=")
		if n := len(bare); n > 1 {
			add(bare[:n-1], redacted)
			add(token.secret[len(scheme.FindString(token.secret)):][1:], redacted)
		}
	}
	for _, v := range t.Headers {
		add(v, redacted)
	}
	for _, path := range [][]any{{t.Samples.ServiceConnection, "credentials"}, {t.Samples.Connector, "data", "headers"}} {
		for _, s := range leaves(dig(path[0], path[1:]...)) {
			add(s, redacted)
		}
	}
	// A secret may be the start of another one: the longer goes first.
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(len(b.secret), len(a.secret)) })
	var args, whole []string
	for _, p := range pairs {
		args = append(args, p.secret, p.shown)
		whole = append(whole, p.secret)
	}
	return &Redactor{secrets: strings.NewReplacer(args...), whole: whole, keepPersonal: keepPersonal}
}

const redacted = "[redacted]"

// scheme is the start of a token that tells what it is, such as secret-token:.
var scheme = regexp.MustCompile(`^[a-z-]+:`)

func dig(v any, keys ...any) any {
	for _, k := range keys {
		m, _ := v.(map[string]any)
		v = m[k.(string)]
	}
	return v
}

func leaves(v any) (out []string) {
	switch v := v.(type) {
	case string:
		// A short value would blacken innocent words; no secret is that short.
		if len(v) > 3 {
			out = append(out, v)
		}
	case map[string]any:
		for _, e := range v {
			out = append(out, leaves(e)...)
		}
	case []any:
		for _, e := range v {
			out = append(out, leaves(e)...)
		}
	}
	return out
}

var (
	authValue = regexp.MustCompile(`([?&;]|\\u0026|%26|%3F)(auth)(=|%3D)[^&\s"'<>\\#]+`)
	email     = regexp.MustCompile(`[\pL\pN._%+'-]+@[\pL\pN.-]*[\pL\pN]`)
)

// Text redacts a text of any kind.
func (r *Redactor) Text(s string) string {
	s = r.uncut(r.secrets.Replace(strings.ToValidUTF8(s, "\uFFFD")))
	s = authValue.ReplaceAllString(s, "$1$2$3"+redacted)
	if !r.keepPersonal {
		s = email.ReplaceAllStringFunc(s, shape)
	}
	return s
}

// uncut takes out the start of a secret that stands before an ellipsis.
func (r *Redactor) uncut(s string) string {
	parts := strings.Split(s, "…")
	for i := range parts[:len(parts)-1] {
		for _, secret := range r.whole {
			for n := min(len(secret), len(parts[i])); n > 3; n-- {
				if strings.HasSuffix(parts[i], secret[:n]) {
					parts[i] = parts[i][:len(parts[i])-n] + redacted
					break
				}
			}
		}
	}
	return strings.Join(parts, "…")
}

// shape keeps the length and punctuation of a text: letters become x, digits 0.
func shape(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case unicode.IsLetter(c):
			return 'x'
		case unicode.IsDigit(c):
			return '0'
		}
		return c
	}, s)
}

// Body redacts a body: members of JSON by their names, then its text. A body
// that is not JSON is redacted as text.
func (r *Redactor) Body(b []byte) string {
	var v any
	dec := json.NewDecoder(strings.NewReader(string(b)))
	dec.UseNumber()
	sound := dec.Decode(&v) == nil && !dec.More()
	switch {
	case !r.hasSecretMember(b):
		return r.Text(string(b))
	case !sound:
		return fmt.Sprintf("[%d bytes that are no JSON and name a secret member]", len(b))
	}
	clean, err := json.Marshal(r.members(v, false))
	if err != nil {
		return r.Text(string(b))
	}
	return r.Text(string(clean))
}

var secretMember = regexp.MustCompile(`"(credentials|headers|connection_details|default|auth)"`)

// hasSecretMember keeps bodies without secrets as they were sent, byte for
// byte, so that a wrong layout stays visible in a report.
func (r *Redactor) hasSecretMember(b []byte) bool { return secretMember.Match(b) }

func (r *Redactor) members(v any, secret bool) any {
	switch v := v.(type) {
	case map[string]any:
		hidden, _ := v["secret"].(bool)
		password, _ := v["is_password_type_field"].(bool)
		for k, e := range v {
			switch {
			case k == "connection_details" && !r.keepPersonal:
				v[k] = shapes(e)
			case secret, k == "credentials", k == "headers", k == "auth", (k == "default" || k == "value") && (hidden || password):
				v[k] = r.members(e, true)
			default:
				v[k] = r.members(e, false)
			}
		}
	case []any:
		for i := range v {
			v[i] = r.members(v[i], secret)
		}
	case nil, bool:
		return v
	default:
		if secret {
			return redacted
		}
	}
	return v
}

func shapes(v any) any {
	switch v := v.(type) {
	case string:
		return shape(v)
	case map[string]any:
		for k := range v {
			v[k] = shapes(v[k])
		}
	case []any:
		for i := range v {
			v[i] = shapes(v[i])
		}
	}
	return v
}

// maxShown bounds a body in a report, in bytes.
const maxShown = 16 << 10

// Exchange redacts an exchange for a report. Only harmless headers are kept.
func (r *Redactor) Exchange(e *Exchange) *report.Exchange {
	if e == nil {
		return nil
	}
	x := &report.Exchange{Operation: e.Operation, Method: e.Method, URL: r.Text(e.Target), Status: e.Status,
		RequestBody: clip(r.Body(e.Request.Body)), ResponseBody: clip(r.Body(e.Body)), DurationMS: e.Duration.Milliseconds(),
		RequestHeader: map[string]string{}, ResponseHeader: map[string]string{}}
	if e.Scheme != NoToken {
		x.RequestHeader["Authorization"] = strings.TrimSpace(string(e.Scheme) + " " + r.tokenName(e.Token))
	}
	if e.ContentType != "" {
		x.RequestHeader["Content-Type"] = e.ContentType
	}
	for _, k := range []string{"Content-Type", "Date", "Retry-After", "Allow", "Location"} {
		if v := http.Header(e.Header).Get(k); v != "" {
			x.ResponseHeader[k] = r.Text(v)
		}
	}
	if e.Err != nil {
		x.Error = r.Text(e.Err.Error())
	}
	return x
}

// tokenName shows which token was sent. One that is not the target's was made
// from one of its tokens, and may hold most of a secret.
func (r *Redactor) tokenName(token string) string {
	switch shown := r.secrets.Replace(token); {
	case token == "":
		return ""
	case strings.HasPrefix(shown, "$") && !strings.ContainsAny(shown, " :"):
		return shown
	}
	return "$INVENTED_TOKEN"
}

func clip(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return strings.ToValidUTF8(s[:maxShown], "") + "… (cut)"
}
