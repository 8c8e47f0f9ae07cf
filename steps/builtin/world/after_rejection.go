package world

import (
	"understudy/steps/scenario"
)

// AfterRejected does what succeeded before, right after a rejected request. Where
// that is rejected, and not a second time, a rejection is sent once more: one that
// again turns away what follows it breaks the promise that the request works.
func (w *World) AfterRejected(promise string, reject func(), do func() error) error {
	err := do()
	if !w.Last.Rejected() {
		return err
	}
	if again := do(); again != nil {
		return err
	}
	reject()
	if err := do(); !w.Last.Rejected() {
		return err
	}
	return w.BlockedOn(promise, scenario.Found(w.Last, "a request like one that succeeded to succeed after a rejected one too", "%s", scenario.Rejection(w.Last)))
}
