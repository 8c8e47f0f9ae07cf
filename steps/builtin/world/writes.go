package world

import (
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// How steps send writes, and read back what rejected ones did.

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

// Again sends an update that succeeded once more, with the same values. A deployment may
// reject what changes nothing: the result is nil then.
func (w *World) Again(update *client.Exchange) (*client.Exchange, error) {
	r := update.Request
	r.Uses, r.Carries, r.Unrepeated = nil, client.NoText, false
	e := w.Exchange(r)
	if e.Rejected() {
		w.Remark("an update that changes nothing is rejected with %s", scenario.Rejection(e))
		return nil, nil
	}
	return e, w.Usable(e)
}

// Probing returns a function that sends a request as ProbeAside does, each time that it is called.
func (w *World) Probing(r client.Request) func() *client.Exchange {
	return func() *client.Exchange { return w.ProbeAside(r) }
}

// ReadBack is what a step sees of a rejected write.
type ReadBack struct {
	// Effect is what the write did although it was rejected; empty where it did nothing.
	Effect string
	// Response is the one that shows it; nil where none shows whether it did something.
	Response *client.Exchange
}

// CheckNoEffect checks what reads a rejected update back: a remark says that nothing does.
func (w *World) CheckNoEffect(rejected *client.Exchange, read ReadBack) error {
	switch {
	case read.Effect != "":
		return outcome.Found(read.Response, "the rejected update to have no effect", "HTTP %d, and %s", rejected.Status, read.Effect)
	case read.Response == nil:
		w.NotReadBack("no read-back shows whether the rejected update had an effect")
	}
	return nil
}

// FindLostText sends rejected updates again, and returns a response which shows that a resource has
// lost its text after them, in two reads; nil where it has not. The second read comes when the
// text has differed from the one before for limits.settle.
func (w *World) FindLostText(rejected []*client.Exchange, read func() *client.Exchange, differs,
	lost func(*client.Exchange) bool) *client.Exchange {
	for _, e := range rejected {
		if !w.ProbeAside(e.Request).RejectedWithoutEffect() {
			return nil
		}
	}
	e := read()
	if !lost(e) {
		return nil
	}
	e, err := w.CaughtUp(e, differs, read)
	if err != nil || !lost(e) {
		return nil
	}
	if e = read(); !lost(e) {
		return nil
	}
	return e
}

// FewerThanTwo skips where no two of the writes that were sent at once succeeded.
var FewerThanTwo = outcome.Skip(report.Inconclusive, "no two of the requests that were sent at the same time succeeded")
