package report

import (
	"net/http"
	"strings"

	"understudy/spec/pattern"
)

// Curl is the command that sends the request again, over several lines. It has
// the names of tokens, as redaction gave them, in the place of tokens.
func (e *Exchange) Curl() string { return strings.Join(curl(e), "\n") }

// curl is the command that sends a request again, a part per line. Tokens are
// environment variables, by the names that redaction gave them.
func curl(e *Exchange) []string {
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
	if t := e.RequestHeader["Content-Type"]; t != "" {
		parts = append(parts, "-H "+shellWord("Content-Type: "+t))
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
		// As it stands it would write that word over what is there.
		parts = append([]string{"# first put the true values in the place of " + Redacted}, parts...)
	}
	return parts
}

var (
	tokenName = pattern.Lazy(`\$[A-Z_]*TOKEN`)
	special   = pattern.Lazy("[\\\\\"`$]")
)

// shellWord quotes a text as one word of a shell, in which the names of tokens
// are expanded and nothing else is.
func shellWord(s string) string {
	names := tokenName().FindAllStringIndex(s, -1)
	if names == nil {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	from := 0
	for _, at := range names {
		b.WriteString(special().ReplaceAllString(s[from:at[0]], `\$0`))
		b.WriteString(s[at[0]:at[1]])
		from = at[1]
	}
	b.WriteString(special().ReplaceAllString(s[from:], `\$0`))
	return `"` + b.String() + `"`
}
