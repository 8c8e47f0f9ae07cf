package destinations

import (
	"fmt"

	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
)

// accuseList accuses the list of the destination's objects where a response shows a name that the run
// has not given: its owner may have done so, or that list, which is read-only. So the destination gets
// a new name twice, which has to be read before the objects are listed, and not after it. It is asked
// once in a run.
//
// Promise objects-of-the-destination
func accuseList(w *world.World, e *client.Exchange, sent string) error {
	isForeign := func(e *client.Exchange) bool {
		if e == nil {
			return false
		}
		name, ok := nameIn(w, e)
		return ok && !probe.Same(name, sent) && !w.Run.IsOurs(name) && !IsOwnName(w.Run, name)
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
		if _, err := readObjects(w, lists.Fetch, 1); err != nil {
			return err
		}
		if e = read(); !isForeign(e) {
			return nil
		}
	}
	name, _ := nameIn(w, e)
	w.Run.Accuse(outcome.Found(e, fmt.Sprintf("the name %q, as before the objects of the destination were listed", sent), "%q", name).
		At("data.name").About("objects-of-the-destination"))
	return nil
}
