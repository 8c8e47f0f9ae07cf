package scenarios

import (
	"fmt"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/starter"
)

func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Write scenarios of your own",
		Args:  command.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newNewFeature())
	return cmd
}

func newNewFeature() *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:     "feature NAME",
		Short:   "Write a feature file that runs as it is, to be changed",
		Example: "  understudy new feature 'What our client counts on'",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("give one name, in quotes where it has several words: understudy new feature 'paging of invitations'")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := starter.NewFeature(args[0], folder)
			if err != nil {
				return err
			}
			if err := f.Write(); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s, which runs as it is. Then\n\n  understudy steps     the words to write it in\n  %s\n  %s\n",
				f.File(), f.Lint(), f.Verify())
			return err
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVar(&folder, "dir", "scenarios", "`FOLDER` that the file is written in, made where it is missing")
	command.CompletesFiles(cmd, "dir")
	return cmd
}
