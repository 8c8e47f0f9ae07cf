package steps_test

import (
	"testing"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/stepstest"
)

func TestAScenarioStandsAloneOnTheIndependentImplementation(t *testing.T) {
	runs := 300
	if testing.Short() {
		runs = 2
	}
	stepstest.Singly(t, runs, func(t *testing.T, o steps.Options) *report.Run { return verify(t, start(t), o) })
}
