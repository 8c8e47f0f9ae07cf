package world

import (
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// FewerThanTwo skips where no two of the writes that were sent at once succeeded.
var FewerThanTwo = scenario.Skip(report.Inconclusive, "no two of the requests that were sent at the same time succeeded")
