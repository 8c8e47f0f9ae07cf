package console

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"understudy/spec/pattern"
)

// jsonToken is a string, a sign of punctuation, or a number or literal. The last
// string of a text that was cut has no closing quote.
var jsonToken = pattern.Lazy(`"(?:[^"\\]|\\.)*"?|[{}\[\],:]|[^\s{}\[\],:"]+`)

// pretty is a body for a <pre>. JSON is indented and coloured, even if it was cut; any
// other text is unchanged. Each token keeps its text.
func pretty(body string, cut bool) template.HTML {
	if !json.Valid([]byte(body)) && !(cut && strings.IndexAny(body, "{[") == 0) {
		return template.HTML(template.HTMLEscapeString(body))
	}
	var b strings.Builder
	depth := 0
	newLine := func() { b.WriteString("\n" + strings.Repeat("  ", depth)) }
	tokens := jsonToken().FindAllString(body, -1)
	for i, token := range tokens {
		next := ""
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		switch token {
		case "{", "[":
			depth++
			b.WriteString(token)
			if next != "}" && next != "]" {
				newLine()
			}
		case "}", "]":
			depth = max(0, depth-1)
			if i > 0 && tokens[i-1] != "{" && tokens[i-1] != "[" {
				newLine()
			}
			b.WriteString(token)
		case ",":
			b.WriteString(token)
			newLine()
		case ":":
			b.WriteString(": ")
		default:
			fmt.Fprintf(&b, `<span class="%s">%s</span>`, tokenClass(token, next), template.HTMLEscapeString(token))
		}
	}
	return template.HTML(b.String())
}

// tokenClass is the class of the style sheet for a token that is no punctuation.
func tokenClass(token, next string) string {
	switch {
	case next == ":":
		return "name"
	case token[0] == '"':
		return "text"
	case token[0] == '-' || token[0] >= '0' && token[0] <= '9':
		return "numeral"
	}
	return "literal"
}
