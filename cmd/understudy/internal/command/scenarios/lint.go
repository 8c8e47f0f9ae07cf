package scenarios

import (
	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/folders"
)

func Lint() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "lint [FOLDER|FILE]...",
		Short: "Report problems in feature files, with line and column",
		Long: `lint reads every .feature file below the folders, or the files themselves, and reports what would keep verify from running it:
text that is not Gherkin, unknown steps (with the nearest one), ids that are not registered, scenarios
without ids or of one address. Without a folder it reads the built-in features, and reports the steps
that none of them uses too.

A step in the words of an earlier release is a warning, with the words that it has now. verify still
runs it; the next release does not know it.

Exit codes: 0 nothing is wrong, or there are warnings only; 1 something is wrong; 2 the folders or the
command line cannot be read.`,
		Example: `  understudy lint scenarios
  understudy lint scenarios/ours.feature
  understudy lint scenarios --format github`,
		RunE: func(cmd *cobra.Command, names []string) error {
			ok, err := folders.Lint(cmd.OutOrStdout(), names, format)
			if err == nil && !ok {
				return command.ExitCode(1)
			}
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return []cobra.Completion{"feature"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	cmd.Flags().Var(command.Words(&format, "text", "text", "json", "github"), "format", "form of the output: text, json, or github for annotations")
	return cmd
}
