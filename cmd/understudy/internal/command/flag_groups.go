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
// group by group, and then its own commands. Other flags of the command are not printed.
func GroupFlags(cmd *cobra.Command, groups ...FlagGroup) {
	sets := make([]*pflag.FlagSet, len(groups))
	for i, g := range groups {
		sets[i] = pflag.NewFlagSet(g.Title, pflag.ContinueOnError)
		sets[i].SortFlags = false
		g.Declare(sets[i])
		cmd.Flags().AddFlagSet(sets[i])
	}
	cmd.SetUsageFunc(func(c *cobra.Command) error {
		w := c.OutOrStderr()
		fmt.Fprintf(w, "Usage:\n  %s\n\nExamples:\n%s\n", c.UseLine(), c.Example)
		if c != cmd { // one of its own commands
			fmt.Fprintf(w, "\nFlags:\n%s", c.LocalFlags().FlagUsages())
			return nil
		}
		for i, g := range groups {
			fmt.Fprintf(w, "\n%s:\n%s", g.Title, sets[i].FlagUsages())
		}
		for i, sub := range cmd.Commands() {
			if i == 0 {
				fmt.Fprintf(w, "\nCommands:\n")
			}
			fmt.Fprintf(w, "  %s   %s\n", sub.Use, sub.Short)
		}
		return nil
	})
}
