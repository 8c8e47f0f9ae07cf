// Package evidence is what a run has learned about a deployment: the health of
// its operations, the violations and the variants that were seen, what the run
// created and how the deployment responded to the test data.
//
// Each kind of evidence is a separate type, safe for concurrent use while the
// scenarios run. At the end Fold writes all of it into the report, with the
// verdicts on the promises. Texts are redacted when they are recorded.
//
// A scenario notes it, and package steps folds it. Start reading at Evidence.
package evidence

import (
	"time"

	"understudy/steps/client"
	"understudy/steps/report"
)

// Evidence is everything that a run has learned.
type Evidence struct {
	Operations   *Operations
	Violations   *Violations
	Observations *Observations
	Ledger       *Ledger
	Coverage     *Coverage
	TestData     *TestData
	// Rejections are those of valid requests that succeed when they are sent again.
	Rejections *Intermittent
}

// New returns the evidence of a run that has not sent anything yet.
func New(redact *client.Redactor) Evidence {
	return Evidence{
		Operations: &Operations{redact: redact, health: map[string]*health{}, ended: map[string]string{}},
		Violations: &Violations{redact: redact, found: map[violationKey]*report.Violation{}, places: map[[2]string]int{}},
		Observations: &Observations{redact: redact, gaps: map[gapKey]report.Gap{}, doubtful: map[gapKey]time.Time{},
			lasting: map[string]map[time.Time]int{}, unobserved: map[gapKey]report.Reason{}},
		Ledger:     &Ledger{},
		Coverage:   &Coverage{rows: map[coverageKey]*report.Coverage{}},
		TestData:   &TestData{redact: redact, keys: map[string]*report.TestData{}},
		Rejections: &Intermittent{MostLasting: 4},
	}
}
