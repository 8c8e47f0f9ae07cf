// Command understudy is a local fake of one HTTP API, and a conformance suite for
// any deployment of it.
//
// Each subcommand has a file in internal/command, in the package of its group of the
// help: fake, deployments, scenarios or reference. The file declares its flags and calls
// its implementation: a package in internal, such as serving for serve and verification
// for verify and observe.
//
// Start reading at run.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/command/deployments"
	"understudy/cmd/understudy/internal/command/fake"
	"understudy/cmd/understudy/internal/command/reference"
	"understudy/cmd/understudy/internal/command/scenarios"
	"understudy/cmd/understudy/internal/settings"
	"understudy/cmd/understudy/internal/withoutgo"
	"understudy/spec/suggest"
)

func init() { withoutgo.Over() }

func main() {
	ctx, wait := untilSignal()
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	wait()
	os.Exit(code)
}

// untilSignal returns a context that ends at the first signal, so that a command
// shuts down. The second one ends the process at once, except SIGHUP: a terminal that
// closes may send it twice. wait returns once stderr has what is said of a signal that
// came, which is said before the command shuts down.
func untilSignal() (ctx context.Context, wait func()) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // ignored, as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	if len(os.Args) > 1 && slices.Contains([]string{"serve", "verify", "observe"}, os.Args[1]) {
		// Where stdout's reader is gone, writes fail but the process goes on: it may
		// have something to restore or to save.
		signal.Ignore(syscall.SIGPIPE)
	}
	came := make(chan os.Signal, 1)
	signal.Notify(came, signals...)
	ctx, loss := command.WithLoss(context.Background())
	ctx, cancel := context.WithCancel(ctx)
	ended, said := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(said)
		select {
		case <-ended:
			return
		case <-came:
		}
		// It is received from now on, not ignored: a SIGHUP that arrives within
		// signal.Ignore ends the process.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		signal.Stop(came)
		// First, because a command may have ended before it is read.
		fmt.Fprintln(os.Stderr, "understudy: shutting down; press Ctrl-C again to quit", loss)
		cancel()
	}()
	return ctx, func() {
		close(ended)
		<-said
	}
}

// run runs one command line and returns its exit code. When ctx ends, the command
// shuts down.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	var code command.ExitCode
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	from := ""
	if cmd != nil {
		from = settings.SetBy(cmd.Flags(), err)
	}
	if from != "" {
		from += ": "
	}
	says := strings.Replace(err.Error(), ` for "understudy"`, "", 1) // of an unknown command
	fmt.Fprintf(stderr, "understudy: %s%s%s%s\n", from, says, meantCommand(root, args, err), aboutFile(err))
	return command.ExitUsage
}

// aboutFile says what to do about a file that could not be opened or read, where the error
// does not say it.
func aboutFile(err error) string {
	var at *fs.PathError
	switch {
	case !errors.As(err, &at) || !strings.HasSuffix(err.Error(), at.Error()):
		return ""
	case errors.Is(at, fs.ErrNotExist) && strings.HasPrefix(err.Error(), "tls."):
		return ": correct the path, which begins at the folder of the target file"
	case errors.Is(at, fs.ErrNotExist):
		return ": check its name, and the current folder"
	case errors.Is(at, fs.ErrPermission):
		return ": change its permissions, or name another file"
	case errors.Is(at, syscall.EISDIR):
		return ": it is a folder, name a file"
	}
	return ""
}

// otherNames are what other programs call commands of this one.
var otherNames = map[string]string{"start": "serve", "run": "serve", "server": "serve", "mock": "serve", "up": "serve",
	"test": "verify", "check": "verify", "diff": "verify diff", "compare": "verify diff"}

// meantCommand suggests the command that an unknown one was meant to be.
func meantCommand(root *cobra.Command, args []string, err error) string {
	if !strings.HasPrefix(err.Error(), "unknown command ") || len(args) == 0 {
		return ""
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	near := cmp.Or(otherNames[args[0]], suggest.Nearest(args[0], names))
	if first, _, _ := strings.Cut(near, " "); !slices.Contains(names, first) {
		return ": see understudy --help"
	}
	return fmt.Sprintf(": did you mean %s? see understudy --help", near)
}

// hidden are the subcommands that the help does not list.
var hidden = []func() *cobra.Command{scenarios.MutantSuite, scenarios.MutantKillers}

// newRoot returns the command with all subcommands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "understudy",
		Short: "A local fake of one HTTP API, and a conformance suite for its deployments",
		Long: `understudy serves a local fake of one HTTP API (serve), and verifies deployments of it (verify).

Both share the promises that the API's document makes, and the gaps that it leaves open:
see understudy promises and understudy gaps. understudy docs is the manual.`,
		Version:       buildVersion(),
		SilenceUsage:  true,
		SilenceErrors: true,
		// meantCommand suggests commands.
		DisableSuggestions: true,
		PersistentPreRunE:  applySettings,
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: %ssee %s --help", flagError(err), meantFlag(cmd, err), cmd.CommandPath())
	})
	root.SetVersionTemplate("understudy {{.Version}}\n")
	cobra.EnableCommandSorting = false // the help lists them in the order of use
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"The fake", []*cobra.Command{fake.Serve(), fake.Fixtures(), fake.Healthcheck()}},
		{"Deployments", []*cobra.Command{deployments.Init(), deployments.Verify(), deployments.Merge(), deployments.Observe(), deployments.Workbench()}},
		{"Scenarios", []*cobra.Command{scenarios.New(), reference.Steps(), scenarios.Lint(), scenarios.Fmt(), scenarios.LSP(), scenarios.Explain(), scenarios.Coverage(), scenarios.Record(), scenarios.Mutants()}},
		{"Reference", []*cobra.Command{reference.Docs(), reference.Promises(), reference.Gaps(), reference.OpenAPI(), reference.Schema(), newConfig(), newVersion()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
		}
		root.AddCommand(g.commands...)
	}
	root.AddCommand(newExitCodes())
	root.SetHelpCommandGroupID("Reference")
	root.SetCompletionCommandGroupID("Reference")
	for _, constructor := range hidden {
		root.AddCommand(constructor())
	}
	rejectUnknownTopics(root)
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"})
	completion.Args = command.NoArgs
	completion.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	command.CompletesWords(root)
	return root
}

// rejectUnknownTopics makes help of an unknown command or topic an error.
func rejectUnknownTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	show := help.Run
	help.Run, help.RunE = nil, func(cmd *cobra.Command, args []string) error {
		if _, _, err := root.Find(args); err != nil {
			var names []string
			for _, c := range root.Commands() {
				if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
					names = append(names, c.Name())
				}
			}
			return fmt.Errorf("no command or topic %q: %ssee understudy --help", args[0], suggest.DidYouMean(args[0], names))
		}
		show(cmd, args)
		return nil
	}
}

// meantFlag suggests the flag that an unknown one was meant to be.
func meantFlag(cmd *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	near := suggest.Nearest(unknown.GetSpecifiedName(), names)
	if other := settings.OtherNames[unknown.GetSpecifiedName()]; near == "" && slices.Contains(names, other) {
		near = other
	}
	if near == "" {
		return ""
	}
	return fmt.Sprintf("did you mean --%s? ", near)
}

// flagValues describes what a flag takes, by the types of pflag.
var flagValues = map[string]string{"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0 on",
	"bool": "true or false", "duration": "a duration like 500ms or 5m", "size": "a size like 512MB or 1GiB"}

// flagError returns an error that says what the flag takes, where its value is
// invalid. Where it takes more than some words, it does not repeat the value: it may be a
// token in the wrong place.
func flagError(err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return err
	}
	flag := wrong.GetFlag()
	var unknown command.UnknownWord
	if errors.As(err, &unknown) {
		return fmt.Errorf("--%s %w", flag.Name, unknown)
	}
	takes := flagValues[flag.Value.Type()]
	if value, ok := flag.Value.(interface{ Takes() string }); ok {
		takes = value.Takes()
	}
	if takes == "" {
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("--%s is given a number that is too large", flag.Name)
	}
	return fmt.Errorf("--%s takes %s", flag.Name, takes)
}
