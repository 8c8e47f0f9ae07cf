package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/spec/gap"
)

// mutantSuite is the hidden subcommand by which a child process verifies
// mutants.
const mutantSuite = "mutant-suite"

func newMutantSuite() *cobra.Command {
	var vary uint64
	cmd := &cobra.Command{
		Use:    mutantSuite,
		Short:  "Verify the mutants whose ids come in, a line each, with a JSON line for each",
		Hidden: true,
		Args:   noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return mutation.Suite(cmd.Context(), cmd.InOrStdin(), drawn(vary), cmd.OutOrStdout())
		},
	}
	cmd.Flags().Uint64Var(&vary, varyFlag, 0, "`SEED` of the choice; 0 is the default one")
	return cmd
}

// varyFlag names the flag by which a random choice is drawn.
const varyFlag = "vary"

// drawn is the random choice of a seed, or the default one of 0.
func drawn(seed uint64) gap.Choice {
	if seed == 0 {
		return gap.Choice{}
	}
	return gap.Random(seed)
}

// verifyMutants proves the harness on mutants.
func verifyMutants(ctx context.Context, f verifyFlags, given *pflag.FlagSet, stdout io.Writer) error {
	if err := refuseOthers(given, "--mutants judges broken fakes of its own: it goes with no other flag but --concurrency and --vary",
		"mutants", "concurrency", varyFlag); err != nil {
		return err
	}
	return mutants(ctx, f.concurrency, f.vary, stdout)
}

// mutants runs the mutation run; children is 0 for as many as suit the machine.
func mutants(ctx context.Context, children int, vary uint64, stdout io.Writer) error {
	if children <= 0 {
		children = 2 * runtime.NumCPU() // a run of the suite waits more than it computes
	}
	r, err := mutation.Run(ctx, mutation.Options{
		Choice:   drawn(vary),
		Children: children,
		Child:    []string{mutantSuite, fmt.Sprintf("--%s=%d", varyFlag, vary)},
		OnResult: func(r mutation.Result) { fmt.Fprint(stdout, r) },
	})
	if err != nil {
		return err
	}
	fmt.Fprint(stdout, r)
	if !r.OK() {
		return exitCode(1)
	}
	return nil
}

// refuseOthers names the flags that were given and would have no effect, with
// the reason.
func refuseOthers(given *pflag.FlagSet, why string, known ...string) error {
	var others []string
	given.Visit(func(flag *pflag.Flag) {
		if !slices.Contains(known, flag.Name) {
			others = append(others, "--"+flag.Name)
		}
	})
	if len(others) == 0 {
		return nil
	}
	return fmt.Errorf("%s: leave out %s", why, strings.Join(others, ", "))
}
