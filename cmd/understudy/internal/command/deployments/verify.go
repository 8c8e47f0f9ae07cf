// Package deployments has the commands about a deployment: init, verify, merge, observe
// and workbench.
//
// Each has a file with its flags, and calls the package that does the work, such as
// verification for verify, merge and observe. Start reading at Verify.
package deployments

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/tracing"
	"understudy/cmd/understudy/internal/verification"
	"understudy/spec/suggest"
)

// verifyOptions holds the options of verify.
type verifyOptions struct {
	verification.Options
	checkOnly bool
	// mutants and explain are old flags: see addOldFlags.
	mutants bool
	explain string
}

func Verify() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check a deployment against every promise of the document",
		Long: `verify runs scenarios against the deployment that a target file describes, and reports
which promises it keeps, which it breaks, and which variant of each gap it shows.
Without --target it starts our own fake and verifies that. What needs a clock is then
verified on a second fake, whose clock can be turned, and both are reported as one run.

It first reads a list of a target with each kind of token: where the address, a certificate
or a token is wrong, it says what to do, runs no scenario and ends with exit code 2. --check
does this alone, and ends with exit code 3 where an id was rejected. Before the first scenario
verify prints an upper bound of what it will do there.

Exit codes: 0 conforming, or partly checked where operations were left out on purpose;
1 a promise is broken, an expectation of your own is not met, a baseline is out of date, or --profile has
drifted; 2 something went wrong in verifying, in writing the result or in the command line, or a signal
ended the run; 3 too little was checked, or test data of the target file was rejected. A shard never ends
with 3: merge decides that.`,
		Example: `  understudy verify
  understudy init target target.yaml
  understudy verify --target target.yaml --check
  understudy verify --target target.yaml
  understudy verify --target target.yaml --read-only --report html=report.html --report junit=report.xml
  understudy verify --target target.yaml --wait 60s --baseline known.yaml
  understudy verify --target target.yaml --timeout 5m --name 'page 0'
  understudy verify --watch scenarios
  understudy verify --target target.yaml --shard 0/4 --report json=0.json
  understudy verify --tags '@operation:list-invitations and not @promise:order-asc'`,
		Args: noTargets,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Version = cmd.Root().Version
			if err := command.RejectZero(cmd.Flags(), "concurrency", "per-page"); err != nil {
				return err
			}
			if o.Target != "" {
				command.Loses(cmd.Context(), "restoring")
			}
			switch {
			case cmd.Flags().Changed("explain"):
				return o.runExplain(cmd)
			case o.mutants:
				return o.runMutants(cmd)
			case o.checkOnly:
				return o.check(cmd)
			case o.Watch != "":
				return o.watch(cmd)
			}
			return command.Exit(tracing.Run(cmd.Context(), "understudy-verify", o.Version, cmd.ErrOrStderr(), func(ctx context.Context) (int, error) {
				return verification.Run(ctx, o.Options, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}))
		},
	}
	command.GroupFlags(cmd,
		command.FlagGroup{Title: "What is verified", Declare: o.targetFlags},
		command.FlagGroup{Title: "Which scenarios", Declare: o.scenarioFlags},
		command.FlagGroup{Title: "Output", Declare: o.outputFlags},
		command.FlagGroup{Title: "Gaps and drift", Declare: o.gapFlags},
		command.FlagGroup{Title: "Known failures and required checks", Declare: o.baselineFlags},
		command.FlagGroup{Title: "Tuning of the run", Declare: o.runFlags},
	)
	o.addOldFlags(cmd)
	completeVerify(cmd)
	cmd.AddCommand(newDiff())
	return cmd
}

// noTargets rejects arguments as NoArgs does: most are a target file, or a folder of features,
// without its flag.
func noTargets(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if sub := suggest.Nearest(args[0], []string{"diff"}); sub != "" {
		return fmt.Errorf("%s has no command %q: did you mean %s? see %s --help", cmd.CommandPath(), args[0], sub, cmd.CommandPath())
	}
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() || strings.HasSuffix(args[0], ".feature") {
		return fmt.Errorf("%w; scenarios of your own are given with --features FOLDER", command.TakesFlagsOnly(cmd, args))
	}
	return fmt.Errorf("%w; a target file is given with --target", command.TakesFlagsOnly(cmd, args))
}

// check implements --check, which few other flags can be combined with.
func (o verifyOptions) check(cmd *cobra.Command) error {
	if err := command.RejectOthers(cmd.Flags(), "--check runs no scenario: it goes with --target, --format, --wait, --timeout, --quiet and what selects scenarios",
		"check", "format", "target", "wait", "timeout", "quiet", "read-only", "tags", "name", "rerun", "features", "own"); err != nil {
		return err
	}
	return command.Exit(tracing.Run(cmd.Context(), "understudy-verify", o.Version, cmd.ErrOrStderr(), func(ctx context.Context) (int, error) {
		return verification.Check(ctx, o.Options, cmd.OutOrStdout(), cmd.ErrOrStderr())
	}))
}

// watch implements --watch, which ends with Ctrl-C.
func (o verifyOptions) watch(cmd *cobra.Command) error {
	if err := command.RejectOthers(cmd.Flags(), "--watch shows each run on stdout: it goes with --target, --wait, --vary, with what selects scenarios and with the tuning of runs",
		"watch", "target", "wait", "tags", "name", "read-only", "vary", "concurrency", "per-page", "keep-personal-data"); err != nil {
		return err
	}
	return verification.Watch(cmd.Context(), o.Options, cmd.OutOrStdout(), cmd.ErrOrStderr())
}

func (o *verifyOptions) targetFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.Target, "target", "", "target `FILE` of the deployment (default: a fake started for the run)")
	flags.BoolVar(&o.checkOnly, "check", false, "check the set-up of --target alone: addresses, tokens, what responds and what the target file leaves out; run nothing")
	flags.DurationVar(&o.Wait, "wait", 0, "how long to wait until the deployment responds, like 60s; with --target (default: no time)")
}

func (o *verifyOptions) scenarioFlags(flags *pflag.FlagSet) {
	flags.BoolVar(&o.List, "list", false, "list the scenarios with their promises and gaps, with --target also an upper bound of what they would do to it; run nothing")
	flags.StringVar(&o.Tags, "tags", "", "tag `EXPR` that selects scenarios, like '@writes and not @gap:page-ends' (default: all)")
	flags.StringVar(&o.Name, "name", "", "`REGEX` that selects scenarios by a part of their names, like '^page 0' (default: all)")
	flags.StringVar(&o.Rerun, "rerun", "", "JSON report `FILE` of an earlier run: run only the scenarios that failed there, or ended in an error (default: all)")
	flags.BoolVar(&o.ReadOnly, "read-only", false, "leave out the scenarios that write (default: the target file's allow_writes)")
	flags.StringArrayVar(&o.Features, "features", nil, "`FOLDER` with features to run in addition to the built-in ones; repeatable (default: none)")
	flags.BoolVar(&o.Own, "own", false, "run only the scenarios of --features, without the built-in ones (default: both)")
	flags.StringVar(&o.Watch, "watch", "", "`FOLDER` of features to run by themselves, and again what changes in it; Ctrl-C ends it (default: one run)")
	flags.StringVar(&o.Costs, "costs", "", "with --shard: JSON report `FILE` of an earlier run on the deployment: divide the scenarios by the requests that they sent in it (default: by those that they send to our own fake)")
	flags.StringVar(&o.Shard, "shard", "", "run one part of the scenarios, `INDEX/COUNT`, like 0/4 for the first of four; understudy merge joins the JSON reports of all (default: all scenarios)")
}

func (o *verifyOptions) outputFlags(flags *pflag.FlagSet) {
	o.resultFlags(flags)
	flags.BoolVar(&o.KeepPersonalData, "keep-personal-data", false, "leave e-mail addresses and connection details in reports as they are (default: only their shape)")
}

// resultFlags are the flags that say how a result is shown and written.
func (o *verifyOptions) resultFlags(flags *pflag.FlagSet) {
	flags.Var(command.Words(&o.Format, "pretty", verification.Formats...), "format", "what goes to stdout: pretty, progress, json, or github, which is pretty with annotations")
	flags.StringArrayVar(&o.Reports, "report", nil, "report to write, `KIND=FILE`, of the kind html, json, junit, markdown, messages, sarif, codequality, github or pretty; repeatable (default: none)")
	flags.BoolVarP(&o.Quiet, "quiet", "q", false, "print only what is wrong and the verdict, and on stderr only warnings (default: show the run and the whole report)")
}

func (o *verifyOptions) gapFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.Profile, "profile", "", "profile `FILE` of the deployment, as observe writes it: another variant than the profile's fails; without --target the fake fills the gaps by it (default: none)")
	flags.Var(&o.Vary, choice.VaryFlag, "`SEED` of a random choice of variants by which the fake fills the gaps; any draws one; not with --target (default: each gap's own default)")
}

func (o *verifyOptions) baselineFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.Baseline, "baseline", "", "`FILE` with known failures, which make no exit code 1; an entry that is no longer true does (default: none)")
	flags.BoolVar(&o.UpdateBaseline, "update-baseline", false, "write the run's failures into --baseline, each to be given a reason (default: leave it)")
	flags.StringSliceVar(&o.Require, "require", nil, "promises that must be checked, `all|ID,...`: a skipped one makes exit code 3 (default: none)")
	flags.StringVar(&o.MinChecked, "min-checked", "", "`PERCENT` of the promises that must be checked, 0 to 100, like 90%: fewer make exit code 3 (default: 0%)")
}

func (o *verifyOptions) runFlags(flags *pflag.FlagSet) {
	flags.DurationVar(&o.Timeout, "timeout", 0, "bound of the whole run, like 90s or 5m: when it is over, what is known is reported (default: none)")
	flags.IntVar(&o.Concurrency, "concurrency", 0, "`NUMBER` of scenarios at a time (default: the target file's, 4 without one)")
	flags.Var(&o.RandomOrder, "random-order", "shuffle the scenarios, by `SEED` where one is given (default: the features' order)")
	flags.Lookup("random-order").NoOptDefVal = choice.AnySeed
	flags.Int64Var(&o.PerPage, "per-page", 0, "an additional `SIZE` of pages to ask for, 1 to 100 records, to repeat a run that drew it (default: one is drawn)")
}

func completeVerify(cmd *cobra.Command) {
	command.Completes(cmd, "report", reportKinds)
	command.Completes(cmd, "tags", command.Tags)
	command.Completes(cmd, "require", required)
	command.Completes(cmd, "explain", command.ScenarioAddresses)
	command.CompletesFiles(cmd, "target", "yaml", "yml", "json")
	command.CompletesFiles(cmd, "profile", "yaml", "yml")
	command.CompletesFiles(cmd, "baseline", "yaml", "yml")
	command.CompletesFiles(cmd, "features")
	command.CompletesFiles(cmd, "rerun", "json")
	command.CompletesFiles(cmd, "costs", "json")
	command.CompletesFiles(cmd, "watch")
}
