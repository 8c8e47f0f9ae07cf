package deployments

import (
	"fmt"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/shell"
	"understudy/cmd/understudy/internal/starter"
)

func Init() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a file to start from",
		Args:  command.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newInitFile("target", "a target file with every key explained", starter.Target, "fill it in, then run understudy verify --target "),
		newInitFile("fixtures", "a fixture file with a row of every kind", starter.Fixtures, "change it, then run understudy serve --fixtures "))
	return cmd
}

// newInitFile returns the subcommand that writes a kind of file.
func newInitFile(kind, what string, text []byte, next string) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   kind + " [FILE]",
		Short: fmt.Sprintf("Write %s (default %s.yaml; - is stdout)", what, kind),
		Args:  command.OneAtMost("file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := kind + ".yaml"
			if len(args) == 1 {
				name = args[0]
			}
			if name == "-" {
				_, err := cmd.OutOrStdout().Write(text)
				return err
			}
			if err := starter.Write(name, text, force); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "wrote %s: %s%s\n", name, next, shell.Word(name))
			return err
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "overwrite a file that exists (default: leave it)")
	return cmd
}
