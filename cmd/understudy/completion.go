package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/verification"
	"understudy/fixtures"
	"understudy/server/mutant"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
)

// values returns the possible values of a flag for what was typed so far; more
// reports whether a chosen one may be continued.
type values func(typed string) (all []cobra.Completion, more bool)

// completes lets the shell complete a flag's value.
func completes(cmd *cobra.Command, flag string, of values) {
	if err := cmd.RegisterFlagCompletionFunc(flag, completion(of)); err != nil {
		panic(err)
	}
}

// completion lets the shell complete a flag's value or an argument.
func completion(of values) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		all, more := of(typed)
		fitting := slices.DeleteFunc(all, func(c cobra.Completion) bool { return !strings.HasPrefix(c, typed) })
		if more {
			return fitting, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
		return fitting, cobra.ShellCompDirectiveNoFileComp
	}
}

// completesFiles completes a flag with files of some extensions, or with
// folders where there are none.
func completesFiles(cmd *cobra.Command, flag string, extensions ...string) {
	err := cmd.MarkFlagDirname(flag)
	if len(extensions) > 0 {
		err = cmd.MarkFlagFilename(flag, extensions...)
	}
	if err != nil {
		panic(err)
	}
}

func oneOf(all ...string) values {
	return func(string) ([]cobra.Completion, bool) { return slices.Clone(all), false }
}

func described(value, says string) cobra.Completion {
	return cobra.CompletionWithDesc(value, says)
}

// gapAssignments completes ID[@OPERATION]=VARIANT part by part.
func gapAssignments(typed string) (all []cobra.Completion, more bool) {
	place, _, chosen := strings.Cut(typed, "=")
	id, _, on := strings.Cut(place, "@")
	if g, ok := gap.ByID(id); ok && chosen {
		for _, v := range g.Variants {
			all = append(all, described(place+"="+v.ID, v.Says))
		}
		return all, false
	}
	for _, g := range gap.All {
		switch {
		case !g.Probed():
		case !on:
			all = append(all, described(g.ID+"=", g.Asks))
		case g.ID == id:
			for _, operation := range g.Operations {
				all = append(all, g.ID+"@"+operation+"=")
			}
		}
	}
	return all, true
}

func presets(string) (all []cobra.Completion, more bool) {
	for _, p := range fixtures.Presets {
		all = append(all, described(p.Name, p.Says))
	}
	return all, false
}

func reportKinds(string) (all []cobra.Completion, more bool) {
	for _, kind := range verification.ReportKinds() {
		all = append(all, kind+"=")
	}
	return all, true
}

// scenarioAddresses completes the address of a built-in scenario.
func scenarioAddresses(string) (all []cobra.Completion, more bool) {
	scenarios, err := steps.List(steps.Options{})
	if err != nil {
		return nil, false
	}
	for _, s := range scenarios {
		all = append(all, described(s.Address, s.Name))
	}
	return all, false
}

// mutantIDs completes the id of a hand-written mutant.
func mutantIDs(string) (all []cobra.Completion, more bool) {
	for _, m := range mutant.All() {
		all = append(all, described(m.ID, m.Says))
	}
	return all, false
}

// tags completes the last tag of an expression.
func tags(typed string) (all []cobra.Completion, more bool) {
	before := typed[:strings.LastIndexAny(typed, " (")+1]
	add := func(tag, says string) { all = append(all, described(before+tag, says)) }
	for _, p := range promise.All {
		add("@promise:"+p.ID, p.Says)
	}
	for _, g := range gap.All {
		if g.Probed() {
			add("@gap:"+g.ID, g.Asks)
		}
	}
	for _, o := range spec.Operations {
		add("@operation:"+o.ID, o.Method+" "+o.Path)
	}
	add("@writes", "scenarios that change the deployment")
	add("@needs:clock", "scenarios that turn the clock of a fake")
	return all, true
}

// required completes the last id of a list.
func required(typed string) (all []cobra.Completion, more bool) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	if before == "" {
		all = append(all, described("all", "every promise"))
	}
	named := strings.Split(before, ",")
	for _, p := range promise.All {
		if !slices.Contains(named, p.ID) {
			all = append(all, described(before+p.ID, p.Says))
		}
	}
	return all, true
}
