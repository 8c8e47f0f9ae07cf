package catalogue

import (
	"fmt"
	"strings"

	"understudy/steps"
)

// StepsText lists the steps that scenarios are written in.
func StepsText(rows []steps.Step) string {
	var b strings.Builder
	for _, s := range rows {
		fmt.Fprintf(&b, "%-5s %s\n      %s\n", s.Keyword, s.Example, s.Doc)
		if s.Below != "" {
			fmt.Fprintf(&b, "      below it, such as:\n        %s\n", strings.ReplaceAll(s.Below, "\n", "\n        "))
		}
		if len(s.Lists) > 0 {
			fmt.Fprintf(&b, "      lists: %s\n", strings.Join(s.Lists, ", "))
		}
	}
	return b.String()
}

// StepsMarkdown is StepsText as a page of Markdown.
func StepsMarkdown(rows []steps.Step) string {
	var b strings.Builder
	b.WriteString("# Steps\n")
	keyword := ""
	for _, s := range rows {
		if s.Keyword != keyword {
			keyword = s.Keyword
			fmt.Fprintf(&b, "\n## %s\n\n%s%s", keyword, tableRow("step", "does"), tableRow("---", "---"))
		}
		doc := s.Doc
		if len(s.Lists) > 0 {
			doc += " Lists: " + strings.Join(s.Lists, ", ") + "."
		}
		b.WriteString(tableRow(code(s.Example), doc))
	}
	return b.String()
}
