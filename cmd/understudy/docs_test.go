package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"understudy/docs"
)

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

// TestTheArchitectureQuotesItsScenario compares the scenario of the page with its feature file,
// where it is further to the right.
func TestTheArchitectureQuotesItsScenario(t *testing.T) {
	page, _ := docs.Page("architecture")
	quote := regexp.MustCompile("(?s)The scenario is in `(.*?)`:\n\n```gherkin\n(.*?)```").FindStringSubmatch(page)
	if quote == nil {
		t.Fatal("the page quotes no scenario")
	}
	file, err := os.ReadFile(filepath.Join("..", "..", quote[1]))
	if err != nil {
		t.Fatal(err)
	}
	indent := regexp.MustCompile(`(?m)^ +`)
	if !strings.Contains(indent.ReplaceAllString(string(file), ""), indent.ReplaceAllString(quote[2], "")) {
		t.Errorf("%s does not have the lines that the page quotes: copy them\n%s", quote[1], quote[2])
	}
}

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
