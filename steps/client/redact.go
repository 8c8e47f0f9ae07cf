package client

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"understudy/spec/pattern"
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
			add(token.secret[len(scheme().FindString(token.secret)):][1:], redacted)
		}
	}
	for _, v := range t.Headers {
		if len(v) >= shortest {
			add(v, redacted)
		}
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

const redacted = report.Redacted

// shortest is how long a value is at least that is taken for a secret, unless it
// is a token: a shorter one would blacken innocent words, and no secret is that
// short.
const shortest = 4

// scheme is the start of a token that tells what it is, such as secret-token:.
var scheme = pattern.Lazy(`^[a-z-]+:`)

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
		if len(v) >= shortest {
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
	authValue = pattern.Lazy(`([?&;#]|(?i:%26|%3F))(auth)(=|(?i:%3D))[^&\s"'<>\\#]+`)
	email     = pattern.Lazy(`[\pL\pN._%+'-]+@[\pL\pN.-]*[\pL\pN]`)
	escape    = pattern.Lazy(`\\+(?:u[0-9a-fA-F]{4}|/)`)
)

// Text redacts a text of any kind. What JSON's escapes hide in it is found too:
// a text is shown without them where that makes a difference.
func (r *Redactor) Text(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if open := unescape(s); open != s {
		if clean := r.plain(open); clean != open {
			s = clean
		}
	}
	return r.plain(s)
}

// unescape replaces JSON's escapes by the characters that they stand for. A
// quoted text may have doubled their backslashes.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return escape().ReplaceAllStringFunc(s, func(m string) string {
		if strings.HasSuffix(m, "/") {
			return "/"
		}
		code, _ := strconv.ParseUint(m[len(m)-4:], 16, 16)
		if c := rune(code); unicode.IsPrint(c) {
			return string(c)
		}
		return m
	})
}

// plain redacts a text that is taken as it stands.
func (r *Redactor) plain(s string) string {
	s = r.uncut(r.secrets.Replace(s))
	// The expressions go through every byte, what they need is found faster.
	if strings.Contains(s, "auth") {
		s = authValue().ReplaceAllString(s, "$1$2$3"+redacted)
	}
	if !r.keepPersonal && strings.Contains(s, "@") {
		s = email().ReplaceAllStringFunc(s, shape)
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
	return strings.ToValidUTF8(s[:maxShown], "") + report.Cut
}
