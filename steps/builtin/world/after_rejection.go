package world

import (
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// AfterRejected does what succeeded before, right after a rejected request. Where that is
// rejected, and not a second time, the rejection and what follows it are sent again, twice:
// a rejection that turns away what follows it each time breaks the promise that the request
// works; a deployment that is busy does so by chance.
func (w *World) AfterRejected(promise string, reject func(), do func() error) error {
	w.Unrepeated = true
	defer func() { w.Unrepeated = false }()
	err := do()
	for range 2 {
		if !w.Last.Rejected() {
			return err
		}
		if again := do(); again != nil {
			return err
		}
		reject()
		err = do()
	}
	if !w.Last.Rejected() {
		return err
	}
	return w.BlockedOn(promise, outcome.Found(w.Last, "a request like one that succeeded to succeed after a rejected one too", "%s", scenario.Rejection(w.Last)))
}
