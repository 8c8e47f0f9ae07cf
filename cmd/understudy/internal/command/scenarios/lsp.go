package scenarios

import (
	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/lsp"
	"understudy/steps/target"
)

func LSP() *cobra.Command {
	var targetFile string
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Help editors with feature files: the language server",
		Long: `lsp speaks the Language Server Protocol on stdin and stdout; editors start it. It reports problems as you type, completes
steps, tags and ids, explains and finds them, renames, formats, and runs scenarios on our own fake. understudy docs editors
shows how to set up an editor.

With --target it also runs scenarios on that deployment, and asks before a run that writes.`,
		Example: `  understudy lsp
  understudy lsp --target target.yaml`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o := lsp.Options{Version: cmd.Root().Version}
			if targetFile != "" {
				t, err := target.Load(targetFile)
				if err != nil {
					return err
				}
				o.Target = &t
			}
			orderly, err := lsp.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
			if err == nil && !orderly {
				return command.ExitCode(1) // as the protocol wants it without a shutdown
			}
			return err
		},
	}
	cmd.Flags().StringVar(&targetFile, "target", "", "target `FILE` of a deployment to run scenarios on (default: none)")
	cmd.Flags().Bool("stdio", true, "speak on stdin and stdout: the only way there is; some editors pass it")
	command.CompletesFiles(cmd, "target", "yaml", "yml")
	return cmd
}
