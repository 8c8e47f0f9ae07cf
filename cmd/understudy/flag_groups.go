package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagGroup is a section of a command's help: the flags for one task, in the
// order in which they are declared.
type flagGroup struct {
	title   string
	declare func(*pflag.FlagSet)
}

// groupFlags adds the flags of all groups to a command, and has its help print them
// group by group. Other flags of the command are not printed.
func groupFlags(cmd *cobra.Command, groups ...flagGroup) {
	sets := make([]*pflag.FlagSet, len(groups))
	for i, g := range groups {
		sets[i] = pflag.NewFlagSet(g.title, pflag.ContinueOnError)
		sets[i].SortFlags = false
		g.declare(sets[i])
		cmd.Flags().AddFlagSet(sets[i])
	}
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		w := cmd.OutOrStderr()
		fmt.Fprintf(w, "Usage:\n  %s\n\nExamples:\n%s\n", cmd.UseLine(), cmd.Example)
		for i, g := range groups {
			fmt.Fprintf(w, "\n%s:\n%s", g.title, sets[i].FlagUsages())
		}
		return nil
	})
}
