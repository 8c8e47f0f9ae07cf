package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"understudy/docs"
	"understudy/server/control"
	"understudy/spec/gap"
	"understudy/spec/promise"
)

var update = flag.Bool("update", false, "write the generated pages of the manual again")

// generatedPages maps the generated pages to what the program prints for them.
var generatedPages = map[string]func(*testing.T) string{
	"promises": func(t *testing.T) string {
		return fmt.Sprintf(`# Promises

At the end of this page you know each of the %d promises: what the API's document says, by the section that says it. A
deployment that breaks one fails. `+"`understudy promises WORD`"+` finds one by a word.

`, len(promise.All)) + tables(t, "promises")
	},
	"gaps": func(t *testing.T) string {
		probed := 0
		for _, g := range gap.All {
			if g.Probed() {
				probed++
			}
		}
		return fmt.Sprintf(`# Gaps

At the end of this page you know each of the %d questions that the API's document leaves open, and the variants that are
allowed. `+"`verify`"+` looks for the variants of %d of them, reports the one that it sees, and fails none of them;
`+"`serve --gap ID=VARIANT`"+` responds with another one than the default. `+"`understudy gaps WORD`"+` finds one by a word.

`, len(gap.All), probed) + tables(t, "gaps")
	},
	"steps": func(t *testing.T) string {
		return `# Steps

At the end of this page you know every step that scenarios are written in. ` + "`understudy steps WORD`" + ` finds one by a word;
[scenarios](scenarios.md) shows how they are used.

` + tables(t, "steps")
	},
	"cli": func(*testing.T) string {
		var b strings.Builder
		b.WriteString("# Commands\n\nAt the end of this page you know every command and flag, as `--help` shows them.\n")
		root := newRoot()
		root.InitDefaultHelpCmd() // as its execution does
		root.InitDefaultCompletionCmd()
		helpOf(&b, root)
		return b.String()
	},
	"control-api": func(*testing.T) string {
		var b strings.Builder
		b.WriteString(`# The control API

At the end of this page you know every call of the fake's control API. ` + "`?sandbox=ID`" + ` picks the sandbox; without it a call is
about the default one. A failure has the body ` + "`{\"error\": …}`" + `, which says what to do. The OpenAPI document with all bodies is
at ` + "`/_understudy/openapi.yaml`" + ` of a running fake, and the console shows it.
`)
		for _, topic := range control.Topics() {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| call | what it does | parameters |\n|---|---|---|\n", topic.Name, topic.Description)
			for _, o := range topic.Operations {
				fmt.Fprintf(&b, "| `%s %s` | %s | %s |\n", o.Method, o.Path, o.Summary, parameters(o))
			}
		}
		return b.String()
	},
}

// parameters are the names of those in the query.
func parameters(o control.Operation) string {
	var names []string
	for _, p := range o.Parameters {
		if p.In == "query" {
			names = append(names, "`"+p.Name+"`")
		}
	}
	return strings.Join(names, ", ")
}

// tables is what a command prints as Markdown, below the heading.
func tables(t *testing.T, subcommand string) string {
	t.Helper()
	code, page, stderr := commandLine(t, subcommand, "--format", "markdown")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	_, tables, _ := strings.Cut(page, "\n\n")
	return strings.TrimRight(tables, "\n") + "\n"
}

// helpOf writes the help of a command, and of those below it.
func helpOf(b *strings.Builder, c *cobra.Command) {
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	text := c.Long
	if text == "" {
		text = c.Short
	}
	fmt.Fprintf(b, "\n## %s\n\n```text\n%s\n\n%s```\n", c.CommandPath(), strings.TrimSpace(text), strings.TrimRight(c.UsageString(), "\n")+"\n")
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			helpOf(b, sub)
		}
		if sub.IsAdditionalHelpTopicCommand() {
			fmt.Fprintf(b, "\n## understudy help %s\n\n```text\n%s\n```\n", sub.Name(), sub.Long)
		}
	}
}

// TestTheDocsAreGenerated compares the generated pages with what the program prints.
func TestTheDocsAreGenerated(t *testing.T) {
	for name, page := range generatedPages {
		file, want := filepath.Join("..", "..", "docs", name+".md"), page(t)
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if have, _ := docs.Page(name); have != want {
			t.Errorf("docs/%s.md is not what the program prints, from here on: %s: run make docs", name, firstOther(have, want))
		}
	}
}

// firstOther returns the first line in which a text differs from another one.
func firstOther(have, want string) string {
	lines := strings.Split(have, "\n")
	for i, line := range strings.Split(want, "\n") {
		if i >= len(lines) || lines[i] != line {
			return line
		}
	}
	return "(its end)"
}
