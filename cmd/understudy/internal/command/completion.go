package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"understudy/server/mutant"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
)

// Values returns the possible values of a flag for what was typed so far; more
// reports whether a chosen one may be continued.
type Values func(typed string) (all []cobra.Completion, more bool)

// Completes lets the shell complete a flag's value.
func Completes(cmd *cobra.Command, flag string, of Values) {
	if err := cmd.RegisterFlagCompletionFunc(flag, Completion(of)); err != nil {
		panic(err)
	}
}

// Completion lets the shell complete a flag's value or an argument.
func Completion(of Values) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		all, more := of(typed)
		fitting := slices.DeleteFunc(all, func(c cobra.Completion) bool { return !strings.HasPrefix(c, typed) })
		if more {
			return fitting, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
		return fitting, cobra.ShellCompDirectiveNoFileComp
	}
}

// CompletesFiles completes a flag with files of some extensions, or with
// folders where there are none.
func CompletesFiles(cmd *cobra.Command, flag string, extensions ...string) {
	err := cmd.MarkFlagDirname(flag)
	if len(extensions) > 0 {
		err = cmd.MarkFlagFilename(flag, extensions...)
	}
	if err != nil {
		panic(err)
	}
}

// OneOf completes one of some words.
func OneOf(all ...string) Values {
	return func(string) ([]cobra.Completion, bool) { return slices.Clone(all), false }
}

// Described is a value with what it says.
func Described(value, says string) cobra.Completion {
	return cobra.CompletionWithDesc(value, says)
}

// ScenarioAddresses completes the address of a built-in scenario.
func ScenarioAddresses(string) (all []cobra.Completion, more bool) {
	scenarios, err := steps.List(steps.Options{})
	if err != nil {
		return nil, false
	}
	for _, s := range scenarios {
		all = append(all, Described(s.Address, s.Name))
	}
	return all, false
}

// MutantIDs completes the id of a hand-written mutant.
func MutantIDs(string) (all []cobra.Completion, more bool) {
	for _, m := range mutant.All() {
		all = append(all, Described(m.ID, m.Says))
	}
	return all, false
}

// tags Completes the last tag of an expression.
func Tags(typed string) (all []cobra.Completion, more bool) {
	before := typed[:strings.LastIndexAny(typed, " (")+1]
	add := func(tag, says string) { all = append(all, Described(before+tag, says)) }
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
