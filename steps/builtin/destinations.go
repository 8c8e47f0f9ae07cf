package builtin

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// destinationRequest is an update that leaves the name as it is.
func (w *World) destinationRequest() (client.Request, error) {
	if err := w.Has("resources.destination_id"); err != nil {
		return client.Request{}, err
	}
	w.Turn("destination")
	err := w.learnName()
	return w.named(w.run.destinationName.own), err
}

// wasRenamed is the witness of a refused renaming.
func (w *World) wasRenamed(refused *client.Exchange) (string, bool) {
	e, _ := w.nameWitness()
	if e == nil {
		return "", false
	}
	name := e.Get("data.name").String()
	if w.renames && name == sentName(refused) && !w.run.destinationName.asBefore(name) {
		return "the destination has the name that was rejected", true
	}
	return "", true
}

// showsNewName judges the answer to the renaming: it convicts only where it
// shows the name from before.
func (w *World) showsNewName() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	return w.notOld(w.Last, "data.name", sentName(w.Last), w.run.destinationName.asBefore)
}

func sentName(e *client.Exchange) string {
	return gjson.GetBytes(e.Request.Body, "service_connection.name").String()
}

// notOld fails an answer that shows the value from before a write; a third
// value is only remarked on.
func (w *World) notOld(e *client.Exchange, path, sent string, old func(string) bool) error {
	v, err := w.Value(e, path, scenario.String)
	switch {
	case err != nil:
		return err
	case v.String() == sent:
		return nil
	case old(v.String()):
		return scenario.Found(e, path+" to be the value that was sent last", "the one from before")
	}
	w.Remark("%s is neither the value that was sent nor the one from before", path)
	return nil
}

// keepsNewName reads the name back by the first witness that works, and by the
// second where that one shows the name from before.
func (w *World) keepsNewName() error {
	sent, before := sentName(w.Last), w.run.destinationName.asBefore
	e, by := w.nameWitness()
	if e == nil {
		return scenario.Skip(report.MissingTestData, "no witness: %s", by)
	}
	lags := func(e *client.Exchange) bool { name, ok := w.nameIn(e); return ok && before(name) }
	e, err := w.CaughtUp(e, lags, func() *client.Exchange { e, _ := w.nameWitness(); return e })
	if err != nil {
		return err
	}
	if lags(e) {
		// The retrieval stands outside the endpoints, and may lag for longer.
		if update, how := w.nameByUpdate(); update != nil {
			if _, ok := w.nameIn(update); ok {
				e, by = update, by+", and then "+how
			}
		}
	}
	w.ReadBackBy(by)
	return w.notOld(e, "data.name", sent, before)
}

// nameWitness is an answer that shows the destination's name, and what gave it:
// the GET of one destination, or an update without a name, which needs the
// sample. Where there is none, the text says why.
func (w *World) nameWitness() (*client.Exchange, string) {
	e := w.Send(w.Request(spec.GetDestination, w.destinationID()))
	if _, ok := w.nameIn(e); ok {
		return e, "GET of the destination"
	}
	if w.run.Target.Samples.ServiceConnection == nil {
		return nil, fmt.Sprintf("GET of one destination is %s, and the target file gives no samples.service_connection", e.Outcome())
	}
	return w.nameByUpdate()
}

// nameIn is the destination's name in an answer, unless that is about another
// destination.
func (w *World) nameIn(e *client.Exchange) (string, bool) {
	data := e.Get("data")
	id, name := data.Get("id"), data.Get("name")
	another := id.Type == gjson.Number && client.Number(id) != w.destinationID()
	return name.String(), e.OK() && name.Type == gjson.String && !another
}

// nameByUpdate is the answer to an update without a name.
func (w *World) nameByUpdate() (*client.Exchange, string) {
	sample := maps.Clone(w.run.Target.Samples.ServiceConnection)
	if sample == nil {
		return nil, "the target file gives no samples.service_connection"
	}
	delete(sample, "name")
	r := scenario.WithBody(w.Request(spec.UpdateDestination, w.destinationID()), map[string]any{"service_connection": sample})
	r.Allowed = false
	e := w.Send(r)
	if !e.OK() || e.Rejected() {
		return nil, fmt.Sprintf("an update without a name is %s", e.Outcome())
	}
	return e, "an update without a name"
}

// isTheDestination judges that the answer is about the destination of the path.
func (w *World) isTheDestination() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.id", scenario.Number)
	if err != nil {
		return err
	}
	if want := w.destinationID(); client.Number(v) != want {
		return scenario.Found(w.Last, "the destination "+want, "the destination %s", v.Raw)
	}
	return nil
}

// isNamedAlone judges that a new name was given to the destination of the path
// only: another one that can be retrieved does not have it.
func (w *World) isNamedAlone() error {
	renaming, other := w.Last, w.run.Target.Resources.ObjectsDestinationID
	if other == 0 || other == w.run.Target.Resources.DestinationID {
		return nil
	}
	e := w.Do(w.Request(spec.GetDestination, strconv.FormatInt(other, 10)))
	name := e.Get("data.name")
	if e.OK() && name.Type == gjson.String && name.String() == sentName(renaming) {
		return scenario.Found(e, "the new name for the destination of the path only", "the destination %d has it as well", other)
	}
	return nil
}

// updateUnknown sends a new name to a destination that does not exist. A deployment
// that goes astray may give it to ours, which is named as before at the end.
func (w *World) updateUnknown() error {
	r, err := w.faultyRenaming()
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.UpdateDestination, w.run.Invent(scenario.RandomID())).Path, false
	w.Send(r)
	return nil
}

// objectsAgree judges that the objects in the answer to an update and those in
// the list of the same destination are not altogether others. Where they are,
// the update is repeated between two reads of the list.
func (w *World) objectsAgree() error {
	var before *paging.Page
	for range paging.Tries {
		update := w.Last
		if err := w.Usable(update); err != nil {
			return err
		}
		listed, err := w.fetch(paging.ListingOf("objects of the destination"), paging.Query{}.With("page", 1).With("per_page", 100))
		if err != nil {
			return err
		}
		agree, err := w.shareObjects(update, listed)
		if agree || err != nil {
			return err
		}
		if before != nil && before.Same(listed) {
			return scenario.Found(listed.Exchange, "objects of the destination, such as "+update.Get("data.objects.0.full_name").String(), "%s", paging.Some(listed.IDs))
		}
		before = listed
		if err := w.updateDestination(); err != nil {
			return err
		}
	}
	return w.verdict(paging.ErrMoved)
}

// shareObjects tells whether an object stands in the answer to an update and in
// the list, or may stand on a later page of it.
func (w *World) shareObjects(update *client.Exchange, listed *paging.Page) (bool, error) {
	data, err := w.Value(update, "data.objects", scenario.Array)
	if err != nil {
		return false, err
	}
	for i := range min(100, len(listed.IDs)) {
		if _, err := w.Value(listed.Exchange, fmt.Sprintf("data.%d.full_name", i), scenario.String); err != nil {
			return false, err
		}
	}
	own := data.Array()
	if len(own) == 0 || len(listed.IDs) == 0 {
		return false, scenario.Skip(report.MissingTestData, "the destination has no objects")
	}
	return listed.Total > 100 || slices.ContainsFunc(own, func(o gjson.Result) bool {
		return slices.Contains(listed.IDs, o.Get("full_name").String())
	}), nil
}

// destinationRetrieved reads the destination before the update that the
// scenario is about. The retrieval stands outside the endpoints.
func (w *World) destinationRetrieved() error {
	if err := w.Has("resources.destination_id"); err != nil {
		return err
	}
	e := w.Send(w.Request(spec.GetDestination, w.destinationID()))
	if data := e.Get("data"); !e.OK() || !data.IsObject() {
		return scenario.Skip(report.Unsupported, "GET of one destination: %s", e.Outcome())
	}
	w.before = e
	return nil
}

func (w *World) updateDestination() error {
	r, err := w.destinationRequest()
	if err != nil {
		return err
	}
	w.Send(r)
	return nil
}

func (w *World) retrieveUnknownDestination() error {
	r := w.Request(spec.GetDestination, scenario.RandomID())
	r.Allowed = false
	w.Send(r)
	return nil
}

func (w *World) retrieveDestinationWithoutToken() error {
	r := w.Request(spec.GetDestination, w.destinationID())
	r.Allowed, r.Scheme = false, client.NoToken
	w.Send(r)
	return nil
}
