package scenario

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"understudy/steps/feature"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// Blank returns a scenario's result before it is run. A built-in scenario has no file.
func Blank(sc *feature.Scenario) report.Scenario {
	script := sc.Script()
	out := report.Scenario{Address: sc.Address, Name: sc.Name, Feature: sc.Feature, Line: int64(sc.Line),
		Promises: script.Promises, Expects: sc.Expects, Gaps: script.Gaps, Operations: script.Operations, Failures: []report.Failure{}}
	if !sc.File.BuiltIn {
		out.File = sc.File.Path
	}
	for i, u := range sc.Steps {
		out.Steps = append(out.Steps, report.Step{Text: script.Steps[i], Verdict: report.Skip, Pattern: u.Expr.String()})
	}
	return out
}

// Start begins a scenario with a blank result, and reports whether its steps
// are to be run.
func (s *Scenario) Start(blank report.Scenario) bool {
	s.Result = &blank
	s.Result.Started = time.Now()
	if err := s.Admit(); err != nil {
		s.setVerdict(err)
		return false
	}
	s.Result.Verdict = report.Pass
	s.holdClock()
	return true
}

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
		{s.Text.Writes && s.run.Options.ReadOnly, "a run without --read-only", report.Writes, "it writes, and the run is read-only"},
		{s.Text.Writes && !s.run.Target.Writes(), "allow_writes: true", report.Writes, "it writes, and the target file says allow_writes: false"},
		{slices.Contains(s.Text.Needs, "clock") && s.run.Target.ControlURL == "", "control_url", "",
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
