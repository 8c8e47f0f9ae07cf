package main

import (
	"regexp"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/cmd/understudy/internal/command/deployments"
	"understudy/cmd/understudy/internal/command/fake"
)

func TestGroupedHelpListsEveryFlagOnce(t *testing.T) {
	for name, cmd := range map[string]*cobra.Command{"serve": fake.Serve(), "verify": deployments.Verify()} {
		help := cmd.UsageString()
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			want := 1
			if flag.Hidden {
				want = 0
			}
			line := regexp.MustCompile(`(?m)^ {2}(-., | {4})--` + flag.Name + `\b[^-]`)
			if got := len(line.FindAllString(help, -1)); got != want {
				t.Errorf("%s: the help lists --%s %d times, want %d", name, flag.Name, got, want)
			}
		})
	}
}
