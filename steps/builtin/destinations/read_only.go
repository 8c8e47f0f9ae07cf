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

// suspectList remembers that a response shows a name which the run has not given: its owner may have
// done so, or the list of the destination's objects, which is read-only. See CheckList.
func suspectList(w *world.World, e *client.Exchange, sent string) {
	if isForeign(w, e, sent) {
		ofRun(w.Run).listSuspected.Store(true)
	}
}

// isForeign reports whether a response shows a name that the run has not given, after another was sent.
func isForeign(w *world.World, e *client.Exchange, sent string) bool {
	if e == nil {
		return false
	}
	name, ok := nameIn(w, e)
	if name == "" && e.Operation == spec.UpdateDestination { // an update without a name may be what took it
		return false
	}
	return ok && !probe.Same(name, sent) && !w.Run.IsOurs(name) && !earlierThan(w, sent)(name)
}

// CheckList accuses the list of the destination's objects where it renames the destination. A run calls
// it where suspectList found a reason, after the last scenario, as they list objects, too, and before
// the name is restored. The destination gets a new name twice, which has to be read until
// limits.settle has passed, as a name may be changed some time after its response; then the objects are
// listed, and another name has to be there for limits.settle.
//
// Promise objects-of-the-destination
func CheckList(w *world.World) {
	if !ofRun(w.Run).listSuspected.Load() {
		return
	}
	ofScenario(w).renames = true
	defer func() { ofRun(w.Run).destinationName.Changed(len(ofScenario(w).namesTaken)) }()
	read := readName(w)
	var sent string
	var shown *client.Exchange
	for range 2 {
		r := NamingRequest(w, w.Run.Name())
		r.Carries = client.NoText
		update := w.Exchange(r)
		sent = sentName(update)
		renamed := func(e *client.Exchange) bool { return isForeign(w, e, sent) }
		if !update.Accepted() || renamed(read()) {
			return
		}
		if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil || renamed(read()) {
			return
		}
		if _, err := readObjects(w, lists.Fetch, 1); err != nil {
			return // it says nothing about the name
		}
		var err error
		if shown, err = w.CaughtUp(read(), renamed, read); err != nil || !renamed(shown) {
			return
		}
	}
	name, _ := nameIn(w, shown)
	w.Run.Accuse(outcome.Found(shown, fmt.Sprintf("the name %q, as before the objects of the destination were listed", sent), "%q", name).
		At(client.NameShown).About("objects-of-the-destination"))
}
