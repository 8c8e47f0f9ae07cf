package catalogue

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"understudy/steps"
)

// bySubject returns the steps in the order in which they are listed: by subject, and within
// one by keyword.
func bySubject(rows []steps.Step) (sorted []steps.Step) {
	var subjects []string
	for _, s := range rows {
		if !slices.Contains(subjects, s.Subject) {
			subjects = append(subjects, s.Subject)
		}
	}
	sorted = slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b steps.Step) int {
		return cmp.Compare(slices.Index(subjects, a.Subject), slices.Index(subjects, b.Subject))
	})
	return sorted
}

// StepsText lists the steps that scenarios are written in.
func StepsText(rows []steps.Step) string {
	var b strings.Builder
	if lists := listsOf(rows); len(lists) > 0 {
		fmt.Fprintf(&b, "Steps with \"Any list\" take each of these: %s.\n", strings.Join(lists, ", "))
	}
	subject := ""
	for _, s := range bySubject(rows) {
		if s.Subject != subject {
			subject = s.Subject
			fmt.Fprintf(&b, "\n%s\n\n", subject)
		}
		fmt.Fprintf(&b, "%-5s %s\n      %s\n", s.Keyword, s.Example, docOf(s))
		if s.Below != "" {
			fmt.Fprintf(&b, "      below it, such as:\n        %s\n", strings.ReplaceAll(s.Below, "\n", "\n        "))
		}
	}
	return strings.TrimPrefix(b.String(), "\n")
}

const anyList = "Any list."

// docOf is what a step does, and whether it takes any list.
func docOf(s steps.Step) string {
	if len(s.Lists) > 0 {
		return s.Doc + " " + anyList
	}
	return s.Doc
}

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
	subject := ""
	for _, s := range bySubject(rows) {
		if s.Subject != subject {
			subject = s.Subject
			fmt.Fprintf(&b, "\n## %s\n\n%s%s", subject, tableRow("step", "does"), tableRow("---", "---"))
		}
		b.WriteString(tableRow(s.Keyword+" "+code(s.Example), docOf(s)))
	}
	return b.String()
}
