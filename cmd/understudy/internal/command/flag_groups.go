package command

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FlagGroup is a section of a command's help: the flags for one task, in the
// order in which they are declared.
type FlagGroup struct {
	Title   string
	Declare func(*pflag.FlagSet)
}

// GroupFlags adds the flags of all groups to a command, and has its help print them
// group by group. Other flags of the command are not printed.
func GroupFlags(cmd *cobra.Command, groups ...FlagGroup) {
	sets := make([]*pflag.FlagSet, len(groups))
	for i, g := range groups {
		sets[i] = pflag.NewFlagSet(g.Title, pflag.ContinueOnError)
		sets[i].SortFlags = false
		g.Declare(sets[i])
		cmd.Flags().AddFlagSet(sets[i])
	}
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		w := cmd.OutOrStderr()
		fmt.Fprintf(w, "Usage:\n  %s\n\nExamples:\n%s\n", cmd.UseLine(), cmd.Example)
		for i, g := range groups {
			fmt.Fprintf(w, "\n%s:\n%s", g.Title, sets[i].FlagUsages())
		}
		return nil
	})
}
