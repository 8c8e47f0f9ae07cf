package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"understudy/steps"
)

// bySubject groups the steps by their subjects.
func bySubject(rows []steps.Step) (groups [][]steps.Step) {
	for _, s := range rows {
		i := slices.IndexFunc(groups, func(g []steps.Step) bool { return g[0].Subject == s.Subject })
		if i < 0 {
			groups = append(groups, []steps.Step{s})
		} else {
			groups[i] = append(groups[i], s)
		}
	}
	return groups
}

// StepsText lists the steps that scenarios are written in.
func StepsText(rows []steps.Step) string {
	var b strings.Builder
	b.WriteString(anyListIs(rows))
	for _, group := range bySubject(rows) {
		fmt.Fprintf(&b, "\n%s\n\n", group[0].Subject)
		for _, s := range group {
			fmt.Fprintf(&b, "%-5s %s\n      %s\n", s.Keyword, s.Example, docOf(s))
			if s.Below != "" {
				fmt.Fprintf(&b, "      below it, such as:\n        %s\n", strings.ReplaceAll(s.Below, "\n", "\n        "))
			}
		}
	}
	return strings.TrimPrefix(b.String(), "\n")
}

const anyList = "Any list."

// anyListIs names the lists that steps may name, each once; empty where none names one.
func anyListIs(rows []steps.Step) string {
	var lists []string
	for _, s := range rows {
		for _, list := range s.Lists {
			if !slices.Contains(lists, list) {
				lists = append(lists, list)
			}
		}
	}
	if lists == nil {
		return ""
	}
	return fmt.Sprintf("Steps with \"Any list\" take each of these: %s.\n", strings.Join(lists, ", "))
}

// docOf is what a step does, and whether it takes any list.
func docOf(s steps.Step) string {
	if len(s.Lists) > 0 {
		return s.Doc + " " + anyList
	}
	return s.Doc
}

// StepsMarkdown is StepsText as a page of Markdown.
func StepsMarkdown(rows []steps.Step) string {
	var b strings.Builder
	b.WriteString("# Steps\n")
	if lists := anyListIs(rows); lists != "" {
		b.WriteString("\n" + lists)
	}
	for _, group := range bySubject(rows) {
		fmt.Fprintf(&b, "\n## %s\n\n%s%s", group[0].Subject, tableRow("step", "does"), tableRow("---", "---"))
		for _, s := range group {
			b.WriteString(tableRow(s.Keyword+" "+code(s.Example), docOf(s)))
		}
	}
	return b.String()
}
