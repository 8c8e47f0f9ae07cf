package world

import (
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// FirstOf is the first of several errors that is one; nil where none is.
func FirstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// FewerThanTwo skips where no two of the writes that were sent at once succeeded.
var FewerThanTwo = scenario.Skip(report.Inconclusive, "no two of the requests that were sent at the same time succeeded")
