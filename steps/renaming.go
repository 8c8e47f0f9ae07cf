package steps

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

func (w *world) destinationID() string { return groundID(w.run.target, "resources.destination_id") }

// destinationName is the destination's name as it is: by its retrieval, or as
// the sample says.
func (w *world) destinationName() (string, error) {
	if name, ok := w.retrievedName(); ok {
		return w.run.notOurs(name), nil
	}
	if name, ok := w.run.target.Samples.ServiceConnection["name"].(string); ok {
		return name, nil
	}
	return "", skipFor("samples.service_connection", report.MissingTestData, "the destination's name cannot be read and so not be put back: give samples.service_connection in the target file")
}

// notOurs is the name that a destination had before the run, where it has one
// of the run now: an earlier scenario could not put it back.
func (r *run) notOurs(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if strings.Contains(name, r.id) && r.nameBefore != "" {
		return r.nameBefore
	}
	r.nameBefore = name
	return name
}

// retrievedName reads the name by GET of one destination, which stands
// outside the endpoints.
func (w *world) retrievedName() (string, bool) {
	last := w.last
	defer func() { w.last = last }()
	return w.nameIn(w.send(w.request(spec.GetDestination, w.destinationID())))
}

// named makes the request that gives the destination a name: {name} only,
// unless the sample says what else the deployment wants to see.
func (w *world) named(name string) client.Request {
	connection := maps.Clone(w.run.target.Samples.ServiceConnection)
	if connection == nil {
		connection = map[string]any{}
	}
	connection["name"] = name
	r := w.using(w.request(spec.UpdateDestination, w.destinationID()), "resources.destination_id", "samples.service_connection")
	return withBody(r, map[string]any{"service_connection": connection})
}

// renamable waits for the scenario's turn to rename the destination, and has
// the name that it has now put back at the end.
func (w *world) renamable() error {
	if err := w.has("resources.destination_id"); err != nil {
		return err
	}
	w.turn("destination")
	name, err := w.destinationName()
	if err == nil && w.renamed == "" {
		w.renamed = name
		w.atEnd(w.putBack)
	}
	return err
}

// rename gives the destination a new name.
func (w *world) rename() error {
	if err := w.renamable(); err != nil {
		return err
	}
	w.send(w.named(w.run.name()))
	return nil
}

// faultyRenaming makes the request that a refusal is tried on: it would give the
// destination another name.
func (w *world) faultyRenaming() (client.Request, error) {
	if err := w.renamable(); err != nil {
		return client.Request{}, err
	}
	return w.named(w.run.name()), nil
}

// noteRenaming keeps that another name was sent, and whether it may have been
// taken.
func (w *world) noteRenaming(e *client.Exchange) {
	name := gjson.GetBytes(e.Request.Body, "service_connection.name")
	if e.Operation != spec.UpdateDestination || w.renamed == "" || !name.Exists() || name.String() == w.renamed {
		return
	}
	w.nameSent = true
	w.nameTaken = w.nameTaken || mayHaveDone(e) || effect(e) != ""
}

// putBack names the destination as it was named before the scenario, where
// another name was sent.
func (w *world) putBack() {
	if !w.nameSent {
		return
	}
	e := w.do(w.named(w.renamed))
	if e.Broken() {
		e = w.do(w.named(w.renamed))
	}
	if w.isNamed(e, w.renamed) {
		w.noteName("")
		return
	}
	if w.nameTaken || !isRefusal(e) {
		w.noteName(w.run.redact.Text(e.Outcome()))
	}
	w.blameLostName(e)
}

// blameLostName accuses a deployment that answered the putting back well and shows
// a name that the run gave it all the same.
func (w *world) blameLostName(putBack *client.Exchange) {
	now, ok := w.retrievedName()
	if !ok || !putBack.OK() || isRefusal(putBack) || now == w.renamed || !strings.Contains(now, w.run.id) {
		return
	}
	f := found(putBack, "data.name to be the value that was sent last", "the one from before, by GET of the destination")
	f.promise = "destination-name-kept"
	w.run.accuse(spec.UpdateDestination, f)
}

// isNamed tells whether the destination has a name: by its retrieval, which may
// lag behind, or else by the answer that should have given the name.
func (w *world) isNamed(e *client.Exchange, name string) bool {
	now, retrieved := w.retrievedName()
	for tries := 0; retrieved && now != name && tries < settleReads && w.passWatch() == nil; tries++ {
		now, retrieved = w.retrievedName()
	}
	if !retrieved {
		shown := gjson.GetBytes(e.Body, "data.name")
		return e.OK() && !isRefusal(e) && (shown.Type != gjson.String || shown.String() == name)
	}
	if now == name {
		return true
	}
	update, _ := w.nameByUpdate() // the retrieval may lag for longer
	if update == nil {
		return false
	}
	shown, _ := w.nameIn(update)
	if shown == name || strings.Contains(shown, w.run.id) {
		return shown == name
	}
	again := w.do(w.named(name)) // an update without a name may take the name away
	shown, ok := w.nameIn(again)
	return ok && !isRefusal(again) && shown == name
}

// noteName writes into the ledger how often the destination was renamed, and
// whether it is named as before now. Lost tells what came of putting it back.
func (w *world) noteName(lost string) {
	r := w.run
	r.mu.Lock()
	if w.nameTaken || lost != "" {
		r.renamings++
	}
	times := r.renamings
	r.mu.Unlock()
	entry := report.Entry{Kind: "destination", ID: w.destinationID(), Name: r.redact.Text(w.renamed), Left: lost != ""}
	switch {
	case lost != "":
		entry.Note = fmt.Sprintf("renamed, and not seen to be put back (%s): name it as before by %s", lost, w.byHand())
	case times == 0:
		return
	case times == 1:
		entry.Note = "renamed once, and named as before again"
	default:
		entry.Note = fmt.Sprintf("renamed %d times, and named as before each time", times)
	}
	r.renote(entry)
}

// byHand is the request that puts the name back.
func (w *world) byHand() string {
	request := w.named(w.renamed)
	with := "samples.service_connection of the target file"
	if w.run.target.Samples.ServiceConnection == nil {
		name, _ := json.Marshal(w.run.redact.Text(w.renamed))
		with = fmt.Sprintf(`{"service_connection": {"name": %s}}`, name)
	}
	return fmt.Sprintf("%s %s with %s", request.Method, w.run.redact.Text(request.Path), with)
}
