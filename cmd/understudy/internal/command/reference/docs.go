package reference

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/docs"
	"understudy/spec/suggest"
)

func Docs() *cobra.Command {
	return &cobra.Command{
		Use:   "docs [PAGE]",
		Short: "Print a page of the manual, or the list of its pages",
		Long: `docs prints a page of the manual as Markdown, or the list of its pages where none is named.
The pages are those of the folder docs.`,
		Example: "  understudy docs\n  understudy docs getting-started | less",
		Args:    command.OneAtMost("page"),
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				return listPages(cmd.OutOrStdout())
			}
			page, ok := docs.Page(strings.TrimSuffix(names[0], ".md"))
			if !ok {
				return noPage(names[0])
			}
			_, err := io.WriteString(cmd.OutOrStdout(), comments.ReplaceAllString(page, ""))
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return docs.Pages(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// comments are lines of a page that are for tools.
var comments = regexp.MustCompile(`(?m)^<!--.*-->\n`)

// mostHeadings is how many headings the error about an unknown page lists.
const mostHeadings = 5

// noPage is the error about an unknown page. It lists the headings with the word.
func noPage(word string) error {
	if near := suggest.DidYouMean(word, docs.Pages()); near != "" {
		return fmt.Errorf("no page %q: %ssee understudy docs", word, near)
	}
	var found []string
	for _, name := range docs.Pages() {
		page, _ := docs.Page(name)
		for line := range strings.Lines(page) {
			if heading, isHeading := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); isHeading && strings.HasPrefix(line, "#") && strings.Contains(strings.ToLower(heading), strings.ToLower(word)) {
				found = append(found, fmt.Sprintf("  understudy docs %s: %s", name, strings.TrimSpace(heading)))
			}
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no page %q: see understudy docs%s", word, with(word))
	}
	return fmt.Errorf("no page %q; these have a heading with it:\n%s", word, strings.Join(found[:min(len(found), mostHeadings)], "\n"))
}

// with names the pages with a word, or is "".
func with(word string) string {
	var names []string
	for _, name := range docs.Pages() {
		if page, _ := docs.Page(name); strings.Contains(strings.ToLower(page), strings.ToLower(word)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "; the word stands in " + strings.Join(names, ", ")
}

// listPages prints the name and the title of each page.
func listPages(w io.Writer) error {
	for _, name := range docs.Pages() {
		page, _ := docs.Page(name)
		if _, err := fmt.Fprintf(w, "%-16s %s\n", name, docs.Title(page)); err != nil {
			return err
		}
	}
	return nil
}
