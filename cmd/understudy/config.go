package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/settings"
	"understudy/spec/gap"
	"understudy/spec/suggest"
)

func newConfig() *cobra.Command {
	return &cobra.Command{
		Use:   "config [COMMAND]...",
		Short: "Print the settings of " + settings.DefaultFile + " and of the environment",
		Long: `config prints what the flags of all commands are set to by the file ` + settings.DefaultFile + ` of the
current folder and by the environment, in the form of that file, and what else may be set.
It prints those of the COMMANDs alone where there are any. Tokens are not shown.

A flag on the command line comes first, then its variable, like UNDERSTUDY_SERVE_ADDR for
serve --addr, then the file, in which flags are grouped by command. ` + settings.FileVariable + ` names
another file. The values of a repeatable flag are a list in the file, and separated by
commas in a variable.`,
		Example: `  understudy config
  understudy config serve > understudy.yaml
  UNDERSTUDY_SERVE_ADDR=127.0.0.1:9000 understudy config serve`,
		RunE: func(cmd *cobra.Command, names []string) error {
			all := settable(cmd.Root())
			chosen := slices.DeleteFunc(slices.Clone(all), func(c settings.Command) bool {
				return len(names) > 0 && !slices.Contains(names, c.Path[0])
			})
			for _, n := range names {
				if known := firstWords(all); !slices.Contains(known, n) {
					return fmt.Errorf("no command %q has settings: %sthere are %s", n, suggest.DidYouMean(n, known), strings.Join(known, ", "))
				}
			}
			s, err := readSettings(cmd, all)
			if err != nil {
				return err
			}
			if err := checkSettings(s, all); err != nil {
				return err
			}
			return s.Print(cmd.OutOrStdout(), chosen)
		},
	}
}

// applySettings sets the flags of a command from the configuration file and the
// environment.
func applySettings(cmd *cobra.Command, _ []string) error {
	if !cmd.IsAvailableCommand() || cmd.Name() == "config" {
		return nil
	}
	if err := rejectEmpty(cmd.Flags()); err != nil {
		return err
	}
	s, err := readSettings(cmd, settable(cmd.Root()))
	if err != nil {
		return err
	}
	return s.Apply(settingsOf(cmd), flagError)
}

// checkSettings sets the flags of all commands, as the commands would, to find invalid values.
func checkSettings(s *settings.Settings, all []settings.Command) error {
	for _, c := range all {
		err := s.Apply(c, flagError)
		if gaps := c.Flags.Lookup("gap"); err == nil && gaps != nil {
			_, err = choice.Assigned(gap.Choice{}, gaps.Value.(pflag.SliceValue).GetSlice())
		}
		if err == nil {
			continue
		}
		if from := settings.SetBy(c.Flags, err); from != "" {
			return fmt.Errorf("%s: %w", from, err)
		}
		return err
	}
	return nil
}

// rejectEmpty rejects an empty value on the command line: with --target "$TARGET" of a
// variable that is not set, verify would verify our own fake.
func rejectEmpty(given *pflag.FlagSet) (err error) {
	given.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if len(values) == 0 || slices.Contains(values, "") {
			err = fmt.Errorf("--%s is given an empty value, say by a variable that is not set: give it one, or leave out the flag", f.Name)
		}
	})
	return err
}

// readSettings reads the file and the environment, and warns of misspelt variables.
func readSettings(cmd *cobra.Command, all []settings.Command) (*settings.Settings, error) {
	s, err := settings.Read(all, os.Environ())
	if err != nil {
		return nil, err
	}
	for _, warning := range s.Misspelt() {
		cmd.PrintErrln("understudy: " + warning)
	}
	return s, nil
}

// settable returns the subcommands of a command, in the order of the help.
func settable(parent *cobra.Command) (all []settings.Command) {
	for _, cmd := range parent.Commands() {
		if cmd.IsAvailableCommand() && cmd.Name() != "completion" && cmd.Name() != "help" {
			all = append(append(all, settingsOf(cmd)), settable(cmd)...)
		}
	}
	return slices.DeleteFunc(all, func(c settings.Command) bool { return !c.Flags.HasAvailableFlags() })
}

func settingsOf(cmd *cobra.Command) settings.Command {
	return settings.Command{Path: strings.Fields(cmd.CommandPath())[1:], Flags: cmd.LocalFlags()}
}

func firstWords(all []settings.Command) (words []string) {
	for _, c := range all {
		words = append(words, c.Path[0])
	}
	return slices.Compact(words)
}
