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
	b.WriteString(anyListIs(rows) + order)
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

// order says what it means that a step needs something.
const order = "A step that needs something stands after one that provides it. Every When provides a response, which is not listed.\n"

// docOf is what a step does, whether it takes any list, and what it needs and provides.
func docOf(s steps.Step) string {
	doc := s.Doc
	if len(s.Lists) > 0 {
		doc += " " + anyList
	}
	if needs := things(s.Requires); needs != "" {
		doc += " Needs " + needs + "."
	}
	if provides := things(s.Provides); provides != "" {
		doc += " Provides " + provides + "."
	}
	return doc
}

// things joins what a step needs or provides, without the response.
func things(all []steps.Thing) string {
	var names []string
	for _, t := range all {
		if t != steps.AResponse {
			names = append(names, string(t))
		}
	}
	return strings.Join(names, ", ")
}

// StepsMarkdown is StepsText as a page of Markdown.
func StepsMarkdown(rows []steps.Step) string {
	var b strings.Builder
	b.WriteString("# Steps\n")
	if lists := anyListIs(rows); lists != "" {
		b.WriteString("\n" + lists)
	}
	b.WriteString("\n" + order)
	for _, group := range bySubject(rows) {
		fmt.Fprintf(&b, "\n## %s\n\n%s%s", group[0].Subject, tableRow("step", "does"), tableRow("---", "---"))
		for _, s := range group {
			b.WriteString(tableRow(s.Keyword+" "+code(s.Example), docOf(s)))
		}
	}
	return b.String()
}
