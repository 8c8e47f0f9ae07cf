package reference

import (
	"fmt"

	"github.com/spf13/cobra"

	"understudy/spec"
	"understudy/spec/yamlfile"

	"understudy/cmd/understudy/internal/command"
)

func OpenAPI() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Print the API's contract as OpenAPI 3.1",
		Long: `openapi prints the contract that the fake keeps and verify checks, as OpenAPI 3.1: for generators of
clients, editors and other tools.`,
		Example: "  understudy openapi > api.yaml\n  understudy openapi --format json",
		Args:    command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := spec.OpenAPI, error(nil)
			switch format {
			case "yaml":
			case "json":
				text, err = yamlfile.JSON(spec.OpenAPI)
			default:
				return fmt.Errorf("--format %q is unknown: use yaml or json", format)
			}
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "yaml", "form of the output: yaml or json")
	command.Completes(cmd, "format", command.OneOf("yaml", "json"))
	return cmd
}
