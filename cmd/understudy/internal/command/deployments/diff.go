package deployments

import (
	"fmt"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/comparison"
)

func newDiff() *cobra.Command {
	return &cobra.Command{
		Use:   "diff BEFORE AFTER",
		Short: "Show what changed between the JSON reports of two runs",
		Long: `diff compares two reports that verify --report json=FILE wrote: the verdicts on promises,
the variants of gaps, and the verdicts on scenarios. A promise that got worse is marked ✗, one
that is no longer checked –, any other change ✓.

Exit codes: 0 no promise got worse; 1 a promise is broken, or could not be verified, that was
not before; 2 a report could not be read.`,
		Example: `  understudy verify diff yesterday.json today.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("%s compares two JSON reports, and was given %d: see %s --help", cmd.CommandPath(), len(args), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return command.Exit(comparison.Run(args[0], args[1], cmd.OutOrStdout()))
		},
	}
}
