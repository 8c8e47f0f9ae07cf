package scenario

import (
	"understudy/steps/feature"
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
