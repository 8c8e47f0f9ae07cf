package steps

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
	"understudy/steps/target"
)

// groundID is an id of the target file as it stands in a path.
func groundID(t target.Target, key string) string {
	return strconv.FormatInt(map[string]int64{
		"resources.destination_id":         t.Resources.DestinationID,
		"resources.objects_destination_id": t.Resources.ObjectsDestinationID,
		"resources.empty_destination_id":   t.Resources.EmptyDestinationID,
		"resources.source_id":              t.Resources.SourceID,
		"resources.topics_source_id":       t.Resources.TopicsSourceID,
		"resources.empty_topics_source_id": t.Resources.EmptyTopicsSourceID,
	}[key], 10)
}

// destinationRequest is an update that leaves the name as it is.
func (w *world) destinationRequest() (client.Request, error) {
	if err := w.has("resources.destination_id"); err != nil {
		return client.Request{}, err
	}
	w.turn("destination")
	err := w.learnName()
	return w.named(w.run.destinationName.own), err
}

// wasRenamed is the witness of a refused renaming.
func (w *world) wasRenamed(refused *client.Exchange) (string, bool) {
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
func (w *world) showsNewName() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	return w.notOld(w.last, "data.name", sentName(w.last), w.run.destinationName.asBefore)
}

func sentName(e *client.Exchange) string {
	return gjson.GetBytes(e.Request.Body, "service_connection.name").String()
}

// notOld fails an answer that shows the value from before a write; a third
// value is only remarked on.
func (w *world) notOld(e *client.Exchange, path, sent string, old func(string) bool) error {
	v, err := w.value(e, path, aString)
	switch {
	case err != nil:
		return err
	case v.String() == sent:
		return nil
	case old(v.String()):
		return found(e, path+" to be the value that was sent last", "the one from before")
	}
	w.remark("%s is neither the value that was sent nor the one from before", path)
	return nil
}

// keepsNewName reads the name back by the first witness that works, and by the
// second where that one shows the name from before.
func (w *world) keepsNewName() error {
	sent, before := sentName(w.last), w.run.destinationName.asBefore
	e, by := w.nameWitness()
	if e == nil {
		return skip(report.MissingTestData, "no witness: %s", by)
	}
	lags := func(e *client.Exchange) bool { name, ok := w.nameIn(e); return ok && before(name) }
	e, err := w.caughtUp(e, lags, func() *client.Exchange { e, _ := w.nameWitness(); return e })
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
	w.readBackBy(by)
	return w.notOld(e, "data.name", sent, before)
}

// nameWitness is an answer that shows the destination's name, and what gave it:
// the GET of one destination, or an update without a name, which needs the
// sample. Where there is none, the text says why.
func (w *world) nameWitness() (*client.Exchange, string) {
	e := w.send(w.request(spec.GetDestination, w.destinationID()))
	if _, ok := w.nameIn(e); ok {
		return e, "GET of the destination"
	}
	if w.run.target.Samples.ServiceConnection == nil {
		return nil, fmt.Sprintf("GET of one destination is %s, and the target file gives no samples.service_connection", e.Outcome())
	}
	return w.nameByUpdate()
}

// nameIn is the destination's name in an answer, unless that is about another
// destination.
func (w *world) nameIn(e *client.Exchange) (string, bool) {
	data := e.Get("data")
	id, name := data.Get("id"), data.Get("name")
	another := id.Type == gjson.Number && client.Number(id) != w.destinationID()
	return name.String(), e.OK() && name.Type == gjson.String && !another
}

// nameByUpdate is the answer to an update without a name.
func (w *world) nameByUpdate() (*client.Exchange, string) {
	sample := maps.Clone(w.run.target.Samples.ServiceConnection)
	if sample == nil {
		return nil, "the target file gives no samples.service_connection"
	}
	delete(sample, "name")
	r := withBody(w.request(spec.UpdateDestination, w.destinationID()), map[string]any{"service_connection": sample})
	r.Allowed = false
	e := w.send(r)
	if !e.OK() || isRefusal(e) {
		return nil, fmt.Sprintf("an update without a name is %s", e.Outcome())
	}
	return e, "an update without a name"
}

// isTheDestination judges that the answer is about the destination of the path.
func (w *world) isTheDestination() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	v, err := w.value(w.last, "data.id", aNumber)
	if err != nil {
		return err
	}
	if want := w.destinationID(); client.Number(v) != want {
		return found(w.last, "the destination "+want, "the destination %s", v.Raw)
	}
	return nil
}

// isNamedAlone judges that a new name was given to the destination of the path
// only: another one that can be retrieved does not have it.
func (w *world) isNamedAlone() error {
	renaming, other := w.last, w.run.target.Resources.ObjectsDestinationID
	if other == 0 || other == w.run.target.Resources.DestinationID {
		return nil
	}
	e := w.do(w.request(spec.GetDestination, strconv.FormatInt(other, 10)))
	name := e.Get("data.name")
	if e.OK() && name.Type == gjson.String && name.String() == sentName(renaming) {
		return found(e, "the new name for the destination of the path only", "the destination %d has it as well", other)
	}
	return nil
}

// updateUnknown sends a new name to a destination that does not exist. A deployment
// that goes astray may give it to ours, which is named as before at the end.
func (w *world) updateUnknown() error {
	r, err := w.faultyRenaming()
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.request(spec.UpdateDestination, w.run.invent(randomID())).Path, false
	w.send(r)
	return nil
}

// objectsAgree judges that the objects in the answer to an update and those in
// the list of the same destination are not altogether others. Where they are,
// the update is repeated between two reads of the list.
func (w *world) objectsAgree() error {
	var before *paging.Page
	for range paging.Tries {
		update := w.last
		if err := w.usable(update); err != nil {
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
			return found(listed.Exchange, "objects of the destination, such as "+update.Get("data.objects.0.full_name").String(), "%s", paging.Some(listed.IDs))
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
func (w *world) shareObjects(update *client.Exchange, listed *paging.Page) (bool, error) {
	data, err := w.value(update, "data.objects", anArray)
	if err != nil {
		return false, err
	}
	for i := range min(100, len(listed.IDs)) {
		if _, err := w.value(listed.Exchange, fmt.Sprintf("data.%d.full_name", i), aString); err != nil {
			return false, err
		}
	}
	own := data.Array()
	if len(own) == 0 || len(listed.IDs) == 0 {
		return false, skip(report.MissingTestData, "the destination has no objects")
	}
	return listed.Total > 100 || slices.ContainsFunc(own, func(o gjson.Result) bool {
		return slices.Contains(listed.IDs, o.Get("full_name").String())
	}), nil
}

// destinationRetrieved reads the destination before the update that the
// scenario is about. The retrieval stands outside the endpoints.
func (w *world) destinationRetrieved() error {
	if err := w.has("resources.destination_id"); err != nil {
		return err
	}
	e := w.send(w.request(spec.GetDestination, w.destinationID()))
	if data := e.Get("data"); !e.OK() || !data.IsObject() {
		return skip(report.Unsupported, "GET of one destination: %s", e.Outcome())
	}
	w.before = e
	return nil
}

func (w *world) updateDestination() error {
	r, err := w.destinationRequest()
	if err != nil {
		return err
	}
	w.send(r)
	return nil
}

func (w *world) retrieveUnknownDestination() error {
	r := w.request(spec.GetDestination, randomID())
	r.Allowed = false
	w.send(r)
	return nil
}

func (w *world) retrieveDestinationWithoutToken() error {
	r := w.request(spec.GetDestination, w.destinationID())
	r.Allowed, r.Scheme = false, client.NoToken
	w.send(r)
	return nil
}
