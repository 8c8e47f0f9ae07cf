package scenarios

import (
	"fmt"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/folders"
)

func Fmt() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:     "fmt FOLDER|FILE...",
		Aliases: []string{"format"},
		Short:   "Format feature files",
		Long: `fmt gives the .feature files below the folders, or the files themselves, the usual layout: indentation, tables
whose columns are in line, one blank line between scenarios. Comments stay, and no scenario changes. It
prints the name of each file that it writes. Editors format in the same way: see understudy lsp.

Exit codes: 0 all files have the usual layout now; with --check, 1 a file has another one; 2 a file or
the command line cannot be read.`,
		Example: `  understudy fmt scenarios
  understudy fmt --check scenarios`,
		Args: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				return fmt.Errorf("%s takes folders or .feature files, such as scenarios: see %s --help", cmd.CommandPath(), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, names []string) error {
			ok, err := folders.Format(cmd.OutOrStdout(), names, check)
			if err == nil && check && !ok {
				return command.ExitCode(1)
			}
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return []cobra.Completion{"feature"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing: only print the names of the files that would change")
	return cmd
}
