package destinations

import (
	"slices"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// mostLost is how often a run looks for the reason of a name that changed.
const mostLost = 2

// NoteShown records the name that a success shows.
func NoteShown(w *world.World, e *client.Exchange) {
	if e.Operation != spec.UpdateDestination && e.Operation != spec.GetDestination || e.Path != w.Request(e.Operation, destinationID(w)).Path {
		return
	}
	if name, ok := nameIn(w, e); ok {
		ofRun(w.Run).nameShown.Store(&name)
	}
}

const (
	// quiet is how long a name has to be restored before it is looked at again, mostLooks how often
	// a run does so at most.
	quiet     = 500 * time.Millisecond
	mostLooks = 3
)

// lookLater retrieves the name that an earlier scenario restored at an instant, where that is a while
// ago, and longer than at the looks before: a deployment may undo a renaming some time after its
// response. A name that the run gave the destination earlier must not be back, in each way in which
// the name can be read.
//
// Promise destination-name-kept
func lookLater(w *world.World, restored time.Time) {
	run := ofRun(w.Run)
	since := time.Since(restored)
	if restored.IsZero() || run.mayComeLate || since < max(quiet, run.longest+run.longest/2) || run.looks == mostLooks || run.notRetrieved.Load() > 0 {
		return
	}
	run.looks++
	run.longest = since
	isBack := func(e *client.Exchange) bool {
		name, ok := nameIn(w, e)
		return ok && slices.Contains(run.namesTaken, name)
	}
	read := func() *client.Exchange { return w.Exchange(w.Request(spec.GetDestination, destinationID(w))) }
	e, err := w.CaughtUp(read(), isBack, read)
	if err == nil && isBack(e) {
		e, _ = alsoByUpdate(w, e, "", isBack)
	}
	if err == nil && isBack(e) {
		w.Run.Accuse(outcome.Found(e, "data.name to stay as it was restored", "the name from before, %s later", since.Round(time.Millisecond)).
			At(client.NameShown).About("destination-name-kept"))
	}
}

// losesName returns a response which shows that the destination loses its name when updates are
// rejected; nil where it does not. It is asked where the name changed, which the destination's
// owner may have done. So the destination gets a new name, which the response has to show, and
// what reads it back; then the rejected updates are sent again, after which two reads show
// another name.
func losesName(w *world.World, rejected []*client.Exchange) *client.Exchange {
	if ofRun(w.Run).namesLost.Add(1) > mostLost || PrepareRenaming(w) != nil {
		return nil
	}
	r := NamingRequest(w, w.Run.Name())
	r.Carries = client.NoText
	update := w.Exchange(r)
	another := func(e *client.Exchange) bool {
		if e == nil {
			return false
		}
		name, ok := nameIn(w, e)
		return ok && name != sentName(update)
	}
	read := readName(w)
	if e := read(); another(update) || e == nil || another(e) {
		return nil
	}
	return w.FindLostText(rejected, read, another, another)
}
