package world

import (
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// FewerThanTwo skips where no two of the writes that were sent at once succeeded.
var FewerThanTwo = outcome.Skip(report.Inconclusive, "no two of the requests that were sent at the same time succeeded")
