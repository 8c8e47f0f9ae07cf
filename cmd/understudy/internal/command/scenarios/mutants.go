// Package scenarios has the commands for writing scenarios and measuring them: new, lint,
// lsp, explain, coverage, record and mutants.
//
// Each has a file with its flags, and calls the package that does the work, such as
// mutation for mutants and explain. Start reading at Mutants.
package scenarios

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/mutation"
	"understudy/cmd/understudy/internal/output"
	"understudy/server/mutant"
)

// MutantsFlags holds the flags of mutants.
type MutantsFlags struct {
	Children int
	Alone    bool
	Vary     choice.Seed
	Format   string
	list     bool
}

func Mutants() *cobra.Command {
	var f MutantsFlags
	cmd := &cobra.Command{
		Use:   "mutants [ID]...",
		Short: "Verify deliberately broken fakes, to prove the suite",
		Long: `mutants verifies fakes that break one promise each: every one must be blamed for the promise that
it breaks, and for no other. It verifies the hand-written ones with the IDs, or all of them and, on
recorded responses, those that are made from the contract. Without IDs it serves up to eight that
break different promises on one fake, and verifies again alone what was not blamed there; with
--alone each has a separate fake. With --vary it leaves out those that break their promise only
under other variants of gaps. --list prints the hand-written ones, and verifies nothing:
serve --mutant ID serves one.

Exit codes: 0 every mutant was killed with the right blame; 1 one survived or was blamed falsely;
2 something went wrong.`,
		Example: `  understudy mutants
  understudy mutants --list
  understudy mutants page-zero-is-two list-fails
  understudy mutants --vary 7 --format json`,
		Args: knownMutants,
		RunE: func(cmd *cobra.Command, ids []string) error {
			if f.list {
				return listMutants(cmd, ids)
			}
			f.Vary.Announce(cmd.ErrOrStderr())
			return f.Run(cmd.Context(), ids, cmd.OutOrStdout())
		},
		ValidArgsFunction: command.Completion(command.MutantIDs),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.list, "list", false, "list the hand-written mutants: id, the promise that it breaks, and how; verify nothing")
	flags.IntVar(&f.Children, "children", 0, "`NUMBER` of child processes that verify mutants (default: three for each processor)")
	flags.BoolVar(&f.Alone, "alone", false, "serve each mutant on a separate fake, which takes two to three times as long")
	flags.Var(&f.Vary, choice.VaryFlag, "`SEED` of a random choice of variants by which the broken fakes fill the gaps; any draws one (default: each gap's own default)")
	flags.Var(command.Words(&f.Format, "pretty", "pretty", "json"), "format", "form of the mutation report: pretty or json")
	return cmd
}

func knownMutants(_ *cobra.Command, ids []string) error {
	for _, id := range ids {
		if _, ok := mutant.ByID(id); !ok {
			return fmt.Errorf("no mutant %q: understudy mutants --list prints them all", id)
		}
	}
	return nil
}

// listMutants prints a line for each mutant with the ids, or for all.
func listMutants(cmd *cobra.Command, ids []string) error {
	if err := command.RejectOthers(cmd.Flags(), "--list verifies nothing: it goes with no other flag", "list"); err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, m := range mutant.All() {
		if len(ids) == 0 || slices.Contains(ids, m.ID) {
			fmt.Fprintf(w, "%s\t%s\t%s\n", m.ID, m.Breaks, m.Says)
		}
	}
	return w.Flush()
}

// Run runs the mutation run and ends with exit code 1 where a mutant survived.
func (f MutantsFlags) Run(ctx context.Context, ids []string, stdout io.Writer) error {
	if f.Children < 0 {
		return fmt.Errorf("--children %d is negative: give 1 or more", f.Children)
	}
	o := mutation.Options{IDs: ids, Alone: f.Alone, Choice: choice.Drawn(f.Vary), Children: f.Children,
		Child: []string{mutantSuite, fmt.Sprintf("--%s=%d", choice.VaryFlag, uint64(f.Vary))}}
	if o.Children == 0 {
		o.Children = 3 * runtime.NumCPU() // a run of the suite waits more than it computes
	}
	if f.Format == "pretty" {
		o.OnResult = func(r mutation.Result) { fmt.Fprint(stdout, r) }
	}
	r, err := mutation.Run(ctx, o)
	if err != nil {
		return err
	}
	if f.Format == "json" {
		err = output.JSON(stdout, r)
	} else {
		_, err = fmt.Fprint(stdout, r)
	}
	if err == nil && !r.OK() {
		return command.ExitCode(1)
	}
	return err
}

// mutantSuite is the hidden subcommand by which a child process verifies
// mutants.
const mutantSuite = "mutant-suite"

func MutantSuite() *cobra.Command {
	var vary uint64
	cmd := &cobra.Command{
		Use:    mutantSuite,
		Short:  "Verify the mutants whose ids are read from stdin, those of one fake in each line; write their results in a line of JSON",
		Hidden: true,
		Args:   command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return mutation.Suite(cmd.Context(), cmd.InOrStdin(), choice.Drawn(choice.Seed(vary)), cmd.OutOrStdout())
		},
	}
	cmd.Flags().Uint64Var(&vary, choice.VaryFlag, 0, "`SEED` of the choice; 0 is the default one")
	return cmd
}
