package catalogue

import (
	"fmt"
	"strings"

	"understudy/steps"
)

// StepsText lists the steps that scenarios are written in.
func StepsText() string {
	var b strings.Builder
	for _, s := range steps.Catalogue() {
		fmt.Fprintf(&b, "%-5s %s\n      %s\n", s.Keyword, s.Example, s.Doc)
		if len(s.Lists) > 0 {
			fmt.Fprintf(&b, "      lists: %s\n", strings.Join(s.Lists, ", "))
		}
	}
	return b.String()
}

// StepsMarkdown is StepsText as a page of Markdown.
func StepsMarkdown() string {
	var b strings.Builder
	b.WriteString("# Steps\n")
	keyword := ""
	for _, s := range steps.Catalogue() {
		if s.Keyword != keyword {
			keyword = s.Keyword
			fmt.Fprintf(&b, "\n## %s\n\n%s%s", keyword, tableRow("step", "does"), tableRow("---", "---"))
		}
		b.WriteString(tableRow(code(s.Example), s.Doc))
	}
	return b.String()
}
