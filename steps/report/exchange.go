package report

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"understudy/spec/pattern"
	"understudy/steps/report/prose"
)

// The placeholders in an exchange for what is not shown.
const (
	// Redacted replaces a secret that is not a token.
	Redacted = "[redacted]"
	// Cut ends a body that was too long to be recorded whole.
	Cut = "… (cut)"
)

// Exchange is one request and its response, redacted.
type Exchange struct {
	Operation     string            `json:"operation"`
	Method        string            `json:"method"`
	URL           string            `json:"url"`
	RequestHeader map[string]string `json:"request_header,omitempty"`
	// LeftOut says which parts of a complete request were not sent, and why.
	LeftOut        string            `json:"left_out,omitempty"`
	RequestBody    string            `json:"request_body,omitempty"`
	Status         int               `json:"status,omitempty"`
	ResponseHeader map[string]string `json:"response_header,omitempty"`
	ResponseBody   string            `json:"response_body,omitempty"`
	// Error says why there was no response.
	Error      string `json:"error,omitempty"`
	DurationMS int64  `json:"duration_ms"`
}

// Curl is the command that sends the request again, over several lines. Tokens are
// environment variables, with the names that redaction gave them.
func (e *Exchange) Curl() string {
	parts := []string{"curl -i"}
	switch {
	case e.Method == http.MethodHead:
		parts[0] = "curl -I"
	case e.Method != http.MethodGet:
		parts[0] += " -X " + e.Method
	}
	parts[0] += " " + shellWord(e.URL)
	if auth := e.RequestHeader["Authorization"]; auth != "" {
		if token, basic := strings.CutPrefix(auth, "Basic "); basic {
			parts = append(parts, "-u "+shellWord("bearer:"+token))
		} else {
			parts = append(parts, "-H "+shellWord("Authorization: "+auth))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.RequestHeader)) {
		if v := e.RequestHeader[name]; name != "Authorization" && v != "" {
			parts = append(parts, "-H "+shellWord(name+": "+v))
		}
	}
	if e.RequestBody != "" {
		parts = append(parts, "--data-raw "+shellWord(e.RequestBody))
	}
	for i := range parts[:len(parts)-1] {
		parts[i] += ` \`
	}
	for i := range parts[1:] {
		parts[i+1] = "  " + parts[i+1]
	}
	if strings.Contains(e.URL+e.RequestBody, Redacted) {
		// Sent unchanged, it would overwrite the value with the placeholder.
		parts = append([]string{"# first put the true values in the place of " + Redacted}, parts...)
	}
	if strings.HasSuffix(e.URL, Cut) || strings.HasSuffix(e.RequestBody, Cut) {
		parts = append([]string{"# what was sent is too long to be shown whole: this is its start"}, parts...)
	}
	return strings.Join(parts, "\n")
}

var (
	tokenName = pattern.Lazy(`\$[A-Z_]*TOKEN`)
	special   = pattern.Lazy("[\\\\\"`$]")
)

// shellWord quotes a text as one word of a shell, in which the names of tokens
// are expanded and nothing else is.
func shellWord(s string) string {
	names := tokenName().FindAllStringIndex(s, -1)
	hidden := strings.IndexFunc(s, prose.IsHidden) >= 0 || strings.ContainsAny(s, "\n\r\t") || strings.Contains(s, "##[")
	switch {
	case names == nil && hidden:
		return escapedWord(s)
	case names == nil:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	from := 0
	for _, at := range names {
		b.WriteString(besideToken(s[from:at[0]], hidden))
		b.WriteString(s[at[0]:at[1]])
		from = at[1]
	}
	b.WriteString(besideToken(s[from:], hidden))
	return `"` + b.String() + `"`
}

// besideToken escapes a text for double quotes, so that nothing in it is expanded.
func besideToken(s string, hidden bool) string {
	if hidden {
		return `"` + escapedWord(s) + `"`
	}
	return special().ReplaceAllString(s, `\$0`)
}

// escapedWord quotes a text for bash, ksh and zsh, without invisible characters, and
// without what GitHub Actions would read as a command.
func escapedWord(s string) string {
	var b strings.Builder
	for i, c := range s {
		switch {
		case c == '\\' || c == '\'':
			b.WriteString(`\` + string(c))
		case prose.IsHidden(c) || c < ' ' || c == '#' && strings.HasSuffix(s[:i], "#") && strings.HasPrefix(s[i:], "#["):
			for _, octet := range []byte(string(c)) {
				fmt.Fprintf(&b, `\x%02x`, octet)
			}
		default:
			b.WriteRune(c)
		}
	}
	return "$'" + b.String() + "'"
}
