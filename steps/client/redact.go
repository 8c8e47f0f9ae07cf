package client

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"understudy/spec/pattern"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/target"
)

// Redactor removes secrets and personal data from texts. Secrets become the
// name of an environment variable or [redacted]; e-mail addresses and
// connection details keep their shape only. Its output is limited in size, and
// contains no character that controls a terminal.
type Redactor struct {
	secrets *secrets
	// tokens are those of the target, with the names that replace them.
	tokens       map[string]string
	keepPersonal bool
}

// NewRedactor makes a redactor that knows the secrets of a target.
func NewRedactor(t target.Target, keepPersonal bool) *Redactor {
	return &Redactor{secretsOf(t), tokenNames(t), keepPersonal}
}

const redacted = report.Redacted

// opening matches the names of secrets: of members of JSON, or of parameters of
// a URL.
const opening = `[\w.-]*(?:token|secret|passw|passphrase|pwd|signature|credential|cookie|bearer|jwt|` +
	`sess(?:ion)?_?id|(?:api|access|private|auth)[_-]?key)[\w.-]*|(?:x-|proxy-|o)?auth(?:orization|entication)?`

// openingWords are words of which every match of opening contains one.
var openingWords = []string{"token", "secret", "passw", "passphrase", "pwd", "signature", "credential", "cookie", "bearer", "jwt",
	"sess", "key", "auth"}

var (
	secretParameter = pattern.Lazy(`(?i)((?:^|[^\w-]|%26|%3F|%23|%3B)(?:` + opening +
		`|sig|pwd|pass|jwt|bearer|session(?:_?id)?|key)(?:\[\w*\]|%5B\w*%5D)*(?:=|%3D))[^&\s"'<>\\#]+`)
	// quotedMember finds JSON within a text.
	quotedMember = pattern.Lazy(`(?i)(["'](?:` + opening + `)\\*["']\s*:\s*\\*["'])[^"'\\]+`)
	userinfo     = pattern.Lazy(`(?i)((?:/|\\/|%2F){2})[^\s/?#"'<>\\]*(@|%40)`)
	email        = pattern.Lazy(`([\pL\pN._%+'-]+|\\*"[^"\\\n]{1,64}\\*")(@|%40|%2540|&#0*64;|&#[xX]0*40;|&commat;)([\pL\pN.-]*[\pL\pN])`)
	escape       = pattern.Lazy(`\\+(?:u[0-9a-fA-F]{4}|/)`)
)

// maxText limits a text in a report that is not a body, in bytes.
const maxText = 2000

// Text redacts a text of any kind. It also finds what JSON escapes hide: a text
// is shown unescaped where that makes a difference.
func (r *Redactor) Text(s string) string { return cut(r.text(start(s, 4*maxText)), maxText) }

// mostEvidence limits the evidence for an observed variant of a gap, in bytes.
const mostEvidence = 120

// Evidence redacts the evidence for an observed variant of a gap, which may be
// a whole body, and then cuts it.
func (r *Redactor) Evidence(s string) string {
	clean := r.Text(s)
	if json.Valid([]byte(s)) {
		clean = r.Body([]byte(s))
	}
	if len(clean) <= mostEvidence {
		return clean
	}
	return strings.ToValidUTF8(clean[:mostEvidence], "") + "…"
}

// start returns the start of a text that is too long to be read whole. It ends
// with an ellipsis, so that the start of a secret at its end is found, and
// before the word that the cut goes through: half an address, or half a URL
// with a password, would not be recognised.
func start(s string, most int) string {
	if len(s) <= most {
		return s
	}
	begin := strings.ToValidUTF8(s[:most], "")
	if strings.ContainsRune(betweenWords, rune(s[most])) {
		return begin + "…"
	}
	return begin[:max(strings.LastIndexAny(begin, betweenWords)+1, len(begin)-longestWord)] + "…"
}

const (
	// betweenWords are the characters that can follow an address or a URL.
	betweenWords = " \t\r\n\"'<>,"
	// longestWord limits, in bytes, how much is left out at the end of a text.
	longestWord = 512
)

// cut returns a text without its end if it is too long to be shown.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + report.Cut
}

func (r *Redactor) text(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if open := unescape(s); open != s {
		if clean := r.plain(open); clean != open {
			s = clean
		}
	}
	return prose.Visible(r.plain(s))
}

// unescape replaces JSON escapes by their characters. A quoted text may have
// doubled backslashes.
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

// plain redacts a text as it is, without unescaping.
func (r *Redactor) plain(s string) string {
	s = r.secrets.replace(s)
	// The expressions read every byte; this test for what they need is faster.
	if strings.ContainsAny(s, "=%") {
		s = secretParameter().ReplaceAllString(s, "${1}"+redacted)
	}
	if strings.Contains(s, ":") && mayOpen(s) {
		s = quotedMember().ReplaceAllString(s, "${1}"+redacted)
	}
	if !strings.ContainsAny(s, "@%&") {
		return s
	}
	s = userinfo().ReplaceAllString(s, "${1}"+redacted+"${2}")
	if !r.keepPersonal {
		s = email().ReplaceAllStringFunc(s, func(address string) string {
			part := email().FindStringSubmatch(address)
			return shape(part[1]) + part[2] + shape(part[3])
		})
	}
	return s
}

// mayOpen reports whether a text contains one of the words in names of secrets.
func mayOpen(s string) bool {
	s = lower(s)
	return slices.ContainsFunc(openingWords, func(word string) bool { return strings.Contains(s, word) })
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

const (
	// maxShown limits a body in a report, in bytes.
	maxShown = 16 << 10
	// maxRead limits how much of a body is read for that: redacting may shorten it.
	maxRead = maxShown + maxShown/4
)

// Exchange redacts an exchange for a report, once, however many failures show
// it. It keeps only harmless headers.
func (r *Redactor) Exchange(e *Exchange) *report.Exchange {
	if e == nil {
		return nil
	}
	e.redact.Do(func() { e.redacted = r.exchange(e) })
	return e.redacted
}

func (r *Redactor) exchange(e *Exchange) *report.Exchange {
	x := &report.Exchange{Operation: e.Operation, Method: e.Method, URL: r.url(e.Target), Status: e.Status, LeftOut: e.LeftOut,
		RequestBody: r.Body(e.Request.Body), ResponseBody: r.response(e), DurationMS: e.Duration.Milliseconds(),
		RequestHeader: map[string]string{}, ResponseHeader: map[string]string{}}
	if e.LeftOut == "" {
		if text := e.Scheme.authorization(r.tokenName(e.Token)); text != "" {
			x.RequestHeader["Authorization"] = strings.TrimSpace(text)
		}
		for _, name := range e.TokenHeaders {
			x.RequestHeader[name] = r.tokenName(e.Token)
		}
		for name, values := range e.Request.Header {
			x.RequestHeader[name] = r.Text(strings.Join(values, ", "))
		}
		if e.Cookies {
			x.RequestHeader["Cookie"] = redacted
		}
	}
	if e.ContentType != "" {
		x.RequestHeader["Content-Type"] = r.Text(e.ContentType)
	}
	for _, k := range shownHeaders {
		if v := e.Header.Get(k); v != "" {
			x.ResponseHeader[k] = r.Text(v)
		}
	}
	if e.Err != nil {
		x.Error = r.Text(e.Err.Error())
	}
	return x
}

// shownHeaders are the headers of a response that reports show.
var shownHeaders = []string{"Content-Type", "Date", "Retry-After", "Allow", "Location"}

// url redacts a URL. Invisible characters are percent-encoded, so that the URL
// can be requested again.
func (r *Redactor) url(s string) string {
	var b strings.Builder
	for _, c := range start(s, 4*maxText) {
		if text := string(c); c != unicode.ReplacementChar && prose.Visible(text) != text {
			b.WriteString(url.PathEscape(text))
		} else {
			b.WriteRune(c)
		}
	}
	return r.Text(b.String())
}

// response shows the body of a response, or why it was not read.
func (r *Redactor) response(e *Exchange) string {
	if len(e.Body) == 0 && e.Unread != "" {
		return "[" + e.Unread + ": not checked]"
	}
	return r.body(e.Body, e.IsJSON() || e.wasJSON)
}

// tokenName shows which token was sent. An unknown one was derived from a token
// of the target, and may contain most of a secret.
func (r *Redactor) tokenName(token string) string {
	if token == "" {
		return ""
	}
	return cmp.Or(r.tokens[token], "$INVENTED_TOKEN")
}
