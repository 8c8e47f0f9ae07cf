package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/output"
)

// registry is a command that prints a registry. The forms are functions, as
// every command is made whenever one of them is run.
type registry struct {
	use, short     string
	text, markdown func() string
	rows           func() any
}

// command makes the subcommand that prints a registry.
func (r registry) command() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   r.use,
		Short: r.short,
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return r.print(cmd.OutOrStdout(), format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "form of the output: text, markdown or json")
	completes(cmd, "format", oneOf("text", "markdown", "json"))
	return cmd
}

func (r registry) print(w io.Writer, format string) error {
	switch format {
	case "text":
		_, err := io.WriteString(w, r.text())
		return err
	case "markdown":
		_, err := io.WriteString(w, r.markdown())
		return err
	case "json":
		return output.JSON(w, r.rows())
	}
	return fmt.Errorf("--format %q is unknown: use text, markdown or json", format)
}
