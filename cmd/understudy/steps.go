package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"understudy/steps"
)

func newSteps() *cobra.Command {
	return catalogue{
		use: "steps", short: "List the steps that scenarios are written in", rows: func() any { return steps.Catalogue() },
		text:     func() string { return stepsText(steps.Catalogue()) },
		markdown: func() string { return stepsMarkdown(steps.Catalogue()) },
	}.command()
}

func stepsText(rows []steps.Step) string {
	var b strings.Builder
	for _, s := range rows {
		fmt.Fprintf(&b, "%-5s %s\n      %s\n", s.Keyword, s.Example, s.Doc)
		if len(s.Lists) > 0 {
			fmt.Fprintf(&b, "      lists: %s\n", strings.Join(s.Lists, ", "))
		}
	}
	return b.String()
}

func stepsMarkdown(rows []steps.Step) string {
	var b strings.Builder
	b.WriteString("# Steps\n")
	keyword := ""
	for _, s := range rows {
		if s.Keyword != keyword {
			keyword = s.Keyword
			fmt.Fprintf(&b, "\n## %s\n\n%s%s", keyword, tableRow("step", "does"), tableRow("---", "---"))
		}
		b.WriteString(tableRow(code(s.Example), s.Doc))
	}
	return b.String()
}
