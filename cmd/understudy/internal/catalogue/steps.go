package catalogue

import (
	"fmt"
	"slices"
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

const anyList = "Any list."

// listsOf returns the lists that steps may name, each once.
func listsOf(rows []steps.Step) (lists []string) {
	for _, s := range rows {
		for _, list := range s.Lists {
			if !slices.Contains(lists, list) {
				lists = append(lists, list)
			}
		}
	}
	return lists
}

// StepsMarkdown is StepsText as a page of Markdown. It names the lists once, at its top.
func StepsMarkdown(rows []steps.Step) string {
	var b strings.Builder
	b.WriteString("# Steps\n")
	if lists := listsOf(rows); len(lists) > 0 {
		fmt.Fprintf(&b, "\nSteps with \"Any list\" take each of these: %s.\n", strings.Join(lists, ", "))
	}
	keyword := ""
	for _, s := range rows {
		if s.Keyword != keyword {
			keyword = s.Keyword
			fmt.Fprintf(&b, "\n## %s\n\n%s%s", keyword, tableRow("step", "does"), tableRow("---", "---"))
		}
		doc := s.Doc
		if len(s.Lists) > 0 {
			doc += " " + anyList
		}
		b.WriteString(tableRow(code(s.Example), doc))
	}
	return b.String()
}
