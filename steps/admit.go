package steps

import (
	"cmp"
	"slices"
	"strings"

	"understudy/steps/report"
)

// admit tells why a scenario is not run at all: the first reason, with all that it
// needs.
func (w *coreScenario) admit() error {
	if w.ctx.Err() != nil {
		return errInterrupted
	}
	var needs []string
	var first report.Reason
	for _, c := range []struct {
		missing         bool
		needs, by, text string
	}{
		{w.text.Writes && w.run.opts.ReadOnly, "a run without --read-only", report.Writes, "it writes, and the run is read-only"},
		{w.text.Writes && !w.run.target.Writes(), "allow_writes: true", report.Writes, "it writes, and the target file says allow_writes: false"},
		{slices.Contains(w.text.Needs, "clock") && w.run.target.ControlURL == "", "control_url", "", "it needs a clock, and the target file has no control_url"},
	} {
		if c.missing {
			needs, first = append(needs, c.needs), cmp.Or(first, report.Reason{Kind: report.Narrowed, By: c.by, Text: c.text})
		}
	}
	if len(needs) > 0 {
		return &skipped{Reason: first, needs: strings.Join(needs, " and ")}
	}
	return nil
}
