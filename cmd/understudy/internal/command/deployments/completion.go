package deployments

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/verification"
	"understudy/spec/promise"
)

func reportKinds(string) (all []cobra.Completion, more bool) {
	for _, kind := range verification.ReportKinds() {
		all = append(all, kind+"=")
	}
	return all, true
}

// required completes the last id of a list.
func required(typed string) (all []cobra.Completion, more bool) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	if before == "" {
		all = append(all, command.Described("all", "every promise"))
	}
	named := strings.Split(before, ",")
	for _, p := range promise.All {
		if !slices.Contains(named, p.ID) {
			all = append(all, command.Described(before+p.ID, p.Says))
		}
	}
	return all, true
}
