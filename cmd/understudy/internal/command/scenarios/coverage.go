package scenarios

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/coverage"
	"understudy/cmd/understudy/internal/folders"
	"understudy/cmd/understudy/internal/mutation"
	"understudy/cmd/understudy/internal/output"
	"understudy/spec/atomicfile"
	"understudy/steps"
	"understudy/steps/report"
)

// measured selects the scenarios that coverage is measured of.
type measured struct {
	folders  []string
	features []string
	tags     string
	whole    bool
	except   []string
}

// coverageFlags holds the flags of coverage.
type coverageFlags struct {
	measured
	children int
	format   string
	output   string
	minScore float64
}

func Coverage() *cobra.Command {
	var f coverageFlags
	cmd := &cobra.Command{
		Use:   "coverage [FOLDER|FILE]...",
		Short: "Measure what scenarios cover, and which broken fakes they catch",
		Long: `coverage runs the scenarios of the folders, or the built-in ones without a folder, on our own fake, and
reports the operations, parameters, statuses, promises and gaps that they cover. Then it runs each
scenario alone on every fake that breaks one of its promises on purpose, and reports the score: how
many of these are caught, and by which scenario. It names the scenarios that catch none, and those
that catch the same as another.

A scenario about expectations of your own names no promise: it is run on each fake that breaks a
promise about one of its operations.

The broken fakes are the slow part: there are hundreds for the built-in scenarios and for those about
expectations of your own, a few for a scenario of your own that names a promise. A line says
beforehand how many there are.

Exit codes: 0 measured; 1 the score is below --min-score; 2 something went wrong.`,
		Example: `  understudy coverage scenarios
  understudy coverage scenarios --whole --min-score 80
  understudy coverage scenarios --format html --output coverage.html
  understudy coverage --tags @operation:list-invitations`,
		RunE: func(cmd *cobra.Command, names []string) error {
			f.folders = names
			return f.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return []cobra.Completion{"feature"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	flags := cmd.Flags()
	f.measured.flags(cmd)
	flags.IntVar(&f.children, "children", 0, "`NUMBER` of child processes that try broken fakes (default: two for each processor)")
	flags.Var(command.Words(&f.format, "text", "text", "json", "html"), "format", "form of the output: text, json or html")
	flags.StringVar(&f.output, "output", "", "`FILE` to write to (default: standard output)")
	flags.Float64Var(&f.minScore, "min-score", 0, "`PERCENT` of the broken fakes tried that have to be caught, 0 to 100")
	command.CompletesFiles(cmd, "output")
	return cmd
}

// flags declares the flags that select scenarios.
func (m *measured) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&m.features, "features", nil, "`FOLDER` with features to measure together with the built-in ones; repeatable (default: none)")
	flags.StringVar(&m.tags, "tags", "", "tag `EXPR` that selects scenarios, like '@writes and not @gap:page-ends' (default: all)")
	flags.BoolVar(&m.whole, "whole", false, "try each broken fake on all scenarios of its operations, not only on those that name its promise; takes longer")
	command.Completes(cmd, "tags", command.Tags)
	command.CompletesFiles(cmd, "features")
}

// suite returns the options that select the scenarios. With folders to measure, the
// built-in ones are left out.
func (m *measured) suite() (steps.Options, error) {
	if len(m.folders) > 0 && len(m.features) > 0 {
		return steps.Options{}, errors.New("--features measures a folder together with the built-in scenarios, and a FOLDER alone: give one")
	}
	opened, err := folders.Open(slices.Concat(m.folders, m.features))
	if err != nil {
		return steps.Options{}, err
	}
	own := len(m.folders) > 0
	return steps.Options{Folders: opened, Tags: m.tags, Only: func(s report.Scenario) bool {
		return (s.File != "" || !own) && !slices.Contains(m.except, s.Address)
	}}, nil
}

// child returns the arguments of a child process with the same selection.
func (m *measured) child(except []string) []string {
	args := []string{mutantKillers, fmt.Sprintf("--whole=%t", m.whole), "--tags=" + m.tags}
	for _, name := range m.folders {
		args = append(args, "--folder="+name)
	}
	for _, name := range m.features {
		args = append(args, "--features="+name)
	}
	for _, address := range except {
		args = append(args, "--except="+address)
	}
	return args
}

// run measures, writes the report and ends with exit code 1 where the score is too low.
func (f coverageFlags) run(ctx context.Context, stdout, stderr io.Writer) error {
	switch {
	case f.children < 0:
		return fmt.Errorf("--children %d is negative: give 1 or more", f.children)
	case !(f.minScore >= 0 && f.minScore <= 100):
		return fmt.Errorf("--min-score %g: must be between 0 and 100", f.minScore)
	}
	if f.output != "" {
		if err := atomicfile.Check(f.output); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
	}
	suite, err := f.suite()
	if err != nil {
		return err
	}
	if f.children == 0 {
		f.children = 2 * runtime.NumCPU() // a scenario waits more than it computes
	}
	r, err := coverage.Measure(ctx, coverage.Options{Suite: suite, Whole: f.whole, Children: f.children, Child: f.child, Progress: tried(stderr)})
	if err != nil {
		return err
	}
	if err := f.write(stdout, r); err != nil {
		return err
	}
	if f.minScore > 0 && r.Score.Tried == 0 {
		fmt.Fprintf(stderr, "understudy: there is no score for --min-score %g: %s\n", f.minScore, coverage.Unscored)
		return command.ExitCode(1)
	}
	if r.Score.Percent() < f.minScore {
		fmt.Fprintf(stderr, "understudy: the score is %.1f %%, below --min-score %g\n", r.Score.Percent(), f.minScore)
		return command.ExitCode(1)
	}
	return nil
}

// coverageWriters write a report in the formats of coverage.
var coverageWriters = map[string]func(io.Writer, *coverage.Report) error{
	"text": func(w io.Writer, r *coverage.Report) error {
		_, err := io.WriteString(w, r.String())
		return err
	},
	"json": func(w io.Writer, r *coverage.Report) error { return output.JSON(w, r) },
	"html": coverage.HTML,
}

// write writes the report to --output, or to stdout.
func (f coverageFlags) write(stdout io.Writer, r *coverage.Report) error {
	write := coverageWriters[f.format]
	if f.output == "" {
		return write(stdout, r)
	}
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		return err
	}
	if err := atomicfile.Put(f.output, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// tried says once how many broken fakes there are, and counts them on a terminal.
func tried(stderr io.Writer) func(done, all int) {
	count := countdown(stderr)
	return func(done, all int) {
		if done == 0 {
			fmt.Fprintf(stderr, "trying the scenarios on %d broken fakes\n", all)
		}
		count(done, all)
	}
}

// mutantKillers is the hidden subcommand by which a child process tries scenarios on
// mutants.
const mutantKillers = "mutant-killers"

func MutantKillers() *cobra.Command {
	var m measured
	cmd := &cobra.Command{
		Use:    mutantKillers,
		Short:  "Run scenarios on the mutants whose ids are read from stdin, one JSON result per line",
		Hidden: true,
		Args:   command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			suite, err := m.suite()
			if err != nil {
				return err
			}
			return mutation.SuiteKillers(cmd.Context(), mutation.Selection{Suite: suite, Whole: m.whole}, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	m.flags(cmd)
	cmd.Flags().StringArrayVar(&m.folders, "folder", nil, "`FOLDER` to measure alone; repeatable")
	cmd.Flags().StringArrayVar(&m.except, "except", nil, "`ADDRESS` of a scenario to leave out; repeatable")
	return cmd
}
