package world

import (
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
)

// AfterRejected sends a request like one that succeeded before, right after a rejected one. Where
// it is rejected, and not a second time, the rejection and what follows it are sent again, twice:
// a rejection that turns away what follows it each time breaks the promise that the request
// works; a deployment that is busy does so by chance.
func (w *World) AfterRejected(promise string, reject func(), request func() (client.Request, error),
	send func(client.Request) error) error {
	do := func() error {
		r, err := request()
		if err != nil {
			return err
		}
		r.Unrepeated = true
		return send(r)
	}
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
	return w.BlockedOn(promise, outcome.Found(w.Last, "a request like one that succeeded to succeed after a rejected one too", "%s",
		scenario.Rejection(w.Last)))
}
