package builtin

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// rejectedRenamingRows are the steps on a rejected update of the destination, and on
// what follows it.
var rejectedRenamingRows = rows{
	when: []step{
		{
			Pattern: `^I update the destination with a new name and something invalid$`, Example: `I update the destination with a new name and something invalid`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "The type is a number, where samples.service_connection has a type; else the body is cut off. A deployment that accepts it skips the scenario.",
			Provides:   []thing{ARejection}, Writes: true, Footprint: ofRenaming,
			Func: (*World).renameInvalidly,
		},
	},
	then: []step{
		{
			Pattern: `^the rejected name is not saved$`, Example: `the rejected name is not saved`,
			Doc:      "The name that is read back is not the one that was rejected.",
			Requires: []thing{ARejection}, Footprint: footprint{Requests: 2},
			Judges: "destination-name-kept",
			Func:   (*World).rejectedNameIsNotSaved,
		},
		{
			Pattern: `^the next new name is saved$`, Example: `the next new name is saved`,
			Doc:      "Right after a rejected update, a new name is sent. The response shows it, and what reads it back.",
			Requires: []thing{ARejection}, Footprint: ofRenaming.Plus(footprint{Requests: 3}),
			Judges: "destination-name-kept",
			Func:   (*World).nextNameIsSaved,
		},
	},
}

// otherDestinationID is a destination of the target file that is not renamed; 0
// where there is none.
func (w *World) otherDestinationID() int64 {
	r := w.run.Target.Resources
	for _, id := range []int64{r.ObjectsDestinationID, r.EmptyDestinationID} {
		if id != 0 && id != r.DestinationID {
			return id
		}
	}
	return 0
}

func (w *World) otherRequest() client.Request {
	return w.Request(spec.GetDestination, strconv.FormatInt(w.otherDestinationID(), 10))
}

// readOther retrieves the other destination as it is before the run updates one.
func (w *World) readOther() (*client.Exchange, error) {
	if w.otherDestinationID() == 0 {
		return nil, scenario.Skip(report.Narrowed, "the target file names no other destination")
	}
	e := w.Do(w.otherRequest())
	w.agree(e)
	return e, nil
}

// otherIsAsBefore compares what another destination showed before the first update
// and shows after one, where it can be retrieved. Its owner may rename it meanwhile:
// a name convicts that is lost, or that is the updated one's.
//
// Promise destination-named-by-its-id
func (w *World) otherIsAsBefore() error {
	before, err := w.run.other.Get(w.readOther)
	if err != nil || !before.OK() || before.Get("data.name").Type != gjson.String {
		return nil // there is none, or it stands outside the endpoints
	}
	e := w.Do(w.otherRequest())
	w.agree(e)
	if !e.OK() {
		return nil
	}
	was, is := before.Get("data"), e.Get("data")
	if want := client.Number(was.Get("id")); client.Number(is.Get("id")) != want {
		return scenario.Found(e, "the other destination to have the id "+want+" as before", "%s", client.Shown(is.Get("id")))
	}
	name, had := is.Get("name"), was.Get("name").Str
	switch {
	case name.Type != gjson.String || name.Str == "" && had != "":
		return scenario.Found(e, "the other destination to keep its name", "%s", client.Shown(name))
	case name.Str != had && (w.run.isOurs(name.Str) || w.run.isOwnName(name.Str)):
		return scenario.Found(e, "the other destination to keep its name", "that of the destination that was updated")
	}
	return nil
}

// invalidRenaming makes an update that has a new name and a member of a wrong
// type. The sample has what the wrong one would replace, and restores it.
func (w *World) invalidRenaming() (client.Request, error) {
	r, err := w.faultyRenaming()
	if err != nil {
		return r, err
	}
	r.Allowed, r.Carries = false, ""
	var body struct {
		Connection map[string]any `json:"service_connection"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return r, err
	}
	if _, typed := body.Connection["type"].(string); !typed {
		r.Body = r.Body[:len(r.Body)-1]
		return r, nil
	}
	body.Connection["type"] = 7
	return scenario.WithBody(r, body), nil
}

func (w *World) renameInvalidly() error {
	r, err := w.invalidRenaming()
	if err != nil {
		return err
	}
	e := w.Send(r)
	if !e.Rejected() || e.Effect() != "" {
		return scenario.Skip(report.MissingTestData, "the deployment does not reject it: %s", e.Outcome())
	}
	w.before = e
	// What precedes it in this scenario has to have worked.
	w.Shown = true
	return nil
}

// Promise destination-name-kept
func (w *World) rejectedNameIsNotSaved() error {
	refused := w.before
	what, works := w.wasRenamed(refused)
	if w.Last.Method != http.MethodGet {
		w.before = nil // what came after it is a write
	}
	switch {
	case what != "":
		return scenario.Found(w.Last, "the rejected update to have no effect", "HTTP %d, and %s", refused.Status, what)
	case !works:
		w.NotReadBack("no read-back shows whether the rejected update had an effect")
	}
	return nil
}

// nextNameIsSaved sends a good update right after a rejected one.
//
// Promise destination-name-kept
func (w *World) nextNameIsSaved() error {
	reject := func() {
		if r, err := w.invalidRenaming(); err == nil {
			w.Send(r)
		}
	}
	if w.before == nil {
		reject()
	}
	err := w.afterRejected("destinations-are-updated", reject, func() error {
		if err := w.renamable(); err != nil {
			return err
		}
		r := w.named(w.run.Name())
		r.Carries = "" // a rejection is not for a text
		w.Send(r)
		return w.Usable(w.Last)
	})
	if err != nil {
		return err
	}
	renamed := w.Last
	if err := w.showsNewName(); err != nil {
		return err
	}
	w.Last = renamed
	return w.keepsNewName()
}
