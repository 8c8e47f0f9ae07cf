package destinations

import (
	"fmt"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
)

// accuseList accuses the list of the destination's objects where a response shows a name that the run
// has not given: its owner may have done so, or that list, which is read-only. So the destination gets
// a new name twice, which has to be read until limits.settle has passed, as a name may be changed some
// time after its response; then the objects are listed, and another name has to be there for
// limits.settle. It is asked once in a run.
//
// Promise objects-of-the-destination
func accuseList(w *world.World, e *client.Exchange, sent string) error {
	isForeign := func(e *client.Exchange) bool {
		if e == nil {
			return false
		}
		name, ok := nameIn(w, e)
		if name == "" && e.Operation == spec.UpdateDestination { // an update without a name may be what took it
			return false
		}
		return ok && !probe.Same(name, sent) && !w.Run.IsOurs(name) && !earlierThan(w, sent)(name)
	}
	if !isForeign(e) || ofRun(w.Run).listAsked.Swap(true) {
		return nil
	}
	read := readName(w)
	for range 2 {
		r := NamingRequest(w, w.Run.Name())
		r.Carries = client.NoText
		update := w.Exchange(r)
		sent = sentName(update)
		if !update.Accepted() || isForeign(read()) {
			return nil
		}
		if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil || isForeign(read()) {
			return err
		}
		if _, err := readObjects(w, lists.Fetch, 1); err != nil {
			return nil // it says nothing about the name
		}
		var err error
		if e, err = w.CaughtUp(read(), isForeign, read); err != nil || !isForeign(e) {
			return err
		}
	}
	name, _ := nameIn(w, e)
	w.Run.Accuse(outcome.Found(e, fmt.Sprintf("the name %q, as before the objects of the destination were listed", sent), "%q", name).
		At("data.name").About("objects-of-the-destination"))
	return nil
}
