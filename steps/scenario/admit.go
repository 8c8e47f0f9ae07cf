package scenario

import (
	"cmp"
	"slices"
	"strings"

	"understudy/steps/outcome"
	"understudy/steps/report"
)

// Admit returns the first reason why a scenario is not run at all, with
// everything that it needs.
func (s *Scenario) Admit() error {
	if s.Ctx.Err() != nil {
		return errInterrupted
	}
	var needs []string
	var first report.Reason
	for _, c := range []struct {
		missing         bool
		needs, by, text string
	}{
		{s.Text.Writes && s.Run.Options.ReadOnly, "a run without --read-only", report.Writes, "it writes, and the run is read-only"},
		{s.Text.Writes && !s.Run.Target.Writes(), "allow_writes: true", report.Writes, "it writes, and the target file says allow_writes: false"},
		{slices.Contains(s.Text.Needs, "clock") && s.Run.Target.ControlURL == "", "control_url", "",
			"it needs a clock, and the target file has no control_url"},
	} {
		if c.missing {
			needs, first = append(needs, c.needs), cmp.Or(first, report.Reason{Kind: report.LeftOut, By: c.by, Text: c.text})
		}
	}
	if len(needs) > 0 {
		return &outcome.Skipped{Reason: first, Needs: strings.Join(needs, " and ")}
	}
	return nil
}
