package scenarios

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/folders"
	"understudy/cmd/understudy/internal/mutation"
	"understudy/cmd/understudy/internal/output"
	"understudy/steps"
)

// ExplainFlags holds the flags of explain.
type ExplainFlags struct {
	Features []string
	Format   string
}

func Explain() *cobra.Command {
	var f ExplainFlags
	cmd := &cobra.Command{
		Use:   "explain ADDRESS",
		Short: "Show what a scenario checks, and which broken fakes it catches",
		Long: `explain prints the steps, promises and gaps of one scenario, and runs it on our own fake and on every
fake that breaks one of its promises on purpose. understudy verify --list lists the addresses. At the
address that the name of an outline gives, all of its examples are run.`,
		Example: `  understudy explain endpoints/page#page-0-means-page-1-of-the-invitations
  understudy explain --features scenarios what-our-client-counts-on#the-oldest-invitation-comes-first`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("give the address of one scenario: see understudy verify --list")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: command.Completion(command.ScenarioAddresses),
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.Features, "features", nil, "`FOLDER` with features in addition to the built-in ones; repeatable (default: none)")
	flags.Var(command.Words(&f.Format, "pretty", "pretty", "json"), "format", "form of the output: pretty or json")
	command.CompletesFiles(cmd, "features")
	return cmd
}

// Run prints what a scenario checks and which mutants it kills.
func (f ExplainFlags) Run(ctx context.Context, address string, stdout, stderr io.Writer) error {
	opened, err := folders.Open(f.Features)
	if err != nil {
		return fmt.Errorf("--features: %w", err)
	}
	addresses, err := steps.Examples(address, steps.Options{Folders: opened})
	if err != nil {
		return err
	}
	e, err := mutation.ExplainAll(ctx, addresses, opened, countdown(stderr))
	if err != nil {
		return err
	}
	if f.Format == "json" {
		return output.JSON(stdout, e)
	}
	_, err = fmt.Fprint(stdout, e)
	return err
}

// countdown shows on a terminal how many mutants were tried, and clears the line
// after the last one.
func countdown(w io.Writer) func(done, all int) {
	if _, ok := output.Terminal(w); !ok {
		return func(int, int) {}
	}
	return func(done, all int) {
		if done == all {
			fmt.Fprint(w, "\r                                \r")
			return
		}
		fmt.Fprintf(w, "\r%d of %d broken fakes tried", done, all)
	}
}
