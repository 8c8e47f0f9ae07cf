package catalogue

import (
	"fmt"
	"strings"

	"understudy/steps"
)

// StepsCucumber is a file of step definitions in TypeScript that do nothing. The official
// Cucumber extension of an editor reads their patterns, and so knows the steps.
func StepsCucumber(rows []steps.Step) string {
	var b strings.Builder
	b.WriteString("// The steps of understudy for the Cucumber extension of an editor: they do nothing.\n" +
		"// Written by understudy steps --format cucumber.\nimport { Given, Then, When } from '@cucumber/cucumber';\n")
	for _, s := range rows {
		doc := strings.ReplaceAll(strings.Join(strings.Fields(s.Doc), " "), "*/", "* /")
		fmt.Fprintf(&b, "\n/** %s */\n%s(/%s/, () => {});\n", doc, s.Keyword, pattern(s.Pattern))
	}
	return b.String()
}

// pattern is an expression of Go between the slashes of one of JavaScript.
func pattern(expr string) string {
	var b strings.Builder
	for i := 0; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\\' && i+1 < len(expr):
			b.WriteString(expr[i : i+2])
			i++
		case c == '/':
			b.WriteString(`\/`)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
