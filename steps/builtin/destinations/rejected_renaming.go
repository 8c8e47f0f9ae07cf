package destinations

import (
	"encoding/json"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// RejectedRenamingRows are the steps on a rejected update of the destination, and on
// what follows it.
var RejectedRenamingRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern:    `^I send the destination an invalid update with a new name$`,
			Example:    `I send the destination an invalid update with a new name`,
			Aliases:    []string{`^I update the destination with a new name and something invalid$`},
			Operations: []string{spec.UpdateDestination},
			Doc: "Sends a new name with an invalid type, or in a body that is cut off. A deployment that rejects neither skips " +
				"the scenario.",
			Provides: []vocabulary.Thing{rows.ARejection}, Writes: true,
			Footprint: rows.OfRenaming.Plus(vocabulary.Footprint{Requests: 1, Renamings: 1}),
			Func:      renameInvalidly,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the rejected name is not saved$`, Example: `the rejected name is not saved`,
			Doc:      "The name that is read back is not the one that was rejected.",
			Requires: []vocabulary.Thing{rows.ARejection}, Footprint: vocabulary.Footprint{Requests: 2},
			Checks: "destination-name-kept",
			Func:   rejectedNameIsNotSaved,
		},
		{
			Pattern: `^the next new name is saved$`, Example: `the next new name is saved`,
			Doc:      "Right after a rejected update, a new name is sent. The response shows it, and what reads it back.",
			Requires: []vocabulary.Thing{rows.ARejection}, Footprint: ofNextName,
			Checks: "destination-name-kept",
			Func:   nextNameIsSaved,
		},
	},
}

// ofNextName is the footprint of the next name where each try is disturbed.
var ofNextName = rows.OfRenaming.Plus(vocabulary.Footprint{Requests: 3 + mostDisturbed*5, Renamings: 2 * mostDisturbed})

// otherDestinationID returns a destination of the target file that is not renamed; 0
// where there is none.
func otherDestinationID(w *world.World) int64 {
	r := w.Run.Target.Resources
	for _, id := range []int64{r.ObjectsDestinationID, r.EmptyDestinationID} {
		if id != 0 && id != r.DestinationID {
			return id
		}
	}
	return 0
}

func otherRequest(w *world.World) client.Request {
	return w.Request(spec.GetDestination, strconv.FormatInt(otherDestinationID(w), 10))
}

// otherBefore is the other destination as it was before the run updated one.
func otherBefore(w *world.World) (*client.Exchange, error) {
	return ofRun(w.Run).other.Get(func() (*client.Exchange, error) { return readOther(w) })
}

// readOther retrieves the other destination.
func readOther(w *world.World) (*client.Exchange, error) {
	if otherDestinationID(w) == 0 {
		return nil, outcome.Skip(report.LeftOut, "the target file names no other destination")
	}
	e := w.Do(otherRequest(w))
	w.Agree(e)
	return e, nil
}

// otherIsAsBefore compares what another destination showed before the first update
// with what it shows after one, where it can be retrieved. Its owner may rename it
// meanwhile: only a missing name or the updated destination's name is a violation.
//
// Promise destination-named-by-its-id
func otherIsAsBefore(w *world.World) error {
	before, err := otherBefore(w)
	if err != nil || !before.Accepted() || before.Get(client.NameShown).Type != gjson.String {
		return nil // there is none, or it cannot be retrieved
	}
	e := w.Do(otherRequest(w))
	w.Agree(e)
	if !e.Accepted() {
		return nil
	}
	was, is := before.Get("data"), e.Get("data")
	if want := jsonvalue.Number(was.Get("id")); jsonvalue.Number(is.Get("id")) != want {
		return outcome.Found(e, "the other destination to have the id "+want+" as before", "%s", client.Shown(is.Get("id")))
	}
	name, had := is.Get("name"), was.Get("name").Str
	switch {
	case name.Type != gjson.String || name.Str == "" && had != "":
		return outcome.Found(e, "the other destination to keep its name", "%s", client.Shown(name))
	case name.Str != had && (w.Run.IsOurs(name.Str) || IsOwnName(w.Run, name.Str)):
		return outcome.Found(e, "the other destination to keep its name", "that of the destination that was updated")
	}
	return thirdHasNoNameOfTheRun(w)
}

// thirdHasNoNameOfTheRun checks that the destination without objects has no name of the run, where it is
// a third one.
func thirdHasNoNameOfTheRun(w *world.World) error {
	id := w.Run.Target.Resources.EmptyDestinationID
	if id == 0 || id == w.Run.Target.Resources.DestinationID || id == otherDestinationID(w) {
		return nil
	}
	e := w.Do(w.Request(spec.GetDestination, strconv.FormatInt(id, 10)))
	w.Agree(e)
	if name := e.Get(client.NameShown); e.Accepted() && name.Type == gjson.String && w.Run.IsOurs(name.Str) {
		return outcome.Found(e, "the destination without objects to keep its name", "that of the destination that was updated")
	}
	return nil
}

// invalidRenaming makes an update that has a new name and a member of a wrong
// type, where that is not accepted, or a body that is cut off. The sample has what the
// wrong member would replace, and restores it.
func invalidRenaming(w *world.World) (client.Request, error) {
	r, err := FaultyRenaming(w)
	if err != nil {
		return r, err
	}
	r.Allowed, r.Carries = false, client.NoText
	var body struct {
		Connection map[string]any `json:"service_connection"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return r, err
	}
	if _, typed := body.Connection["type"].(string); !typed || ofScenario(w).typeAccepted {
		return scenario.CutOff(r), nil
	}
	body.Connection["type"] = 7
	return scenario.WithBody(r, body), nil
}

// renameInvalidly sends one invalid renaming, and another one where that was accepted: what follows
// needs a rejected one.
func renameInvalidly(w *world.World) error {
	e, err := sendInvalidRenaming(w)
	if err == nil && !e.RejectedWithoutEffect() {
		ofScenario(w).typeAccepted = true
		e, err = sendInvalidRenaming(w)
	}
	if err != nil {
		return err
	}
	if !e.RejectedWithoutEffect() {
		return outcome.Skip(report.MissingTestData, "the deployment does not reject it: %s", e.Outcome())
	}
	w.Before = e
	// What precedes it in this scenario must have worked.
	w.Shown = true
	return nil
}

func sendInvalidRenaming(w *world.World) (*client.Exchange, error) {
	r, err := invalidRenaming(w)
	if err != nil {
		return nil, err
	}
	ofScenario(w).rejectedAfter = ofRun(w.Run).updates.Load()
	return w.Send(r), nil
}

// Promise destination-name-kept
func rejectedNameIsNotSaved(w *world.World) error {
	rejected := w.Before
	read := WasRenamed(w, rejected)
	if ofRun(w.Run).updates.Load() > ofScenario(w).rejectedAfter+1 {
		w.Before = nil // another update came after it
	}
	return w.CheckNoEffect(rejected, read)
}

// mostDisturbed is how often a rejection and its next request are repeated because
// another scenario sent an update in between.
const mostDisturbed = 2

// nextNameIsSaved sends a good update right after a rejected one.
//
// Promise destination-name-kept
func nextNameIsSaved(w *world.World) error {
	for range mostDisturbed {
		if disturbed, err := nextNameIsSavedOnce(w); err != nil || !disturbed {
			return err
		}
		w.Before = nil // it is no longer the previous request
	}
	_, err := nextNameIsSavedOnce(w)
	return err
}

// nextNameIsSavedOnce also reports whether the run sent another update in between.
func nextNameIsSavedOnce(w *world.World) (disturbed bool, _ error) {
	updates := &ofRun(w.Run).updates
	reject := func() { _, _ = sendInvalidRenaming(w) }
	if w.Before == nil {
		reject()
	}
	err := w.AfterRejected("destinations-are-updated", reject, func() (client.Request, error) {
		if err := PrepareRenaming(w); err != nil {
			return client.Request{}, err
		}
		r := NamingRequest(w, w.Run.Name())
		r.Carries = client.NoText // a rejection is not due to its text
		return r, nil
	}, func(r client.Request) error { return w.Usable(w.Send(r)) })
	if err != nil {
		return false, err
	}
	disturbed = updates.Load() > ofScenario(w).rejectedAfter+2
	if err := showsNewName(w); err != nil {
		return false, err
	}
	return disturbed, KeepsNewName(w)
}
