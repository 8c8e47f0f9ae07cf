package fake

import (
	"strings"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/fixtures"
	"understudy/spec/gap"
)

// gapAssignments completes ID[@OPERATION]=VARIANT part by part.
func gapAssignments(typed string) (all []cobra.Completion, more bool) {
	place, _, chosen := strings.Cut(typed, "=")
	id, _, on := strings.Cut(place, "@")
	if g, ok := gap.ByID(id); ok && chosen {
		for _, v := range g.Variants {
			all = append(all, command.Described(place+"="+v.ID, v.Says))
		}
		return all, false
	}
	for _, g := range gap.All {
		switch {
		case !g.Probed():
		case !on:
			all = append(all, command.Described(g.ID+"=", g.Asks))
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
		all = append(all, command.Described(p.Name, p.Says))
	}
	return all, false
}
