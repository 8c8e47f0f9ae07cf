package fake

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/progress"
	"understudy/fixtures"
	"understudy/spec/atomicfile"
)

func Fixtures() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fixtures",
		Short: "Check or generate fixture files for serve --fixtures",
		Args:  command.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newFixturesCheck(), newFixturesGenerate())
	return cmd
}

func newFixturesCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Check a fixture file, and count its rows",
		Long: `check reads a fixture file, or a state that serve saved, as serve does. It prints a line for
each problem, as FILE:LINE:COLUMN: PATH: REASON, 20 at most, and ends with exit code 2.`,
		Example: "  understudy fixtures check world.yaml",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("give one file: understudy fixtures check world.yaml")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			p := progress.New(args[0], func(line string) { fmt.Fprintln(cmd.ErrOrStderr(), line) })
			w, err := fixtures.Loader{Progress: p.Read}.Load(args[0])
			if err != nil {
				fmt.Fprintln(cmd.ErrOrStderr(), err)
				return command.ExitCode(command.ExitUsage)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is good: %s\n", args[0], w.Counts())
			return err
		},
	}
}

func newFixturesGenerate() *cobra.Command {
	var size fixtures.Size
	var out string
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Generate a fixture file of any size from a seed",
		Long: `generate writes a world with as many made-up rows as are asked for, as JSON. Its workspaces,
users, tokens and connectors are those of the embedded world. The same flags write the
same bytes; a list stays as it is when the others grow.`,
		Example: "  understudy fixtures generate --invitations 1000000 --seed 7 --out world.json",
		Args:    command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := size.Check(); err != nil {
				return err
			}
			write := func(w io.Writer) error { return fixtures.Generate(w, size) }
			if out == "" {
				return write(cmd.OutOrStdout())
			}
			if err := atomicfile.Replace(out, 0o600, write, nil); err != nil {
				return fmt.Errorf("--out: %w", err)
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flags := cmd.Flags()
	flags.Int64Var(&size.Invitations, "invitations", 1000, "number of invitations")
	flags.Int64Var(&size.Destinations, "destinations", 10, "number of destinations")
	flags.Int64Var(&size.Objects, "objects", 100, "number of objects, of all destinations together")
	flags.Int64Var(&size.Segments, "segments", 100, "number of segments")
	flags.Int64Var(&size.Topics, "topics", 20, "number of topics, all of one source")
	flags.Uint64Var(&size.Seed, "seed", 1, "seed of what is made up")
	flags.StringVar(&out, "out", "", "`FILE` to write (default: standard output)")
	command.CompletesFiles(cmd, "out", "json")
	return cmd
}
