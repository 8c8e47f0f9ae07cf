package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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

// manual is the text of README.md and of every page, by the file's name.
func manual(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, name := range docs.Pages() {
		pages[name+".md"], _ = docs.Page(name)
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages["README.md"] = string(text)
	return pages
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksOfTheManualLeadSomewhere follows the links to files and headings.
func TestLinksOfTheManualLeadSomewhere(t *testing.T) {
	pages := manual(t)
	for page, text := range pages {
		folder := "../../docs"
		if page == "README.md" {
			folder = "../.."
		}
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			to, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(to, ":") {
				continue // on the web
			}
			file := filepath.Join(folder, to)
			if to == "" {
				file = filepath.Join(folder, page)
			}
			target, err := os.ReadFile(file)
			if info, statErr := os.Stat(file); err != nil && (statErr != nil || !info.IsDir()) {
				t.Errorf("%s: the link %s leads nowhere", page, found[1])
			}
			if anchor != "" && !hasHeading(string(target), anchor) {
				t.Errorf("%s: the link %s names no heading", page, found[1])
			}
		}
	}
	if len(link.FindAllString(pages["index.md"], -1)) < len(pages)-2 {
		t.Error("the index lists fewer pages than there are")
	}
	for page := range pages {
		if page != "index.md" && page != "README.md" && !strings.Contains(pages["index.md"], "("+page+")") {
			t.Errorf("the index does not list %s", page)
		}
	}
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)

// hasHeading reports whether a page has the heading of an anchor, by the rules of Git
// hosts.
func hasHeading(text, anchor string) bool {
	for _, line := range strings.Split(text, "\n") {
		heading := strings.TrimLeft(line, "#")
		if heading == line {
			continue
		}
		plain := notInAnchors.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), "")
		if strings.ReplaceAll(plain, " ", "-") == anchor {
			return true
		}
	}
	return false
}

func TestEachPageSaysWhatItsReaderGets(t *testing.T) {
	for _, name := range docs.Pages() {
		page, _ := docs.Page(name)
		if title := docs.Title(page); title == "" || !strings.HasPrefix(page, "# ") {
			t.Errorf("%s has no title", name)
		}
		if s := docs.Summary(page); !strings.HasPrefix(s, "At the end of this page you ") {
			t.Errorf("%s begins with %q: it has to say what the reader gets from the page", name, s)
		}
	}
}

// TestTheReadmeIsShort limits the README to what a reader can take in at once.
func TestTheReadmeIsShort(t *testing.T) {
	if size := len(manual(t)["README.md"]); size > 10<<10 {
		t.Errorf("README.md has %d bytes: move what is more than 10 kB to docs", size)
	}
}

// block matches a block of shell code in Markdown.
var block = regexp.MustCompile("(?ms)^ *```(sh|console|yaml)\n(.*?)^ *```$")

// commandsIn are the command lines of understudy in a text's blocks of code, with
// the lines that a backslash or a folded YAML text continues.
func commandsIn(text string) (lines []string) {
	for _, b := range block.FindAllStringSubmatch(text, -1) {
		code := strings.ReplaceAll(b[2], "\\\n", " ")
		for _, line := range strings.Split(code, "\n") {
			line, typed := strings.CutPrefix(strings.TrimSpace(line), "$ ")
			if b[1] == "console" && !typed {
				continue // it is printed
			}
			line = strings.TrimPrefix(line, "- run: ")
			for {
				assigned := assignment.FindString(line)
				if assigned == "" {
					break
				}
				line = line[len(assigned):]
			}
			if rest, ok := strings.CutPrefix(line, "understudy "); ok {
				lines = append(lines, rest)
			}
		}
	}
	return lines
}

var (
	assignment = regexp.MustCompile(`^[A-Z_]+=\S* `)
	// ending matches what a shell does not pass to the command: a comment, a pipe, a redirection.
	ending = regexp.MustCompile(`\s+(#|\||>|2>|&|;|<).*$`)
	word   = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
)

// TestCommandsOfTheManualParse parses every command line of the manual: the
// command and each of its flags have to exist, and the values to be of their type.
func TestCommandsOfTheManualParse(t *testing.T) {
	n := 0
	for page, text := range manual(t) {
		if page == "cli.md" {
			continue // its command lines are printed by the commands
		}
		for _, line := range commandsIn(text) {
			n++
			var args []string
			for _, w := range word.FindAllString(ending.ReplaceAllString(line, ""), -1) {
				args = append(args, strings.Trim(w, `'"`))
			}
			c, rest, err := newRoot().Find(args)
			if err == nil && c.Name() == "understudy" && len(args) > 0 && !strings.HasPrefix(args[0], "-") {
				err = fmt.Errorf("no such command")
			}
			if err == nil {
				c.InitDefaultHelpFlag()
				err = c.ParseFlags(rest)
			}
			if err == nil {
				err = c.ValidateArgs(c.Flags().Args())
			}
			if err != nil {
				t.Errorf("%s: understudy %s: %v", page, line, err)
			}
		}
	}
	if n < 30 {
		t.Errorf("found %d commands only", n)
	}
}
