package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/garbage"
	"understudy/cmd/understudy/internal/selfcheck"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// verifyFlags are what verify was asked for.
type verifyFlags struct {
	target           string
	format           string
	reports          []string
	tags             string
	name             string
	timeout          time.Duration
	list             bool
	readOnly         bool
	concurrency      int
	features         []string
	randomOrder      string
	require          []string
	minChecked       string
	quiet            bool
	keepPersonalData bool
	mutants          bool
	vary             uint64
	profile          string
	explain          string
	baseline         string
	updateBaseline   bool
	wait             time.Duration
	perPage          int64
	checkOnly        bool
}

// anySeed stands for --random-order without a seed.
const anySeed = "any"

func newVerify() *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Judge a deployment by every promise of the document",
		Long: `verify runs scenarios against the deployment that a target file describes, and reports
which promises it keeps, which it breaks, and which variant of each gap it shows.
Without --target it starts a fake of its own and judges that. What needs a clock is then
judged on a second fake, whose clock can be turned, and both are reported as one run.

It first reads a list of a target with each kind of token: where the address, a certificate
or a token is wrong, it says what to do, runs no scenario and ends with exit code 2. --check
does this alone. Then, before the first scenario, it says what it will do there at most.

Exit codes: 0 conforming, or partly checked where operations were left out on purpose;
1 a promise is broken or a baseline is no longer true; 2 something went wrong in judging, in
writing the result or in the command line, or a signal ended the run; 3 too little was
checked, or test data of the target file was rejected.`,
		Example: `  understudy verify
  understudy init target target.yaml
  understudy verify --target target.yaml --check
  understudy verify --target target.yaml
  understudy verify --target target.yaml --read-only --report html=report.html --report junit=report.xml
  understudy verify --target target.yaml --wait 60s --baseline known.yaml
  understudy verify --target target.yaml --timeout 5m --name 'page 0'
  understudy verify --tags '@operation:list-invitations and not @promise:order-asc'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case cmd.Flags().Changed("explain"):
				return f.runExplain(cmd)
			case f.mutants:
				return f.runMutants(cmd)
			case f.checkOnly:
				return verifyCheck(cmd.Context(), f, cmd.Flags(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return verify(cmd.Context(), f, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.target, "target", "", "target `FILE` of the deployment (default: a fake started for the run)")
	flags.StringVar(&f.format, "format", "pretty", "what goes to stdout: pretty, progress, json, or github, which is pretty with annotations")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "leave out the line per scenario on stderr, and the verdicts by section and the gaps on stdout (default: show them)")
	flags.StringArrayVar(&f.reports, "report", nil, "report to write, `KIND=FILE`, of the kind html, json, junit, markdown, messages, github or pretty; repeatable (default: none)")
	flags.StringVar(&f.tags, "tags", "", "tag `EXPR` that selects scenarios, like '@writes and not @gap:page-ends' (default: all)")
	flags.StringVar(&f.name, "name", "", "`REGEX` that selects scenarios by a part of their names, like '^page 0' (default: all)")
	flags.DurationVar(&f.timeout, "timeout", 0, "bound of the whole run, like 90s or 5m: when it is over, what is known is reported (default: none)")
	flags.DurationVar(&f.wait, "wait", 0, "how long to wait until the deployment answers, like 60s; with --target (default: no time)")
	flags.BoolVar(&f.list, "list", false, "list the scenarios with their promises and gaps, with --target also what they would do to it at most, and run nothing")
	flags.BoolVar(&f.checkOnly, "check", false, "check the set-up of --target alone: addresses, tokens, what responds and what the target file leaves out; run nothing")
	flags.BoolVar(&f.readOnly, "read-only", false, "leave out the scenarios that write (default: the target file's allow_writes)")
	flags.IntVar(&f.concurrency, "concurrency", 0, "`NUMBER` of scenarios at a time (default: the target file's, 4 without one)")
	flags.StringArrayVar(&f.features, "features", nil, "`FOLDER` with features to run beside the built-in ones; repeatable (default: none)")
	flags.StringVar(&f.randomOrder, "random-order", "", "shuffle the scenarios, by `SEED` where one is given (default: the features' order)")
	flags.Lookup("random-order").NoOptDefVal = anySeed
	flags.Int64Var(&f.perPage, "per-page", 0, "a `SIZE` of pages, 1 to 100 records, to ask for beside the usual ones, to repeat a run that drew it (default: one is drawn)")
	flags.StringSliceVar(&f.require, "require", nil, "promises that must be checked, `all|ID,...`: a skipped one makes exit code 3 (default: none)")
	flags.StringVar(&f.minChecked, "min-checked", "", "`PERCENT` of the promises that must be checked, 0 to 100, like 90%: fewer make exit code 3 (default: 0%)")
	flags.BoolVar(&f.keepPersonalData, "keep-personal-data", false, "leave e-mail addresses and connection details in reports as they are (default: only their shape)")
	flags.Uint64Var(&f.vary, varyFlag, 0, "`SEED` of a random choice of variants by which the fake fills the gaps; not with --target (default: every gap's default)")
	flags.StringVar(&f.profile, "profile", "", "profile `FILE` of the deployment, as observe writes it: what is answered in another way fails; without --target the fake answers by it (default: none)")
	flags.StringVar(&f.baseline, "baseline", "", "`FILE` with known failures, which make no exit code 1; an entry that is no longer true does (default: none)")
	flags.BoolVar(&f.updateBaseline, "update-baseline", false, "write the run's failures into --baseline, each to be given a reason (default: leave it)")
	f.addOldFlags(cmd)
	completeVerify(cmd)
	return cmd
}

// mostMemory is what verify makes do with, where that is possible at all.
const mostMemory = 192 << 20

// verify judges a deployment and ends with the exit code of the verdict.
func verify(ctx context.Context, f verifyFlags, stdout, stderr io.Writer) error {
	garbage.HoldTo(mostMemory)
	o, err := f.options(stderr)
	if err != nil {
		return err
	}
	out, err := f.outputs(stdout, stderr)
	if err != nil {
		return err
	}
	profile, err := f.loadProfile()
	if err != nil {
		return err
	}
	scenarios, err := f.selected(o)
	if err != nil {
		return err
	}
	known, err := f.loadBaseline()
	if err != nil {
		return err
	}
	if err := errors.Join(f.warnOfOldSteps(o, stderr), f.announce(o, stderr)); err != nil {
		return err
	}
	if f.list {
		return list(stdout, scenarios)
	}
	o.OnScenario = known.watching(out.watch(len(scenarios)))
	if f.target != "" { // our own fake has nothing to lose
		o.OnNotice = out.notice
	}
	r, err := f.judge(ctx, o, scenarios)
	out.settle()
	if err != nil {
		return err
	}
	if profile != nil {
		r.Calibrate(*profile)
	}
	if err := known.judge(r, o.Folders); err != nil {
		return err
	}
	if err := errors.Join(out.write(r), known.update(r, stderr)); err != nil {
		return err
	}
	if code := r.Exit(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// selected are the scenarios that the run will judge.
func (f verifyFlags) selected(o steps.Options) ([]report.Scenario, error) {
	tagged := o
	tagged.Only = nil
	all, err := steps.List(tagged)
	if err != nil || o.Only == nil {
		return all, err
	}
	named := slices.DeleteFunc(all, func(s report.Scenario) bool { return !o.Only(s) })
	if len(named) == 0 {
		return nil, fmt.Errorf("--name %q matches no scenario of those that are selected: see understudy verify --list", f.name)
	}
	return named, nil
}

// errTimeout is why a run ends that took longer than --timeout.
var errTimeout = errors.New("timeout")

// judge runs the scenarios, for as long as --timeout lets it.
func (f verifyFlags) judge(ctx context.Context, o steps.Options, scenarios []report.Scenario) (*report.Run, error) {
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, f.timeout, errTimeout)
		defer cancel()
	}
	r, err := f.judgeDeployment(ctx, o, scenarios)
	if err == nil && r.Interrupted && errors.Is(context.Cause(ctx), errTimeout) {
		r.InterruptedBy = "--timeout " + f.timeout.String()
	}
	return r, err
}

func (f verifyFlags) judgeDeployment(ctx context.Context, o steps.Options, scenarios []report.Scenario) (*report.Run, error) {
	if f.target == "" {
		choice := drawn(f.vary)
		if f.profile != "" {
			var err error
			if choice, err = profiled(f.profile, io.Discard); err != nil {
				return nil, err
			}
		}
		return selfcheck.Run(ctx, selfcheck.Fake{Choice: choice, Manner: f.vary}, o, scenarios)
	}
	if f.vary != 0 {
		return nil, fmt.Errorf("--vary chooses how our own fake answers: it does not go with --target")
	}
	t, err := target.Load(f.target)
	if err != nil {
		return nil, err
	}
	if err := f.await(ctx, t); err != nil {
		return nil, err
	}
	if err := f.check(ctx, t, o); err != nil {
		return nil, err
	}
	budget, err := steps.Plan(t, o)
	if err != nil {
		return nil, err
	}
	o.OnNotice(strings.TrimSuffix(budget.String(), "\n"))
	return steps.Run(ctx, t, o)
}

// errWaited is why waiting ends that took longer than --wait.
var errWaited = errors.New("waited")

// await waits for the deployment, for as long as --wait and --timeout let it.
func (f verifyFlags) await(ctx context.Context, t target.Target) error {
	if f.wait == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, f.wait, errWaited)
	defer cancel()
	err := steps.Await(ctx, t)
	switch {
	case err == nil:
		return nil
	case errors.Is(context.Cause(ctx), errTimeout):
		return fmt.Errorf("--timeout %s: %w", f.timeout, err)
	}
	return fmt.Errorf("--wait %s: %w", f.wait, err)
}

// list prints of each scenario its address, its name, and what it speaks of.
func list(w io.Writer, scenarios []report.Scenario) error {
	var b strings.Builder
	for _, s := range scenarios {
		fmt.Fprintf(&b, "%s\n    name    %s\n", s.Address, s.Name)
		for _, id := range s.Promises {
			fmt.Fprintf(&b, "    promise %s\n", id)
		}
		for _, id := range s.Gaps {
			fmt.Fprintf(&b, "    gap     %s\n", id)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
