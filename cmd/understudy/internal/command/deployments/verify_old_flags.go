package deployments

import (
	"fmt"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/command/scenarios"
)

// addOldFlags adds the flags that are commands now. They work until the next
// release.
func (o *verifyOptions) addOldFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&o.mutants, "mutants", false, "see understudy mutants")
	flags.StringVar(&o.explain, "explain", "", "see understudy explain `ADDRESS`")
	for _, name := range []string{"mutants", "explain"} {
		if err := flags.MarkHidden(name); err != nil {
			panic(err)
		}
	}
}

// runMutants runs understudy mutants.
func (o verifyOptions) runMutants(cmd *cobra.Command) error {
	if err := command.RejectOthers(cmd.Flags(), "--mutants verifies broken fakes of its own: it can be combined only with --concurrency and --vary",
		"mutants", "concurrency", choice.VaryFlag); err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "verify --mutants is now understudy mutants: the flag works until the next release")
	return scenarios.MutantsFlags{Children: max(0, o.Concurrency), Vary: o.Vary, Format: "pretty"}.Run(cmd.Context(), nil, cmd.OutOrStdout())
}

// runExplain runs understudy explain.
func (o verifyOptions) runExplain(cmd *cobra.Command) error {
	if err := command.RejectOthers(cmd.Flags(), "--explain runs one scenario on fakes of its own: it goes with no other flag but --features and --format",
		"explain", "features", "format"); err != nil {
		return err
	}
	if o.Format != "pretty" && o.Format != "json" {
		return fmt.Errorf("--explain --format %q is unknown: use pretty or json", o.Format)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "verify --explain is now understudy explain ADDRESS: the flag works until the next release")
	return scenarios.ExplainFlags{Features: o.Features, Format: o.Format}.Run(cmd.Context(), o.explain, cmd.OutOrStdout(), cmd.ErrOrStderr())
}
