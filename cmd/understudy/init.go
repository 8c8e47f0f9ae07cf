package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
)

//go:embed target.yaml
var targetTemplate []byte

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
				_, err := cmd.OutOrStdout().Write(targetTemplate)
				return err
			}
			if err := writeTemplate(name, force); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "wrote %s: fill it in, then run understudy verify --target %s\n", name, name)
			return err
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "overwrite a file that exists (default: leave it)")
	return cmd
}

// writeTemplate makes a file that only its owner may read: tokens may be
// written into it.
func writeTemplate(name string, force bool) error {
	if force {
		return writeSecret(name, targetTemplate)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already: name another file, or add --force to overwrite it", name)
	}
	if err != nil {
		return fmt.Errorf("cannot write the template: %w", err)
	}
	_, err = file.Write(targetTemplate)
	return errors.Join(err, file.Close())
}
