package features_test

import (
	"testing"

	"understudy/server"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/stepstest"
)

func TestAScenarioStandsAlone(t *testing.T) {
	runs := 1000
	if testing.Short() {
		runs = 2
	}
	stepstest.Singly(t, runs, func(t *testing.T, o steps.Options) *report.Run { return verify(t, serve(t, server.Options{}), o) })
}
