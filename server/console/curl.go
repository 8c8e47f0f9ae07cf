package console

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"understudy/server/journal"
)

// ownHeaders are those that curl sends by itself, or that are useless in another
// request.
var ownHeaders = []string{"Accept-Encoding", "Connection", "Content-Length", "Cookie", "Host", "User-Agent"}

// curl is a command for a POSIX shell that sends the request again. Its token comes
// from a variable of the environment: WORKSPACE_TOKEN, PERSONAL_TOKEN, or TOKEN for an
// unknown one. What is hidden in the exchange is hidden here too, in square brackets.
func curl(x journal.Shown) string {
	parts := []string{"curl"}
	switch {
	case x.Method == http.MethodHead:
		parts = append(parts, "--head")
	case x.Method != http.MethodGet || x.Request.Body != "":
		parts = append(parts, "--request "+quoted(x.Method))
	}
	if strings.ContainsAny(x.URL, "[]{}") {
		parts = append(parts, "--globoff")
	}
	for _, name := range slices.Sorted(maps.Keys(x.Request.Headers)) {
		if slices.Contains(ownHeaders, name) {
			continue
		}
		for _, value := range x.Request.Headers[name] {
			parts = append(parts, "--header "+header(name, value))
		}
	}
	if x.Request.Body != "" {
		parts = append(parts, "--data-raw "+quoted(x.Request.Body))
	}
	command := strings.Join(append(parts, quoted(x.URL)), " \\\n  ")
	if x.Request.HeadersCut {
		command = "# the journal kept no headers that were too large\n" + command
	}
	if x.Request.Cut {
		command = fmt.Sprintf("# the journal kept only the start of the body, which has %d bytes\n%s", x.Request.Size, command)
	}
	return command
}

// header is a header as an argument. Of a token, the journal shows only the kind, in
// square brackets.
func header(name, value string) string {
	variable := tokenVariable(name, value)
	if variable == "" {
		return quoted(name + ": " + value)
	}
	scheme, _, _ := strings.Cut(value, " [")
	return quoted(name+": "+scheme+" ") + `"$` + variable + `"`
}

// tokenVariable is the variable that has the token of a header, or "" if it has none.
func tokenVariable(name, value string) string {
	_, kind, isToken := strings.Cut(value, " [")
	if name != "Authorization" || !isToken {
		return ""
	}
	switch kind {
	case "workspace token]":
		return "WORKSPACE_TOKEN"
	case "personal token]":
		return "PERSONAL_TOKEN"
	}
	return "TOKEN"
}

// quoted is a text as one word of the shell. Control characters are escaped, so that
// pasting them into a terminal only shows them.
func quoted(text string) string {
	if !strings.ContainsFunc(text, isControl) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case isControl(r) && r < 0x80:
			fmt.Fprintf(&b, `\%03o`, r)
		case isControl(r):
			fmt.Fprintf(&b, `\%03o\%03o`, 0xc0|r>>6, 0x80|r&0x3f)
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return "$'" + b.String() + "'"
}

func isControl(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }
