package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
)

// NoArgs rejects arguments. It repeats one only where it is a word: others may be a token that lost
// its flag.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasAvailableSubCommands() {
		var names []string
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				names = append(names, sub.Name())
			}
		}
		return fmt.Errorf("%s has no such command: %sit has %s: see %s --help", cmd.CommandPath(), suggest.DidYouMean(args[0], names), strings.Join(names, " and "), cmd.CommandPath())
	}
	return TakesFlagsOnly(cmd, args)
}

// OneAtMost rejects more than one argument, which the command calls by a noun.
func OneAtMost(noun string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("%s takes one %s, and was given %d arguments: see %s --help", cmd.CommandPath(), noun, len(args), cmd.CommandPath())
		}
		return nil
	}
}

// TakesFlagsOnly is the error of a command that was given arguments.
func TakesFlagsOnly(cmd *cobra.Command, args []string) error {
	given, meant := "an argument", ""
	switch {
	case len(args) != 1:
		given = fmt.Sprintf("%d arguments", len(args))
	case isWord().MatchString(args[0]):
		if flag := flagBefore(cmd.Flags(), args[0]); flag != "" {
			given, meant = fmt.Sprintf("the argument %q", args[0]), fmt.Sprintf("did you mean %s=%s? ", flag, args[0])
		}
	}
	return fmt.Errorf("%s takes flags only, and was given %s: %ssee %s --help", cmd.CommandPath(), given, meant, cmd.CommandPath())
}

// isWord matches an argument that is shown where it may belong to the flag before it. Others may be tokens.
var isWord = pattern.Lazy(`^[a-z]+(-[a-z]+){0,3}$`)

// flagBefore is a given flag that lacks a = before an argument, with its own value: a switch before
// true or false, or one that takes NAME=VALUE and has a name only. It is "" where there is none.
func flagBefore(flags *pflag.FlagSet, argument string) (before string) {
	flags.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		name, _ := pflag.UnquoteUsage(f)
		last := values[len(values)-1]
		switch {
		case f.Value.Type() == "bool" && (argument == "true" || argument == "false"):
			before = "--" + f.Name
		case strings.Contains(name, "=") && !strings.Contains(last, "="):
			before = "--" + f.Name + " " + last
		}
	})
	return before
}

// RejectOthers names the flags that were given and would have no effect, with
// the reason.
func RejectOthers(given *pflag.FlagSet, why string, known ...string) error {
	var others []string
	given.Visit(func(flag *pflag.Flag) {
		if !slices.Contains(known, flag.Name) {
			others = append(others, "--"+flag.Name)
		}
	})
	if len(others) == 0 {
		return nil
	}
	return fmt.Errorf("%s: leave out %s", why, strings.Join(others, ", "))
}

// RejectZero rejects 0 as the value of flags: without them a default holds, which is not 0.
func RejectZero(given *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if f := given.Lookup(name); f.Changed && f.Value.String() == "0" {
			return fmt.Errorf("--%s 0: give 1 or more, or leave it out", name)
		}
	}
	return nil
}
