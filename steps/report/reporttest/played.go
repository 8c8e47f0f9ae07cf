package reporttest

import (
	"strings"
	"testing"
	"time"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"

	"understudy/steps/report"
)

// Feature has three scenarios.
const Feature = `Feature: What is kept
  Scenario: it is kept
    When I ask
    Then it responds

  Scenario: it is broken
    When I ask
    Then it responds
    And no more

  Scenario: it is not run
    When I ask
`

// Played ran the scenarios of a feature like Feature: the first passed, the second
// failed, and the third was left out.
func Played(t *testing.T, feature string) *report.Run {
	t.Helper()
	ids := (&messages.Incrementing{}).NewId
	doc, err := gherkin.ParseGherkinDocument(strings.NewReader(feature), ids)
	if err != nil {
		t.Fatal(err)
	}
	doc.Uri = "features/kept.feature"
	r := Run(Zero, Code)
	r.Started = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	src := report.Source{Text: feature, Document: doc}
	for i, p := range gherkin.Pickles(*doc, doc.Uri, ids) {
		address := "kept#" + strings.ReplaceAll(p.Name, " ", "-")
		src.Scenarios = append(src.Scenarios, report.SourceScenario{Address: address, Pickle: p})
		sc := Scenario(address, report.Pass, None)
		sc.Name, sc.Started, sc.DurationMS = p.Name, r.Started.Add(time.Duration(i)*time.Second), 1500
		for _, st := range p.Steps {
			sc.Steps = append(sc.Steps, report.Step{Text: st.Text, Verdict: report.Pass, DurationMS: 1250, Pattern: "^" + st.Text + "$"})
		}
		r.Scenarios = append(r.Scenarios, sc)
	}
	broken, left := &r.Scenarios[1], &r.Scenarios[2]
	broken.Verdict, broken.Steps[1].Verdict, broken.Steps[2].Verdict = report.Fail, report.Fail, report.Skip
	broken.Failures = []report.Failure{{Promise: Zero.ID, Expected: "page 1", Actual: "page 2", Exchange: ListRequest("?page=0", "{}")}}
	left.Verdict, left.Reason, left.Steps[0].Verdict = report.Skip, Why(report.LeftOut, "it writes"), report.Skip
	r.Sources = []report.Source{src}
	r.KeepQuotes()
	return r
}
