package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"understudy/spec"
)

// catalogue is a registry in the forms that it is printed in. It is asked for
// when it is printed: every command is made whenever one of them is run.
type catalogue struct {
	use, short     string
	text, markdown func() string
	rows           func() any
}

// command makes the subcommand that prints a catalogue.
func (c catalogue) command() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   c.use,
		Short: c.short,
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.print(cmd.OutOrStdout(), format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "form of the output: text, markdown or json")
	completes(cmd, "format", oneOf("text", "markdown", "json"))
	return cmd
}

func (c catalogue) print(w io.Writer, format string) error {
	switch format {
	case "text":
		_, err := io.WriteString(w, c.text())
		return err
	case "markdown":
		_, err := io.WriteString(w, c.markdown())
		return err
	case "json":
		return printJSON(w, c.rows())
	}
	return fmt.Errorf("--format %q is unknown: use text, markdown or json", format)
}

// printJSON prints a value as people read JSON.
func printJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

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

// plainHeading opens a section of a text; headingWith one of a Markdown page,
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
