package main

import (
	"time"

	"github.com/spf13/pflag"
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

func (f *verifyFlags) targetFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.target, "target", "", "target `FILE` of the deployment (default: a fake started for the run)")
	flags.BoolVar(&f.checkOnly, "check", false, "check the set-up of --target alone: addresses, tokens, what responds and what the target file leaves out; run nothing")
	flags.DurationVar(&f.wait, "wait", 0, "how long to wait until the deployment responds, like 60s; with --target (default: no time)")
}

func (f *verifyFlags) scenarioFlags(flags *pflag.FlagSet) {
	flags.BoolVar(&f.list, "list", false, "list the scenarios with their promises and gaps, with --target also an upper bound of what they would do to it; run nothing")
	flags.StringVar(&f.tags, "tags", "", "tag `EXPR` that selects scenarios, like '@writes and not @gap:page-ends' (default: all)")
	flags.StringVar(&f.name, "name", "", "`REGEX` that selects scenarios by a part of their names, like '^page 0' (default: all)")
	flags.BoolVar(&f.readOnly, "read-only", false, "leave out the scenarios that write (default: the target file's allow_writes)")
	flags.StringArrayVar(&f.features, "features", nil, "`FOLDER` with features to run beside the built-in ones; repeatable (default: none)")
}

func (f *verifyFlags) outputFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.format, "format", "pretty", "what goes to stdout: pretty, progress, json, or github, which is pretty with annotations")
	flags.StringArrayVar(&f.reports, "report", nil, "report to write, `KIND=FILE`, of the kind html, json, junit, markdown, messages, github or pretty; repeatable (default: none)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "leave out the line per scenario on stderr, and the verdicts by section and the gaps on stdout (default: show them)")
	flags.BoolVar(&f.keepPersonalData, "keep-personal-data", false, "leave e-mail addresses and connection details in reports as they are (default: only their shape)")
}

func (f *verifyFlags) gapFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.profile, "profile", "", "profile `FILE` of the deployment, as observe writes it: another variant than the profile's fails; without --target the fake fills the gaps by it (default: none)")
	flags.Uint64Var(&f.vary, varyFlag, 0, "`SEED` of a random choice of variants by which the fake fills the gaps; not with --target (default: every gap's default)")
}

func (f *verifyFlags) baselineFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.baseline, "baseline", "", "`FILE` with known failures, which make no exit code 1; an entry that is no longer true does (default: none)")
	flags.BoolVar(&f.updateBaseline, "update-baseline", false, "write the run's failures into --baseline, each to be given a reason (default: leave it)")
	flags.StringSliceVar(&f.require, "require", nil, "promises that must be checked, `all|ID,...`: a skipped one makes exit code 3 (default: none)")
	flags.StringVar(&f.minChecked, "min-checked", "", "`PERCENT` of the promises that must be checked, 0 to 100, like 90%: fewer make exit code 3 (default: 0%)")
}

func (f *verifyFlags) runFlags(flags *pflag.FlagSet) {
	flags.DurationVar(&f.timeout, "timeout", 0, "bound of the whole run, like 90s or 5m: when it is over, what is known is reported (default: none)")
	flags.IntVar(&f.concurrency, "concurrency", 0, "`NUMBER` of scenarios at a time (default: the target file's, 4 without one)")
	flags.StringVar(&f.randomOrder, "random-order", "", "shuffle the scenarios, by `SEED` where one is given (default: the features' order)")
	flags.Lookup("random-order").NoOptDefVal = anySeed
	flags.Int64Var(&f.perPage, "per-page", 0, "an additional `SIZE` of pages to ask for, 1 to 100 records, to repeat a run that drew it (default: one is drawn)")
}
