package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/starter"
)

func newInit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a file to start from",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newInitTarget())
	return cmd
}

func newInitTarget() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "target [FILE]",
		Short: "Write a target file with every key explained (default target.yaml; - is stdout)",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "target.yaml"
			if len(args) == 1 {
				name = args[0]
			}
			if name == "-" {
				_, err := cmd.OutOrStdout().Write(starter.Target)
				return err
			}
			if err := starter.WriteTarget(name, force); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "wrote %s: fill it in, then run understudy verify --target %s\n", name, name)
			return err
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "overwrite a file that exists (default: leave it)")
	return cmd
}
