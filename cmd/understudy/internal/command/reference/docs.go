package reference

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

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
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				return listPages(cmd.OutOrStdout())
			}
			page, ok := docs.Page(strings.TrimSuffix(names[0], ".md"))
			if !ok {
				return fmt.Errorf("no page %q: %ssee understudy docs", names[0], suggest.DidYouMean(names[0], docs.Pages()))
			}
			_, err := io.WriteString(cmd.OutOrStdout(), page)
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return docs.Pages(), cobra.ShellCompDirectiveNoFileComp
		},
	}
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
