package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/selfcheck"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

func newVerify() *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check a deployment against every promise of the document",
		Long: `verify runs scenarios against the deployment that a target file describes, and reports
which promises it keeps, which it breaks, and which variant of each gap it shows.
Without --target it starts our own fake and verifies that. What needs a clock is then
verified on a second fake, whose clock can be turned, and both are reported as one run.

It first reads a list of a target with each kind of token: where the address, a certificate
or a token is wrong, it says what to do, runs no scenario and ends with exit code 2. --check
does this alone. Before the first scenario it prints an upper bound of what it will do there.

Exit codes: 0 conforming, or partly checked where operations were left out on purpose;
1 a promise is broken or a baseline is no longer true; 2 something went wrong in verifying, in
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
	groupFlags(cmd,
		flagGroup{"What is verified", f.targetFlags},
		flagGroup{"Which scenarios", f.scenarioFlags},
		flagGroup{"Output", f.outputFlags},
		flagGroup{"Gaps and drift", f.gapFlags},
		flagGroup{"Known failures and required checks", f.baselineFlags},
		flagGroup{"Tuning of the run", f.runFlags},
	)
	f.addOldFlags(cmd)
	completeVerify(cmd)
	return cmd
}

// limitMemory has garbage collected earlier where verify would otherwise take
// more than 192 MiB, unless GOMEMLIMIT says how much.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(192 << 20)
	}
}

// verify judges a deployment and ends with the exit code of the verdict.
func verify(ctx context.Context, f verifyFlags, stdout, stderr io.Writer) error {
	limitMemory()
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
		return selfcheck.Run(ctx, selfcheck.Fake{Choice: choice, Formatting: f.vary}, o, scenarios)
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
