// Package catalogue writes the registries of promises, gaps and steps for
// people: as text, and as pages of Markdown.
package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec"
)

// bySection prints the rows of each section of the document below its name.
func bySection[R any](rows []R, section func(R) spec.Section, heading func(spec.Section) string, row func(R) string) string {
	var b strings.Builder
	for _, s := range spec.Sections {
		begun := false
		for _, r := range rows {
			if section(r) != s {
				continue
			}
			if !begun {
				b.WriteString(heading(s))
				begun = true
			}
			b.WriteString(row(r))
		}
		if begun {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// plainHeading starts a section of a text; headingWith starts one of a Markdown page,
// with a table below it.
func plainHeading(s spec.Section) string { return string(s) + "\n" }

func headingWith(columns ...string) func(spec.Section) string {
	rule := slices.Repeat([]string{"---"}, len(columns))
	return func(s spec.Section) string {
		return fmt.Sprintf("## %s\n\n%s%s", s, tableRow(columns...), tableRow(rule...))
	}
}

var cellEscape = strings.NewReplacer("|", `\|`, "\n", " ")

// tableRow is a row of a Markdown table.
func tableRow(cells ...string) string {
	for i, c := range cells {
		cells[i] = cellEscape.Replace(c)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// code marks ids in Markdown.
func code(ids ...string) string {
	if len(ids) == 0 {
		return ""
	}
	return "`" + strings.Join(ids, "`, `") + "`"
}
